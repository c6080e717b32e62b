import type { StopStep } from "../../../engine/api";
import { l10n } from "../../text/l10n";
import type { Action, Kept, Stop } from "../protocol";
import { SPEEDS } from "../speeds";
import { isPreset, type Preset } from "../timeSpan";
import {
  iconButton,
  rove,
  segments,
  select,
  shortButton,
  textButton,
} from "./buttons";
import { el, say, set } from "./element";
import { icon } from "./icons";

export interface ControlEvents {
  onRange(preset: Preset): void;
  onZoom(isIn: boolean): void;
  onStep(isBack: boolean): void;
  onEnd(isBack: boolean): void;
  onStepUnit(step: StopStep): void;
  onPlay(): void;
  onSpeed(speed: number): void;
  onTable(): void;
  onAct(action: Action): void;
}

/** The row of controls above the strip: one stop of the Tab key. */
export class Controls {
  readonly root: HTMLElement;
  private readonly ranges;
  private readonly units;
  private readonly speeds;
  private readonly play;
  private readonly table;
  private readonly filter;
  private readonly clear;
  private readonly ends: Record<
    "first" | "back" | "forward" | "last",
    HTMLElement
  >;

  constructor(events: ControlEvents) {
    this.ranges = segments<Preset>(
      l10n.t("Shown time"),
      [
        ["hour", l10n.t("1 h")],
        ["today", l10n.t("Today")],
        ["week", l10n.t("Week")],
        ["all", l10n.t("All")],
      ],
      (preset) => events.onRange(preset),
    );
    this.units = select<StopStep>(
      l10n.t("Step by"),
      [
        ["moment", l10n.t("moment")],
        ["checkpoint", l10n.t("checkpoint")],
        ["turn", l10n.t("turn")],
        ["day", l10n.t("day")],
      ],
      (step) => events.onStepUnit(step),
    );
    this.speeds = select<number>(
      l10n.t("Speed"),
      SPEEDS.map((speed) => [speed, l10n.t("{0}/s", speed)] as const),
      (speed) => events.onSpeed(speed),
    );
    this.ends = {
      first: iconButton("first", l10n.t("Go to the start"), () =>
        events.onEnd(true),
      ),
      back: iconButton("back", l10n.t("Step back"), () => events.onStep(true)),
      forward: iconButton("forward", l10n.t("Step forward"), () =>
        events.onStep(false),
      ),
      last: iconButton("last", l10n.t("Go to now"), () => events.onEnd(false)),
    };
    this.play = iconButton("play", l10n.t("Play"), () => events.onPlay());
    this.table = iconButton("table", l10n.t("Show as table"), () =>
      events.onTable(),
    );
    this.filter = textButton("", () => events.onAct("filter"), "plain");
    this.filter.classList.add("filter");
    this.clear = iconButton("clear", l10n.t("Clear filter"), () =>
      events.onAct("clearFilter"),
    );
    const group = (...parts: HTMLElement[]) =>
      el("div", { class: "group" }, ...parts);
    this.root = el(
      "div",
      {
        class: "controls",
        role: "toolbar",
        "aria-label": l10n.t("Time Machine"),
      },
      group(
        this.ranges,
        iconButton("zoomOut", l10n.t("Zoom out"), () => events.onZoom(false)),
        iconButton("zoomIn", l10n.t("Zoom in"), () => events.onZoom(true)),
      ),
      group(this.play, this.speeds),
      group(
        ...[this.ends.first, this.ends.back],
        this.units,
        ...[this.ends.forward, this.ends.last],
      ),
      group(this.filter, this.clear),
      el("div", { class: "spring" }),
      group(this.table),
    );
    rove(this.root);
  }

  show({ range, step, speed, isTable }: Kept): void {
    this.ranges.show(isPreset(range) ? range : null);
    this.units.show(step);
    this.speeds.show(speed);
    this.table.setAttribute("aria-pressed", String(isTable));
  }

  showFilter(text: string): void {
    const label = text === "" ? l10n.t("Filter...") : l10n.t("Only {0}", text);
    this.filter.replaceChildren(icon("filter"), el("span", {}, label));
    this.filter.title = label;
    this.filter.classList.toggle("is-on", text !== "");
    this.clear.hidden = text === "";
  }

  showStop(stop: Stop | null): void {
    const { first, back, forward, last } = this.ends;
    // Not disabled: the focus would be lost at the end of the way.
    for (const button of [first, back])
      set(button, { "aria-disabled": String(!stop || stop.isFirst) });
    for (const button of [forward, last])
      set(button, { "aria-disabled": String(!stop || stop.isNow) });
  }

  showPlaying(isPlaying: boolean): void {
    const label = isPlaying ? l10n.t("Pause") : l10n.t("Play");
    set(this.play, { "aria-label": label, title: label });
    this.play.replaceChildren(icon(isPlaying ? "pause" : "play"));
  }
}

/** Where the playhead is, and what can be done there. */
export class StopBar {
  readonly root: HTMLElement;
  private readonly time = el("strong", { class: "stop-time" });
  private readonly title = el("span", { class: "stop-title" });
  private readonly restore;
  private readonly others: HTMLElement[];

  constructor(onAct: (action: Action) => void) {
    this.restore = textButton(
      l10n.t("Restore Workspace to Here..."),
      () => onAct("restoreWorkspace"),
      "primary",
    );
    this.others = [
      shortButton(l10n.t("Compare with..."), "compare", () => onAct("compare")),
      shortButton(l10n.t("Name This Moment..."), "name", () => onAct("name")),
      shortButton(l10n.t("Open as Folder"), "folder", () =>
        onAct("openFolder"),
      ),
    ];
    const actions = el(
      "div",
      {
        class: "actions",
        role: "toolbar",
        "aria-label": l10n.t("This moment"),
      },
      ...[this.restore, ...this.others],
    );
    rove(actions);
    this.root = el(
      "div",
      { class: "stop-bar" },
      el(
        "p",
        { class: "stop", "aria-live": "off" },
        this.time,
        " ",
        this.title,
      ),
      actions,
    );
  }

  show(stop: Stop | null, time: string, title: string): void {
    say(this.time, time);
    say(this.title, title);
    this.title.title = title;
    set(this.restore, { "aria-disabled": String(!stop || stop.isNow) });
    for (const each of this.others)
      set(each, { "aria-disabled": String(!stop) });
  }
}
