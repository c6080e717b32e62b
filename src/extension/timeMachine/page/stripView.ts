import { authorName } from "../../../wording/deeds";
import { voice } from "../../text/voice";
import { authorColor } from "../colors";
import { l10n } from "../../text/l10n";
import { laneRows } from "../laneRows";
import { markLooks } from "../markLooks";
import type { Strip } from "../protocol";
import { shareOf, timeAt, type Span } from "../timeSpan";
import { el, svg } from "./element";
import { layoutOf, type StripLayout } from "./layout";
import { pointedAt, type Pointed } from "./pointing";
import { drawStrip } from "./stripDrawing";

/** What the strip does when somebody uses the pointer on it. */
export interface StripEvents {
  onDrag(atMs: number, isOver: boolean): void;
  onZoom(factor: number, atMs: number): void;
  onPan(share: number): void;
  onPoint(pointed: Pointed | undefined, x: number, y: number): void;
}

/** Room beside the last time, so that the playhead at the current state is not cut. */
const EDGE = 10;
const WHEEL = 0.0022;

/** The lanes with their bars and marks, below the playhead. */
export class StripView {
  readonly root: HTMLElement;
  /** Where the playhead is put, in the coordinates of `xOf`. */
  readonly plot: HTMLElement;
  private readonly names = el("div", { class: "names", "aria-hidden": "true" });
  private readonly drawing = svg("svg", {
    ...{ class: "drawing", "aria-hidden": "true", focusable: "false" },
  });
  private strip: Strip | undefined;
  private overview: Strip | undefined;
  private span: Span = { fromMs: 0, toMs: 1 };
  private layout: StripLayout | undefined;
  private size = { width: 0, height: 0 };
  private isWaiting = false;
  /** Where fingers or the mouse are down. */
  private readonly down = new Map<number, number>();

  constructor(
    private readonly events: StripEvents,
    private readonly locale: () => string,
    private readonly onLayout: (height: number) => void,
  ) {
    this.plot = el("div", { class: "plot" }, this.drawing);
    this.root = el("div", { class: "strip" }, this.names, this.plot);
    this.listen();
    new ResizeObserver(() => {
      this.measure();
      this.drawSoon();
    }).observe(this.root);
    new ResizeObserver(() => {
      this.measure();
      this.drawSoon();
    }).observe(this.plot);
  }

  /** How many buckets are worth asking for. */
  get buckets(): number {
    return Math.max(20, Math.min(400, Math.floor(this.width / 4)));
  }

  get width(): number {
    return Math.max(1, this.size.width - EDGE);
  }

  show(
    strip: Strip | undefined,
    overview: Strip | undefined,
    span: Span,
  ): void {
    this.strip = strip;
    this.overview = overview;
    this.span = span;
    this.drawSoon();
  }

  xOf(ms: number): number {
    return shareOf(this.span, ms) * this.width;
  }

  timeOf(x: number): number {
    const share = Math.min(1, Math.max(0, x / this.width));
    return Math.round(timeAt(this.span, share));
  }

  private measure(): void {
    const { clientWidth: width } = this.plot;
    const { clientHeight: height } = this.root;
    this.size = { width, height };
  }

  /** At most once for each frame. */
  private drawSoon(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.draw();
    });
  }

  private draw(): void {
    const { strip, size } = this;
    if (!strip || size.width === 0) return;
    const rows = laneRows(strip.folders, this.overview?.folders ?? []);
    const hasChecks = [strip, this.overview].some((each) =>
      each?.folders.some(({ marks }) =>
        marks.some(({ kind }) => markLooks[kind].row === "checks"),
      ),
    );
    const layout = layoutOf(rows, hasChecks, this.width, size.height);
    this.layout = layout;
    drawStrip(this.drawing, strip, this.span, layout, this.locale());
    this.drawNames(layout);
    this.onLayout(layout.axisTop + 4);
  }

  private drawNames({ rows, eventsTop, checksTop }: StripLayout): void {
    const name = (text: string, top: number, height: number, kind: string) => {
      const made = el("div", { class: `name ${kind}`, title: text }, text);
      made.style.top = `${top}px`;
      made.style.height = `${height}px`;
      made.style.lineHeight = `${height}px`;
      return made;
    };
    this.names.replaceChildren(
      ...rows.map(({ row, top, height }) => {
        if (row.type === "folder")
          return name(row.folder.name, top, height, "folder");
        const author = name(authorName(row.source, voice), top, height, "lane");
        author.style.color = authorColor(row.source);
        return author;
      }),
      name(l10n.t("Events"), eventsTop, 16, "events"),
      ...(checksTop === null
        ? []
        : [name(l10n.t("Checks"), checksTop, 16, "checks")]),
    );
    this.names.style.height = `${rows.length === 0 ? 0 : eventsTop + 32}px`;
  }

  private listen(): void {
    const { plot, events } = this;
    const xOf = (event: MouseEvent) =>
      event.clientX - plot.getBoundingClientRect().left;
    plot.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      plot.setPointerCapture(event.pointerId);
      this.down.set(event.pointerId, xOf(event));
      if (this.down.size === 1) events.onDrag(this.timeOf(xOf(event)), false);
    });
    plot.addEventListener("pointermove", (event) => {
      const x = xOf(event);
      if (this.down.size === 2) return this.pinch(event.pointerId, x);
      if (this.down.has(event.pointerId)) {
        this.down.set(event.pointerId, x);
        events.onPoint(undefined, 0, 0);
        return events.onDrag(this.timeOf(x), false);
      }
      this.point(event, x);
    });
    const up = (event: PointerEvent) => {
      const wasOne = this.down.size === 1;
      if (this.down.delete(event.pointerId) && wasOne)
        events.onDrag(this.timeOf(xOf(event)), true);
    };
    plot.addEventListener("pointerup", up);
    plot.addEventListener("pointercancel", up);
    plot.addEventListener("pointerleave", () =>
      events.onPoint(undefined, 0, 0),
    );
    plot.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const isAcross =
          event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
        const by = isAcross && event.deltaX === 0 ? event.deltaY : event.deltaX;
        if (isAcross) events.onPan(by / this.width);
        else {
          // A pinch on a touchpad arrives as small steps of the wheel with Ctrl.
          const speed = event.ctrlKey ? 4 * WHEEL : WHEEL;
          events.onZoom(
            Math.exp(event.deltaY * speed),
            this.timeOf(xOf(event)),
          );
        }
      },
      { passive: false },
    );
  }

  private pinch(id: number, x: number): void {
    const [a = 0, b = 0] = this.down.values();
    this.down.set(id, x);
    const [c = 0, d = 0] = this.down.values();
    const before = Math.max(10, Math.abs(a - b));
    const after = Math.max(10, Math.abs(c - d));
    this.events.onZoom(before / after, this.timeOf((c + d) / 2));
  }

  private point(event: PointerEvent, x: number): void {
    const { strip, layout } = this;
    if (!strip || !layout) return;
    const y = event.clientY - this.plot.getBoundingClientRect().top;
    const pointed = pointedAt(strip, this.span, layout, x, y);
    this.events.onPoint(pointed, event.clientX, event.clientY);
  }
}
