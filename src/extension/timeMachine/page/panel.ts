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
import { Controls, StopBar } from "./controls";
import { el, say } from "./element";
import { FileList } from "./fileList";
import { Hover } from "./hover";
import { ShownTime } from "./shownTime";
import { Steering } from "./steering";
import { TimeView } from "./timeView";

const ZOOM = 2;

/** The page: it shows what the extension answers, and asks where the person goes. */
export class Panel {
  private readonly language: string;
  private readonly asker: Asker;
  private readonly time: ShownTime;
  private readonly timeView: TimeView;
  private readonly controls: Controls;
  private readonly stopBar: StopBar;
  private readonly files: FileList;
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
      onHold: () => this.timeView.hold(),
      onPlaying: (isPlaying) => this.controls.showPlaying(isPlaying),
      onZoom: (factor) => this.timeView.zoom(factor),
      onAll: () => this.timeView.changeRange("all"),
    });
    const ask = this.asker.ask.bind(this.asker);
    this.hover = new Hover(ask, () => ({
      ...{ nowMs: this.time.nowMs, language: this.language },
    }));
    this.timeView = new TimeView(
      ...([this.asker, this.time, this.steering, this.language] as const),
      {
        onRange: (range) => {
          this.keep({ range });
          this.showStop();
        },
        onPoint: (pointed, x, y) => this.hover.point(pointed, x, y),
      },
    );
    this.files = new FileList(begin, {
      ...{ ask, post, onCompare: () => this.steering.go({ to: "here" }) },
    });
    this.build(root);
    this.begin(begin);
  }

  private makeControls(): Controls {
    return new Controls({
      onRange: (range) => this.timeView.changeRange(range),
      onZoom: (isIn) => this.timeView.zoom(isIn ? 1 / ZOOM : ZOOM),
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

  private build(root: HTMLElement): void {
    root.replaceChildren(
      el("h1", { class: "spoken" }, l10n.t("Time Machine")),
      ...[this.controls.root, this.notice, this.stopBar.root],
      el("div", { class: "body" }, this.timeView.root, this.files.root),
      this.hover.root,
    );
  }

  private begin({ around }: Begin): void {
    this.controls.show(this.kept);
    this.controls.showPlaying(false);
    this.timeView.showTable(this.kept.isTable);
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
        this.timeView.takeOverview(answer.strip);
        return this.showStop();
      case "strip":
        this.timeView.takeStrip(answer.strip);
        return this.showStop();
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
    if (isNew) this.timeView.follow();
  }

  private askAll(): void {
    this.timeView.ask();
    this.steering.go({ to: "here" });
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

  private showStop(): void {
    const { language } = this;
    const { stop } = this.steering;
    const { nowMs } = this.time;
    const title = stop ? escapeDirections(stopTitle(stop)) : "";
    const time = stop
      ? stopTime(stop, nowMs, language)
      : this.isAsked
        ? l10n.t("Nothing is recorded yet")
        : "";
    this.stopBar.show(stop, time, title);
    this.controls.showStop(stop);
    this.timeView.showStop(stop);
  }

  private toggleTable(): void {
    this.keep({ isTable: !this.kept.isTable });
    this.timeView.showTable(this.kept.isTable);
  }

  private showAround({ filter, problem }: Around): void {
    this.controls.showFilter(filter);
    this.notice.hidden = problem === null;
    say(this.notice, problem ?? "");
  }
}
