import { l10n } from "../../text/l10n";
import type { Asker } from "../asker";
import type { Stop, Strip } from "../protocol";
import { isPreset, type Range } from "../timeSpan";
import { el } from "./element";
import { MiniMap } from "./miniMap";
import { PlayheadView } from "./playheadView";
import type { Pointed } from "./pointing";
import type { ShownTime } from "./shownTime";
import type { Steering } from "./steering";
import { StripView } from "./stripView";
import { Sums } from "./sums";
import { TableView } from "./tableView";

export interface TimeViewEvents {
  /** Another part of time is shown. */
  onRange(range: Range): void;
  onPoint(pointed: Pointed | undefined, x: number, y: number): void;
}

/** The half with the time: the strip with the playhead over it, or its table, and the mini-map. */
export class TimeView {
  readonly root: HTMLElement;
  private readonly strip: StripView;
  private readonly playhead: PlayheadView;
  private readonly miniMap: MiniMap;
  private readonly table: TableView;
  private readonly sums: Sums;
  private isTable = false;

  constructor(
    asker: Asker,
    private readonly time: ShownTime,
    private readonly steering: Steering,
    private readonly language: string,
    private readonly events: TimeViewEvents,
  ) {
    this.playhead = new PlayheadView((deed) => steering.press(deed));
    this.strip = this.makeStrip();
    this.strip.plot.append(this.playhead.root);
    this.miniMap = new MiniMap((atMs) => this.changeRange(time.centred(atMs)));
    this.table = new TableView((atMs) => steering.go({ to: "time", atMs }));
    const { strip, miniMap } = this;
    this.sums = new Sums(asker, time, { strip, miniMap });
    this.root = el(
      "section",
      { class: "time", "aria-label": l10n.t("Strip of time") },
      ...[this.strip.root, this.table.root, this.miniMap.root],
    );
  }

  private makeStrip(): StripView {
    return new StripView(
      {
        onDrag: (atMs, isOver) => this.steering.drag(atMs, isOver),
        onZoom: (factor, atMs) => this.zoom(factor, atMs),
        onPan: (share) => this.changeRange(this.time.panned(share)),
        onPoint: (pointed, x, y) => this.events.onPoint(pointed, x, y),
      },
      () => this.language,
      (height) => {
        this.playhead.root.style.height = `${height}px`;
        this.place();
        this.sums.askForWidth();
      },
    );
  }

  ask(): void {
    this.sums.askAll();
    if (!isPreset(this.time.range)) this.sums.ask();
  }

  takeOverview(overview: Strip): void {
    this.sums.takeOverview(overview);
    this.draw();
  }

  takeStrip(strip: Strip): void {
    this.sums.takeStrip(strip);
    if (this.isTable) this.table.show(strip, this.language);
    this.draw();
  }

  changeRange(range: Range): void {
    this.time.range = range;
    this.draw();
    this.events.onRange(range);
    this.sums.askSoon();
  }

  zoom(factor: number, atMs = this.steering.headMs): void {
    this.changeRange(this.time.zoomed(factor, atMs));
  }

  /** Keeps the playhead in sight when it went somewhere else. */
  follow(): void {
    if (!this.steering.stop || !this.time.overview) return;
    const range = this.time.showing(this.steering.headMs);
    if (range) this.changeRange(range);
  }

  /** The pointer holds the playhead. */
  hold(): void {
    this.place();
    this.playhead.root.focus({ preventScroll: true });
  }

  showStop(stop: Stop | null): void {
    const { nowMs, startMs } = this.time;
    this.playhead.say(stop, { startMs, nowMs, locale: this.language });
    this.place();
  }

  showTable(isTable: boolean): void {
    this.isTable = isTable;
    this.table.root.hidden = !isTable;
    this.strip.root.hidden = isTable;
    const { shown } = this.sums;
    if (isTable && shown) this.table.show(shown, this.language);
  }

  private draw(): void {
    const { overview, span } = this.time;
    this.strip.show(this.sums.shown, overview, span);
  }

  private place(): void {
    const { time } = this;
    const { headMs } = this.steering;
    this.playhead.moveTo(this.strip.xOf(headMs), this.strip.width);
    if (time.overview) this.miniMap.show(time.overview, time.span, headMs);
  }
}
