import { l10n } from "../../text/l10n";
import { keyDeed, type KeyDeed } from "../keyMove";
import type { Stop } from "../protocol";
import { stopSpoken } from "../stopText";
import { el, set } from "./element";

/** The playhead: a slider through time, over all lanes. */
export class PlayheadView {
  readonly root = el("div", {
    ...{ class: "playhead", role: "slider", tabindex: 0 },
    "aria-orientation": "horizontal",
  });

  constructor(onKey: (deed: KeyDeed) => void) {
    this.root.append(
      el("div", { class: "handle" }),
      el("div", { class: "line" }),
    );
    this.root.setAttribute("aria-label", l10n.t("Playhead"));
    this.root.addEventListener("keydown", (event) => {
      const deed = keyDeed(event);
      if (!deed) return;
      event.preventDefault();
      event.stopPropagation();
      onKey(deed);
    });
  }

  /** Only moved: nothing is laid out again. */
  moveTo(x: number, width: number): void {
    const isOutside = x < -1 || x > width + 1;
    this.root.classList.toggle("outside", isOutside);
    const at = Math.min(width, Math.max(0, x));
    this.root.style.transform = `translateX(${at.toFixed(1)}px)`;
  }

  /** What a screen reader says. Values are seconds since the history began. */
  say(
    stop: Stop | null,
    {
      startMs,
      nowMs,
      locale,
    }: { startMs: number; nowMs: number; locale: string },
  ): void {
    const seconds = (ms: number) =>
      Math.max(0, Math.round((ms - startMs) / 1000));
    set(this.root, {
      "aria-valuemin": 0,
      "aria-valuemax": seconds(nowMs),
      "aria-valuenow": seconds(stop && !stop.isNow ? stop.atMs : nowMs),
      "aria-valuetext": stop
        ? stopSpoken(stop, nowMs, locale)
        : l10n.t("Nothing is recorded yet."),
    });
  }
}
