import { escapeDirections } from "../../../base/directions";
import { fill } from "../../../wording/voice";
import { l10n, useTranslator } from "../../text/l10n";
import { Asker } from "../asker";
import type {
  Action,
  Answer,
  Around,
  Begin,
  Event,
  Kept,
  Request,
  Stop,
} from "../protocol";
import { stopTime, stopTitle } from "../stopText";
import { isPreset, type Range } from "../timeSpan";
import { Controls, StopBar } from "./controls";
import { el, say } from "./element";
import { FileList } from "./fileList";
import { Hover } from "./hover";
import { MiniMap } from "./miniMap";
import { PlayheadView } from "./playheadView";
import { ShownTime } from "./shownTime";
import { Steering } from "./steering";
import { StripView } from "./stripView";
import { Sums } from "./sums";
import { TableView } from "./tableView";

const ZOOM = 2;

/** The page: it shows what the extension answers, and asks where the person goes. */
export class Panel {
  private readonly language: string;
  private readonly asker: Asker;
  private readonly time: ShownTime;
  private readonly sums: Sums;
  private readonly controls: Controls;
  private readonly stopBar: StopBar;
  private readonly strip: StripView;
  private readonly playhead: PlayheadView;
  private readonly miniMap: MiniMap;
  private readonly files: FileList;
  private readonly table: TableView;
  private readonly steering: Steering;
  private readonly hover: Hover;
  private readonly notice = el("p", {
    ...{ class: "notice", role: "status", hidden: true },
  });

  private kept: Kept;
  private isAsked = false;

  constructor(
    root: HTMLElement,
    begin: Begin,
    private readonly post: (request: Request) => void,
  ) {
    useTranslator((message, ...args) =>
      fill(begin.words?.[message] ?? message, ...args),
    );
    this.language = begin.language;
    this.kept = begin.kept;
    this.asker = new Asker(post);
    this.time = new ShownTime(begin.kept.range);
    this.controls = this.makeControls();
    this.stopBar = new StopBar((action) => this.act(action));
    this.steering = new Steering(this.asker, this.time, () => this.kept, {
      onHold: () => {
        this.place();
        this.playhead.root.focus({ preventScroll: true });
      },
      onPlaying: (isPlaying) => this.controls.showPlaying(isPlaying),
      onZoom: (factor) => this.zoom(factor),
      onAll: () => this.changeRange("all"),
    });
    this.playhead = new PlayheadView((deed) => this.steering.press(deed));
    this.strip = this.makeStrip();
    this.strip.plot.append(this.playhead.root);
    this.miniMap = new MiniMap((atMs) =>
      this.changeRange(this.time.centred(atMs)),
    );
    const { strip, miniMap } = this;
    this.sums = new Sums(this.asker, this.time, { strip, miniMap });
    const ask = this.asker.ask.bind(this.asker);
    this.files = new FileList(begin, {
      ...{ ask, post, onCompare: () => this.steering.go({ to: "here" }) },
    });
    this.hover = new Hover(ask, () => ({
      ...{ nowMs: this.time.nowMs, language: this.language },
    }));
    this.table = new TableView((atMs) =>
      this.steering.go({ to: "time", atMs }),
    );
    this.build(root);
    this.begin(begin);
  }

  private makeControls(): Controls {
    return new Controls({
      onRange: (range) => this.changeRange(range),
      onZoom: (isIn) => this.zoom(isIn ? 1 / ZOOM : ZOOM),
      onStep: (isBack) => this.steering.step(isBack),
      onEnd: (isBack) =>
        this.steering.go(
          isBack ? { to: "step", by: "end", isBack } : { to: "now" },
        ),
      onStepUnit: (step) => {
        this.keep({ step });
        this.steering.go({ to: "here" });
      },
      onPlay: () => this.steering.togglePlay(),
      onSpeed: (speed) => {
        this.keep({ speed });
        this.steering.changeSpeed(speed);
      },
      onTable: () => this.toggleTable(),
      onAct: (action) => this.act(action),
    });
  }

  private makeStrip(): StripView {
    return new StripView(
      {
        onDrag: (atMs, isOver) => this.steering.drag(atMs, isOver),
        onZoom: (factor, atMs) => this.zoom(factor, atMs),
        onPan: (share) => this.changeRange(this.time.panned(share)),
        onPoint: (pointed, x, y) => this.hover.point(pointed, x, y),
      },
      () => this.language,
      (height) => {
        this.playhead.root.style.height = `${height}px`;
        this.place();
        this.sums.askForWidth();
      },
    );
  }

  private build(root: HTMLElement): void {
    root.replaceChildren(
      el("h1", { class: "spoken" }, l10n.t("Time Machine")),
      ...[this.controls.root, this.notice, this.stopBar.root],
      el(
        "div",
        { class: "body" },
        el(
          "section",
          { class: "time", "aria-label": l10n.t("Strip of time") },
          ...[this.strip.root, this.table.root, this.miniMap.root],
        ),
        this.files.root,
      ),
      this.hover.root,
    );
  }

  private begin({ around }: Begin): void {
    this.controls.show(this.kept);
    this.controls.showPlaying(false);
    this.showTable();
    this.showStop();
    this.showAround(around);
    this.askAll();
  }

  take(event: Event): void {
    switch (event.type) {
      case "begin":
        return;
      case "stopped":
        return this.takeStop(event.stop);
      case "changed":
        this.showAround(event.now);
        if (event.hasMoved) this.steering.release();
        return this.askAll();
      case "chosen":
        return this.files.choose(event.file);
      case "answer":
        if (this.asker.answered(event.id) && event.answer)
          this.takeAnswer(event.answer);
    }
  }

  private takeAnswer(answer: Answer): void {
    switch (answer.type) {
      case "overview":
        this.sums.takeOverview(answer.strip);
        return this.showStrip();
      case "strip":
        this.sums.takeStrip(answer.strip);
        if (this.kept.isTable) this.table.show(answer.strip, this.language);
        return this.showStrip();
      case "move":
        this.files.take(answer.files);
        this.takeStop(answer.stop);
        return this.files.show(answer.stop, this.time.overview?.folders ?? []);
      case "lines":
        return this.files.showLines(answer.counted);
      case "about":
        return this.hover.add(answer.about);
    }
  }

  private takeStop(stop: Stop | null): void {
    const isNew = this.steering.arrive(stop);
    this.isAsked = true;
    this.showStop();
    if (isNew) this.follow();
  }

  // ---- time

  private changeRange(range: Range): void {
    this.time.range = range;
    this.keep({ range });
    this.showStrip();
    this.sums.askSoon();
  }

  private zoom(factor: number, atMs = this.steering.headMs): void {
    this.changeRange(this.time.zoomed(factor, atMs));
  }

  /** Keeps the playhead in sight when it went somewhere else. */
  private follow(): void {
    if (!this.steering.stop || !this.time.overview) return;
    const range = this.time.showing(this.steering.headMs);
    if (range) this.changeRange(range);
  }

  // ---- asking

  private askAll(): void {
    this.sums.askAll();
    this.steering.go({ to: "here" });
    if (!isPreset(this.time.range)) this.sums.ask();
  }

  private keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    this.controls.show(this.kept);
    this.post({ type: "keep", kept: this.kept });
  }

  private act(action: Action): void {
    const { stop } = this.steering;
    const isMeant =
      action === "filter" || action === "clearFilter" || stop !== null;
    const isNow = action === "restoreWorkspace" && stop?.isNow;
    if (isMeant && !isNow) this.post({ type: "act", action, file: null });
  }

  // ---- what is shown

  private place(): void {
    const { time } = this;
    const { headMs } = this.steering;
    this.playhead.moveTo(this.strip.xOf(headMs), this.strip.width);
    if (time.overview) this.miniMap.show(time.overview, time.span, headMs);
  }

  private showStop(): void {
    const { language } = this;
    const { stop } = this.steering;
    const { nowMs, startMs } = this.time;
    const title = stop ? escapeDirections(stopTitle(stop)) : "";
    const time = stop
      ? stopTime(stop, nowMs, language)
      : this.isAsked
        ? l10n.t("Nothing is recorded yet")
        : "";
    this.stopBar.show(stop, time, title);
    this.controls.showStop(stop);
    this.playhead.say(stop, { startMs, nowMs, locale: language });
    this.place();
  }

  private showStrip(): void {
    const { overview, span } = this.time;
    this.strip.show(this.sums.shown, overview, span);
    this.showStop();
  }

  private toggleTable(): void {
    this.keep({ isTable: !this.kept.isTable });
    this.showTable();
    const { shown } = this.sums;
    if (this.kept.isTable && shown) this.table.show(shown, this.language);
  }

  private showTable(): void {
    this.table.root.hidden = !this.kept.isTable;
    this.strip.root.hidden = this.kept.isTable;
  }

  private showAround({ filter, problem }: Around): void {
    this.controls.showFilter(filter);
    this.notice.hidden = problem === null;
    say(this.notice, problem ?? "");
  }
}
