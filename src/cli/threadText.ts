import type { ThreadEdit, ThreadMessage } from "../engine/model/thread";
import { changeLines, othersLines } from "./planText";
import { count, printable, table, timeText, type Paint } from "./text";
import { cutToWidth, widthOf } from "./width";

export function messageRows(
  messages: readonly ThreadMessage[],
  paint: Paint,
): string[] {
  const rows = messages.map((m) => [
    paint(m.deleted ? "dim" : "yellow", printable(m.id)),
    paint("dim", timeText(m.at)),
    m.role,
    paint("dim", `@${m.moment}`),
    m.deleted
      ? paint("dim", `(deleted) ${firstLine(m.text)}`)
      : firstLine(m.text),
  ]);
  return table(rows);
}

/** Returns what a message says, short enough for a line. */
export function firstLine(text: string, length = 100): string {
  const line = printable(text.split("\n", 1)[0]!.trim());
  return widthOf(line) > length ? `${cutToWidth(line, length - 1)}…` : line;
}

/** How going back to a message looks before it is done. */
export function editLines(edit: ThreadEdit, paint: Paint): string[] {
  return [
    ...changeLines(edit.restorations, paint),
    ...othersLines(edit.changedByOthers, paint),
    `${count(edit.restorations.length, "file")} to restore, ${laterMessages(edit)} to mark as deleted; nothing was changed yet.`,
  ];
}

/** And when it was done. */
export function doneLines(edit: ThreadEdit, paint: Paint): string[] {
  // Then an undo would be of something else.
  if (edit.guard === null)
    return [
      "Nothing to do: the files are as they were then, and nothing was said since.",
    ];
  return [
    `${paint("green", "Done:")} ${count(edit.restorations.length, "file")} restored, ${laterMessages(edit)} marked as deleted.` +
      " “checkpoint undo” takes it back.",
  ];
}

function laterMessages({ deletedMessages }: ThreadEdit): string {
  return count(deletedMessages.length, "later message");
}
