import { escapeDirections } from "../../../base/directions";
import { fill } from "../../../wording/voice";
import { l10n, useTranslator } from "../../text/l10n";
import { Asker } from "../asker";
import type { KeyDeed } from "../keyMove";
import type {
  Action,
  Answer,
  Around,
  Begin,
  Comparison,
  Event,
  FileKey,
  Kept,
  Move,
  Request,
  Stop,
  StopFile,
  StopFiles,
  Strip,
} from "../protocol";
import { filesHeading, noFilesText, stopTime, stopTitle } from "../stopText";
import { barText, bucketText, markText, timeText } from "../stripText";
import {
  isPreset,
  limitsOf,
  panned,
  showing,
  spanOf,
  zoomed,
  type Range,
  type Span,
} from "../timeSpan";
import { iconButton, rove, segments, textButton } from "./buttons";
import { Controls, StopBar } from "./controls";
import { el, say } from "./element";
import { FilesView } from "./filesView";
import { MiniMap } from "./miniMap";
import { Player } from "./player";
import { PlayheadView } from "./playheadView";
import type { Pointed } from "./pointing";
import { StripView } from "./stripView";
import { TableView } from "./tableView";
import { Tip } from "./tip";

const ZOOM = 2;
/** While somebody zooms, the strip is asked for after a pause this long. */
const PAUSE_MS = 60;

/** The page: it shows what the extension answers, and asks where the person goes. */
export class Panel {
  private readonly asker: Asker;
  private readonly controls: Controls;
  private readonly stopBar: StopBar;
  private readonly strip: StripView;
  private readonly playhead: PlayheadView;
  private readonly miniMap: MiniMap;
  private readonly files: FilesView;
  private readonly table: TableView;
  private readonly player: Player;
  private readonly tip = new Tip();
  private readonly heading = el("h2", { id: "files-heading" });
  private readonly notice = el("p", {
    class: "notice",
    role: "status",
    hidden: true,
  });
  private readonly spoken = el("div", {
    class: "spoken",
    "aria-live": "polite",
  });
  private readonly against;
  private readonly fileActions: HTMLElement;

  private language = "en";
  private kept: Kept;
  private overview: Strip | undefined;
  private sums: Strip | undefined;
  private stop: Stop | null = null;
  private isAsked = false;
  private stopFiles: StopFiles | undefined;
  private chosen: FileKey | null;
  /** Where the pointer holds the playhead. */
  private heldMs: number | null = null;
  private asking: ReturnType<typeof setTimeout> | undefined;
  private pointed: Pointed | undefined;
  /** The numbers of buckets that were asked for because the width had changed. */
  private askedFor = 0;
  private askedForMap = 0;

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
    this.chosen = begin.chosen;
    this.asker = new Asker(post);
    this.controls = new Controls({
      onRange: (range) => this.changeRange(range),
      onZoom: (isIn) => this.zoom(isIn ? 1 / ZOOM : ZOOM),
      onStep: (isBack) => this.step(isBack),
      onEnd: (isBack) =>
        this.go(isBack ? { to: "step", by: "end", isBack } : { to: "now" }),
      onStepUnit: (step) => {
        this.keep({ step });
        this.go({ to: "here" });
      },
      onPlay: () => this.togglePlay(),
      onSpeed: (speed) => {
        this.keep({ speed });
        if (this.player.isPlaying) this.player.start(speed);
      },
      onTable: () => this.toggleTable(),
      onAct: (action) => this.act(action),
    });
    this.stopBar = new StopBar((action) => this.act(action));
    this.playhead = new PlayheadView((deed) => this.press(deed));
    this.strip = new StripView(
      {
        onDrag: (atMs, isOver) => this.drag(atMs, isOver),
        onZoom: (factor, atMs) => this.zoom(factor, atMs),
        onPan: (share) =>
          this.changeSpan(panned(this.span, share, this.limits)),
        onPoint: (pointed, x, y) => this.point(pointed, x, y),
      },
      () => this.language,
      (height) => {
        this.playhead.root.style.height = `${height}px`;
        this.place();
        this.askForWidth();
      },
    );
    this.strip.plot.append(this.playhead.root);
    this.miniMap = new MiniMap((atMs) => this.centre(atMs));
    this.files = new FilesView({
      onChoose: (file, isPinned) => this.choose(file, isPinned),
      onShow: (shown) =>
        this.asker.ask({
          type: "lines",
          files: shown.map(({ folder, path }) => ({ folder, path })),
        }),
    });
    this.table = new TableView((atMs) => this.go({ to: "time", atMs }));
    this.player = new Player(
      () => this.step(false),
      () => this.asker.isBusy("move"),
      (isPlaying) => {
        this.controls.showPlaying(isPlaying);
        // All files are listed where it stops.
        if (!isPlaying) this.go({ to: "here" });
      },
    );
    this.against = segments<Comparison>(
      l10n.t("Compared with"),
      [
        ["now", l10n.t("Now")],
        ["before", l10n.t("Stop Before")],
      ],
      (against) => this.compareWith(against),
    );
    this.fileActions = el(
      "div",
      { class: "actions", role: "toolbar", "aria-label": l10n.t("This file") },
      textButton(l10n.t("Restore This File..."), () =>
        this.actOnFile("restoreFile"),
      ),
      textButton(l10n.t("Restore This Folder..."), () =>
        this.actOnFile("restoreFolder"),
      ),
      iconButton("copy", l10n.t("Copy File"), () => this.actOnFile("copyFile")),
    );
    rove(this.fileActions);
    this.build(root, begin);
  }

  private build(root: HTMLElement, begin: Begin): void {
    root.replaceChildren(
      el("h1", { class: "spoken" }, l10n.t("Time Machine")),
      this.controls.root,
      this.notice,
      this.stopBar.root,
      el(
        "div",
        { class: "body" },
        el(
          "section",
          { class: "time", "aria-label": l10n.t("Strip of time") },
          this.strip.root,
          this.table.root,
          this.miniMap.root,
        ),
        el(
          "section",
          { class: "list", "aria-labelledby": "files-heading" },
          el("div", { class: "list-head" }, this.heading, this.against),
          this.files.root,
          this.fileActions,
        ),
      ),
      this.spoken,
      this.tip.root,
    );
    this.controls.show(this.kept);
    this.controls.showPlaying(false);
    this.against.show(begin.against);
    this.files.choose(begin.chosen);
    this.showTable();
    this.showFileActions();
    this.showStop();
    this.showAround(begin.around);
    this.askAll({ to: "here" });
  }

  take(event: Event): void {
    switch (event.type) {
      case "begin":
        return;
      case "stopped":
        return this.takeStop(event.stop);
      case "changed":
        this.showAround(event.now);
        if (event.hasMoved) this.heldMs = null;
        return this.askAll({ to: "here" });
      case "chosen":
        this.chosen = event.file;
        this.files.choose(event.file);
        return this.showFileActions();
      case "answer":
        if (this.asker.answered(event.id) && event.answer)
          this.takeAnswer(event.answer);
    }
  }

  private takeAnswer(answer: Answer): void {
    switch (answer.type) {
      case "overview":
        this.overview = answer.strip;
        if (isPreset(this.kept.range)) this.askStrip();
        return this.showStrip();
      case "strip":
        this.sums = answer.strip;
        if (this.kept.isTable) this.table.show(answer.strip, this.language);
        return this.showStrip();
      case "move":
        this.stopFiles = answer.files;
        this.takeStop(answer.stop);
        return this.showFiles();
      case "lines":
        return this.showLines(answer.counted);
      case "about":
        return this.tip.add(
          answer.about.prompt === null
            ? ""
            : l10n.t("“{0}”", escapeDirections(answer.about.prompt)),
        );
    }
  }

  private takeStop(stop: Stop | null): void {
    const isNew =
      stop?.atMs !== this.stop?.atMs || stop?.isNow !== this.stop?.isNow;
    this.stop = stop;
    this.isAsked = true;
    this.showStop();
    if (isNew && this.heldMs === null) this.follow();
  }

  // ---- time

  private get nowMs(): number {
    return this.overview?.nowMs ?? Date.now();
  }

  private get startMs(): number {
    return this.overview?.fromMs ?? this.nowMs - 60_000;
  }

  private get span(): Span {
    return spanOf(this.kept.range, this.startMs, this.nowMs);
  }

  private get limits(): Span {
    return limitsOf(this.kept.range, this.startMs, this.nowMs);
  }

  private get headMs(): number {
    if (this.heldMs !== null) return this.heldMs;
    return this.stop && !this.stop.isNow ? this.stop.atMs : this.nowMs;
  }

  private changeRange(range: Range): void {
    this.keep({ range });
    this.controls.show(this.kept);
    this.showStrip();
    this.askStripSoon();
  }

  private changeSpan(span: Span): void {
    this.changeRange(span);
  }

  private zoom(factor: number, atMs = this.headMs): void {
    const { span, limits } = this;
    const inside = Math.min(Math.max(atMs, span.fromMs), span.toMs);
    const next = zoomed(span, factor, inside, limits);
    const isAll = next.fromMs <= this.startMs && next.toMs >= this.nowMs;
    this.changeRange(isAll ? "all" : next);
  }

  private centre(atMs: number): void {
    const { span, limits } = this;
    const half = (span.toMs - span.fromMs) / 2;
    this.changeSpan(
      panned({ fromMs: atMs - half, toMs: atMs + half }, 0, limits),
    );
  }

  // ---- asking

  private askAll(move: Move): void {
    this.asker.ask({ type: "overview", buckets: this.miniMap.buckets });
    this.go(move);
    if (!isPreset(this.kept.range)) this.askStrip();
  }

  private askStripSoon(): void {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.askStrip(), PAUSE_MS);
  }

  /** Asks again where the width has changed so much that bars are too wide or too thin. */
  private askForWidth(): void {
    const isFar = (had: number | undefined, wanted: number) =>
      had !== undefined && Math.abs(had - wanted) > wanted / 5;
    const { buckets } = this.strip;
    if (this.askedFor !== buckets && isFar(this.sums?.buckets, buckets)) {
      this.askedFor = buckets;
      this.askStripSoon();
    }
    if (
      this.askedForMap !== this.miniMap.buckets &&
      isFar(this.overview?.buckets, this.miniMap.buckets)
    ) {
      this.askedForMap = this.miniMap.buckets;
      this.asker.ask({ type: "overview", buckets: this.askedForMap });
    }
  }

  private askStrip(): void {
    const { fromMs, toMs } = this.span;
    this.asker.ask({
      type: "strip",
      ...{ fromMs: Math.floor(fromMs), toMs: Math.ceil(toMs) },
      buckets: this.strip.buckets,
    });
  }

  private go(move: Move, isHeld = false): void {
    this.asker.ask({ type: "move", move, isHeld });
  }

  private step(isBack: boolean): void {
    if (!isBack && this.stop?.isNow) return this.player.stop();
    this.heldMs = null;
    const { isPlaying } = this.player;
    this.go({ to: "step", by: this.kept.step, isBack }, isPlaying);
  }

  private keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    this.controls.show(this.kept);
    this.post({ type: "keep", kept: this.kept });
  }

  private act(action: Action): void {
    const isMeant =
      action === "filter" || action === "clearFilter" || this.stop !== null;
    const isNow = action === "restoreWorkspace" && this.stop?.isNow;
    if (isMeant && !isNow) this.post({ type: "act", action, file: null });
  }

  private actOnFile(action: Action): void {
    if (this.chosen) this.post({ type: "act", action, file: this.chosen });
  }

  // ---- the playhead

  private drag(atMs: number, isOver: boolean): void {
    this.player.stop();
    this.heldMs = atMs;
    this.place();
    this.playhead.root.focus({ preventScroll: true });
    // At the right edge it is the current state, whatever was recorded there.
    const isEnd = atMs >= this.span.toMs && this.span.toMs >= this.nowMs;
    this.go(isEnd ? { to: "now" } : { to: "time", atMs }, !isOver);
    if (isOver) this.heldMs = null;
  }

  private press(deed: KeyDeed): void {
    switch (deed.do) {
      case "move":
        this.player.stop();
        this.heldMs = null;
        return this.go(deed.move);
      case "zoom":
        return this.zoom(deed.factor);
      case "all":
        return this.changeRange("all");
      case "play":
        return this.togglePlay();
    }
  }

  private togglePlay(): void {
    if (this.player.isPlaying) return this.player.stop();
    // From the current state there is nothing to play: the way begins at the start.
    if (this.stop?.isNow) this.go({ to: "step", by: "end", isBack: true });
    this.player.start(this.kept.speed);
  }

  private place(): void {
    const { headMs } = this;
    this.playhead.moveTo(this.strip.xOf(headMs), this.strip.width);
    if (this.overview) this.miniMap.show(this.overview, this.span, headMs);
  }

  private showStop(): void {
    const { stop, nowMs, language } = this;
    const title = stop ? escapeDirections(stopTitle(stop)) : "";
    const time = stop
      ? stopTime(stop, nowMs, language)
      : this.isAsked
        ? l10n.t("Nothing is recorded yet")
        : "";
    this.stopBar.show(stop, time, title);
    this.controls.showStop(stop);
    this.playhead.say(stop, {
      ...{ startMs: this.startMs, nowMs, locale: language },
    });
    if (stop?.isNow) this.player.stop();
    this.place();
  }

  /** Keeps the playhead in sight when it went somewhere else. */
  private follow(): void {
    const { stop, span } = this;
    if (!stop || !this.overview) return;
    const next = showing(span, this.headMs, this.limits);
    if (next !== span) this.changeSpan(next);
  }

  // ---- what is shown

  private showStrip(): void {
    // The first sums for a range may still be on their way: all of history is better than nothing.
    this.strip.show(this.sums ?? this.overview, this.overview, this.span);
    this.showStop();
  }

  private showFiles(): void {
    const { stopFiles, stop } = this;
    if (!stopFiles) return;
    say(this.heading, filesHeading(stopFiles, stop));
    const isMany = (this.overview?.folders.length ?? 1) > 1;
    this.files.show(stopFiles, {
      emptyText: noFilesText(stopFiles.against, stop),
      folderName: (key) =>
        isMany
          ? (this.overview?.folders.find((each) => each.key === key)?.name ??
            null)
          : null,
    });
  }

  private showLines(counted: readonly (FileKey & Partial<StopFile>)[]): void {
    if (!this.stopFiles) return;
    const known = new Map(
      counted.map((each) => [`${each.folder}\n${each.path}`, each]),
    );
    const files = this.stopFiles.files.map((file) => ({
      ...file,
      ...known.get(`${file.folder}\n${file.path}`),
    }));
    this.stopFiles = { ...this.stopFiles, files };
    this.files.refresh(files);
  }

  private choose(file: StopFile, isPinned: boolean): void {
    const { folder, path } = file;
    this.chosen = { folder, path };
    this.files.choose(this.chosen);
    this.showFileActions();
    this.post({ type: "choose", file: this.chosen, isPinned });
  }

  private showFileActions(): void {
    this.fileActions.hidden = this.chosen === null;
  }

  private compareWith(against: Comparison): void {
    this.against.show(against);
    this.post({ type: "against", against });
    this.go({ to: "here" });
  }

  private toggleTable(): void {
    this.keep({ isTable: !this.kept.isTable });
    this.showTable();
    if (this.kept.isTable && this.sums)
      this.table.show(this.sums, this.language);
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

  private point(pointed: Pointed | undefined, x: number, y: number): void {
    const isSame =
      pointed?.type === "bar"
        ? this.pointed?.type === "bar" && this.pointed.bar === pointed.bar
        : pointed !== undefined &&
          this.pointed?.type === "mark" &&
          pointed.mark === this.pointed.mark;
    this.pointed = pointed;
    if (!pointed) return this.tip.hide();
    if (isSame) return this.tip.move(x, y);
    const { nowMs, language } = this;
    if (pointed.type === "mark") {
      const { mark } = pointed;
      return this.tip.show(x, y, [
        escapeDirections(markText(mark)),
        timeText(mark.atMs, nowMs, language),
      ]);
    }
    const { lane, bar, span, folder } = pointed;
    this.tip.show(x, y, [
      barText(lane, bar),
      bucketText(span, nowMs, language),
    ]);
    const [, , , , , moment] = bar;
    this.asker.ask({ type: "about", folder: folder.key, moment });
  }
}
