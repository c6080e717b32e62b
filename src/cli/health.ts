import type { Engine, EngineEvent } from "../engine/api";
import type { Output } from "./output";
import { printable } from "./text";

/** Tells what was found or ended while a history was opened, which nobody asked about. */
export function tellHealth(engine: Engine, out: Output): void {
  engine.onDidChange((event) => {
    const text = healthText(event);
    if (text) out.note(`${out.paintErr("yellow", "note:")} ${printable(text)}`);
  });
}

export function healthText(event: EngineEvent): string | null {
  switch (event.type) {
    case "damaged":
      return `This history is damaged: ${withoutStop(event.detail)}. Your files are untouched. “checkpoint verify” says what is affected, and verify --repair saves what can be saved.`;
    case "unended":
      return `A restore is only partly done: ${withoutStop(event.detail)}. The guard checkpoint made before it holds everything, and it is tried again whenever the history is opened.`;
    case "recovered": {
      const { deed, state, leftAlone } = event;
      const ended =
        state === "recovered"
          ? "has been finished now; “checkpoint undo” takes it back."
          : "has been taken back: your files are as they were before it.";
      const left =
        leftAlone.length === 0
          ? ""
          : ` Changed since, and left alone: ${leftAlone.slice(0, 5).join(", ")}${leftAlone.length > 5 ? `, and ${leftAlone.length - 5} more` : ""}.`;
      return `“${deed}” was cut off, and ${ended}${left}`;
    }
    default:
      return null;
  }
}

function withoutStop(text: string): string {
  return text.replace(/[.]$/, "");
}
