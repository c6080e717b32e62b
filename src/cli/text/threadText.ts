import type { ThreadEdit, ThreadMessage } from "../../engine/model/thread";
import { newerSections, wayBackText } from "../../wording/plan";
import {
  didEditText,
  leftToOthersSection,
  nothingToEditText,
  willEditText,
} from "../../wording/threads";
import { changeLines, changedByAgents, sectionLines } from "./planText";
import { voice } from "./voice";
import { printable, table, timeText, type Paint } from "./text";
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

/** Returns a message's text, shortened to fit on a line. */
export function firstLine(text: string, length = 100): string {
  const line = printable(text.split("\n", 1)[0]!.trim());
  return widthOf(line) > length ? `${cutToWidth(line, length - 1)}…` : line;
}

/** Describes an edit from a message before it is applied. */
export function editLines(edit: ThreadEdit, paint: Paint): string[] {
  const changedByOthers = changedByAgents(edit.changedByOthers);
  return [
    ...sectionLines(newerSections({ changedByOthers }, voice), paint),
    ...changeLines(edit.restorations, paint),
    ...leftLines(edit, paint),
    `${willEditText(edit, voice).join(" ")} Nothing has been changed yet.`,
  ];
}

/** Describes it after it was applied. */
export function doneLines(edit: ThreadEdit, paint: Paint): string[] {
  // Without a guard nothing was done, so `undo` would refer to an earlier restore.
  const text =
    edit.guard === null
      ? nothingToEditText(voice)
      : [
          paint("green", "Done:"),
          ...didEditText(edit, voice),
          wayBackText("thread", voice),
        ].join(" ");
  return [text, ...leftLines(edit, paint)];
}

function leftLines({ leftToOthers }: ThreadEdit, paint: Paint): string[] {
  return sectionLines(leftToOthersSection(leftToOthers, voice), paint);
}
