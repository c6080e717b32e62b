import type { Move } from "./protocol";

/** What a key does on the strip. */
export type KeyDeed =
  | { do: "move"; move: Move }
  | { do: "zoom"; factor: number }
  | { do: "all" }
  | { do: "play" };

export interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

const ZOOM = 2;

/**
 * Returns what a key means on the playhead. As on any slider, the arrows take the smallest step,
 * Page Up goes on in time, Home and End go to its ends; with Shift the steps are larger.
 */
export function keyDeed(pressed: Key): KeyDeed | undefined {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return undefined;
  const { shiftKey } = pressed;
  switch (pressed.key) {
    case "ArrowRight":
    case "ArrowUp":
      return step(shiftKey ? "turn" : "moment", false);
    case "ArrowLeft":
    case "ArrowDown":
      return step(shiftKey ? "turn" : "moment", true);
    case "PageUp":
      return step(shiftKey ? "day" : "checkpoint", false);
    case "PageDown":
      return step(shiftKey ? "day" : "checkpoint", true);
    case "Home":
      return step("end", true);
    case "End":
      return { do: "move", move: { to: "now" } };
    case "+":
    case "=":
      return { do: "zoom", factor: 1 / ZOOM };
    case "-":
      return { do: "zoom", factor: ZOOM };
    case "0":
      return { do: "all" };
    case " ":
      return { do: "play" };
    default:
      return undefined;
  }
}

function step(by: (Move & { to: "step" })["by"], isBack: boolean): KeyDeed {
  return { do: "move", move: { to: "step", by, isBack } };
}
