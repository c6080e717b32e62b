import path from "node:path";
import type { Engine, EngineEvent } from "../../engine/api";
import { damagedText, recoveredText, unendedText } from "../../wording/health";
import type { Output } from "./output";
import { printable } from "./text";
import { voice } from "./voice";

/** Reports damage or interrupted work that was found while opening a history. */
export function reportHealth(engine: Engine, out: Output): void {
  engine.onDidChange((event) => {
    const text = healthText(path.basename(engine.root), event);
    if (text) out.note(`${out.paintErr("yellow", "note:")} ${printable(text)}`);
  });
}

function healthText(folder: string, event: EngineEvent): string | null {
  switch (event.type) {
    case "damaged": {
      const { message, hint } = damagedText(folder, event.finding, voice);
      return `${message} ${hint}`;
    }
    case "unended": {
      const { message, hint } = unendedText(folder, event.error, voice);
      return `${message} ${hint}`;
    }
    case "recovered":
      return recoveredText(event, voice);
    default:
      return null;
  }
}
