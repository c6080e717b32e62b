import { barHeight } from "../barPath";
import type { Strip } from "../protocol";
import { shareOf, timeAt, type Span } from "../timeSpan";
import { el, svg } from "./element";

const HEIGHT = 18;

/** All of history in one row, with the part that the strip shows. */
export class MiniMap {
  readonly root: HTMLElement;
  private readonly bars = svg("path", { class: "bars" });
  private readonly window = svg("rect", { class: "window", y: 0.5 });
  private readonly head = svg("path", { class: "head" });
  private readonly drawing = svg(
    "svg",
    { "aria-hidden": "true", focusable: "false", height: HEIGHT },
    this.bars,
    this.window,
    this.head,
  );
  private width = 0;
  private shown: { overview: Strip; span: Span; atMs: number } | undefined;

  constructor(onMove: (atMs: number) => void) {
    this.root = el("div", { class: "mini-map" }, this.drawing);
    new ResizeObserver(() => {
      this.width = this.root.clientWidth;
      if (this.shown)
        this.show(this.shown.overview, this.shown.span, this.shown.atMs);
    }).observe(this.root);
    const move = (event: PointerEvent) => {
      if (!this.shown || this.width === 0) return;
      const { left } = this.root.getBoundingClientRect();
      onMove(timeAt(this.shown.overview, (event.clientX - left) / this.width));
    };
    this.root.addEventListener("pointerdown", (event) => {
      this.root.setPointerCapture(event.pointerId);
      move(event);
    });
    this.root.addEventListener("pointermove", (event) => {
      if (this.root.hasPointerCapture(event.pointerId)) move(event);
    });
  }

  get buckets(): number {
    return Math.max(20, Math.min(200, Math.floor(this.width / 5)));
  }

  show(overview: Strip, span: Span, atMs: number): void {
    const isNew = this.shown?.overview !== overview;
    this.shown = { overview, span, atMs };
    const { width } = this;
    if (width === 0) return;
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.drawing.setAttribute("width", String(width));
    if (isNew || this.drawnWidth !== width) this.drawBars(overview);
    const share = (ms: number) =>
      Math.min(1, Math.max(0, shareOf(overview, ms))) * width;
    const [from, to] = [share(span.fromMs), share(span.toMs)];
    const isAll = from <= 0.5 && to >= width - 0.5;
    this.window.setAttribute("visibility", isAll ? "hidden" : "visible");
    // However small a part is, it stays visible.
    const wide = Math.max(4, to - from);
    const x = Math.min(from, width - wide);
    this.window.setAttribute("x", (x + 0.5).toFixed(1));
    this.window.setAttribute("width", Math.max(1, wide - 1).toFixed(1));
    this.window.setAttribute("height", String(HEIGHT - 1));
    const at = Math.min(width - 1, share(atMs));
    this.head.setAttribute("d", `M${at.toFixed(1)} 0V${HEIGHT}`);
  }

  private drawnWidth = 0;

  private drawBars(overview: Strip): void {
    const { width } = this;
    this.drawnWidth = width;
    const sums: number[] = [];
    for (const { lanes } of overview.folders)
      for (const { bars } of lanes)
        for (const [bucket, moments] of bars)
          sums[bucket] = (sums[bucket] ?? 0) + moments;
    const most = Math.max(1, ...sums.filter(Boolean));
    const step = width / overview.buckets;
    const path = sums.map((sum, bucket) => {
      const h = barHeight(sum, most, HEIGHT - 4);
      const x = (bucket * step).toFixed(1);
      return `M${x} ${HEIGHT - 1}v${-h}h${Math.max(1, step - 0.5).toFixed(1)}v${h}z`;
    });
    this.bars.setAttribute("d", path.filter(Boolean).join(""));
  }
}
