import {
  stateTimeOf,
  type ChangeCounts,
  type ChangePaths,
  type Checkpoint,
  type CheckpointDetail,
  type CheckpointKind,
  type Skipped,
} from "../../engine/model/checkpoint";
import { printable, table, timeText, type Paint } from "./text";
import { resultOf } from "../../engine/model/verdicts";
import { count } from "../../wording/counts";
import { checkpointTitle } from "../../wording/kinds";
import { reasonText } from "../../wording/reasons";
import { MARKS, verdictText } from "../../wording/verdicts";
import { voice } from "./voice";
import { cutToWidth, widthOf } from "./width";

/** With less room than this, a name is wrapped instead of truncated. */
const LEAST_NAME = 16;

/**
 * Formats checkpoints as text: as a row of a list, or in full. On a terminal a row is truncated to
 * one line; `show` has the whole name.
 */
export function checkpointRows(
  checkpoints: readonly Checkpoint[],
  paint: Paint,
  columns = Infinity,
): string[] {
  const facts = checkpoints.map((c) => [
    paint("yellow", `#${c.number}`),
    paint("dim", timeText(stateTimeOf(c))),
    kindText(c.kind, paint),
    countsText(c.filesChanged, paint),
    paint("dim", printable(c.source)),
  ]);
  const [toName = ""] = table(
    facts.map((row) => [...row, "|"]),
    [0],
  );
  const room = columns + 1 - widthOf(toName);
  const most = room < LEAST_NAME ? Infinity : room;
  const rows = facts.map((row, i) => [
    ...row,
    nameText(checkpoints[i]!, paint, most),
  ]);
  return table(rows, [0]);
}

export function checkpointLine(c: Checkpoint, paint: Paint): string {
  return `${paint("yellow", `#${c.number}`)} ${nameText(c, paint)}`;
}

export function checkpointLines(c: CheckpointDetail, paint: Paint): string[] {
  const facts: [string, string][] = [
    ["kind", c.kind],
    ["created", `${timeText(c.createdAt)} by ${printable(c.source)}`],
    ...(c.stateAt === undefined
      ? []
      : ([["state of", timeText(c.stateAt)]] as [string, string][])),
    ["id", `${c.id}, moment @${c.moment}`],
  ];
  for (const verdict of c.verdicts)
    facts.push([
      "check",
      `${printable(verdictText(verdict, voice))} (${timeText(verdict.at)}, ${printable(verdict.source)})`,
    ]);
  if (c.git) facts.push(["git", gitText(c.git)]);
  if (c.thread)
    facts.push(["thread", printable([c.thread, c.message].join(" ").trim())]);
  if (c.models) facts.push(["model", printable(c.models.join(", "))]);
  if (c.subagents) facts.push(["subagent", printable(c.subagents.join(", "))]);
  if (c.task?.current) facts.push(["task", printable(c.task.current)]);
  if (c.task?.completed?.length)
    facts.push(["completed", printable(c.task.completed.join(", "))]);
  if (c.task?.session !== undefined)
    facts.push(["session", String(c.task.session)]);
  if (c.task?.tokens !== undefined)
    facts.push(["tokens", c.task.tokens.toLocaleString("en")]);
  if (c.unsaved > 0)
    facts.push([
      "unsaved",
      `${count(c.unsaved, "editor")} with unsaved changes`,
    ]);
  const metadata = Object.entries(c.metadata);
  if (metadata.length > 0) facts.push(["metadata", ""]);
  for (const [key, value] of metadata)
    facts.push([`  ${printable(key)}`, printable(JSON.stringify(value))]);
  const head = `${paint("yellow", `#${c.number}`)} ${paint("bold", printable(checkpointTitle(c, voice)))}`;
  return [
    c.pinned ? `${head} ${paint("magenta", "(pinned)")}` : head,
    ...(c.description
      ? c.description.split("\n").map((l) => `    ${printable(l)}`)
      : []),
    ...table(facts.map(([key, value]) => [`  ${paint("dim", key)}`, value])),
    ...changedLines(c.filesChanged, paint),
    ...skippedLines(c.skipped, paint),
  ];
}

/** Returns one line per path: `A` added, `M` modified, `D` deleted. */
export function changedLines(
  changed: ChangePaths,
  paint: Paint,
  limit = Infinity,
): string[] {
  const lines = [
    ...changed.added.map((p) => `  ${paint("green", "A")} ${printable(p)}`),
    ...changed.modified.map((p) => `  ${paint("yellow", "M")} ${printable(p)}`),
    ...changed.deleted.map((p) => `  ${paint("red", "D")} ${printable(p)}`),
  ];
  const more = lines.length - limit;
  return more > 0
    ? [...lines.slice(0, limit), `  and ${more} more; --json lists all`]
    : lines;
}

export function skippedLines(
  skipped: readonly Skipped[],
  paint: Paint,
  limit = 20,
): string[] {
  if (skipped.length === 0) return [];
  const shown = skipped.slice(0, limit);
  const more = skipped.length - shown.length;
  return [
    paint("yellow", `Not recorded: ${count(skipped.length, "path")}`),
    ...shown.map(
      (s) => `  ${printable(s.path)} (${reasonText(s.reason, voice)})`,
    ),
    ...(more > 0 ? [`  and ${more} more; --json lists all`] : []),
  ];
}

export function countsText(c: ChangeCounts, paint: Paint): string {
  const parts = [
    c.added > 0 ? paint("green", `+${c.added}`) : "",
    c.modified > 0 ? paint("yellow", `~${c.modified}`) : "",
    c.deleted > 0 ? paint("red", `-${c.deleted}`) : "",
  ].filter((part) => part !== "");
  return parts.length > 0 ? parts.join(" ") : paint("dim", "no change");
}

function nameText(c: Checkpoint, paint: Paint, columns = Infinity): string {
  const pin = c.pinned ? ` ${paint("magenta", "(pinned)")}` : "";
  const mark = signOf(c, paint);
  const name = shortened(
    printable(checkpointTitle(c, voice)),
    columns - widthOf(pin + mark),
  );
  return mark + (c.name ? name : paint("dim", name)) + pin;
}

const MARK_STYLES = {
  passed: "green",
  failed: "red",
  mixed: "yellow",
} as const;

/** A mark in front of a name: whether the state passed its checks. */
function signOf({ verdicts }: Checkpoint, paint: Paint): string {
  const result = resultOf(verdicts);
  return result === null ? "" : paint(MARK_STYLES[result], `${MARKS[result]} `);
}

function shortened(text: string, columns: number): string {
  return widthOf(text) <= columns ? text : `${cutToWidth(text, columns - 1)}…`;
}

function kindText(kind: CheckpointKind, paint: Paint): string {
  const styles = {
    automatic: "dim",
    guard: "red",
    manual: "cyan",
    feature: "green",
    session: "blue",
  } as const;
  return paint(styles[kind], kind);
}

function gitText(git: NonNullable<Checkpoint["git"]>): string {
  const where = git.branch ? printable(git.branch) : "detached";
  const commit = git.commit
    ? ` at ${git.commit.slice(0, 10)}`
    : ", no commit yet";
  const dirty = git.dirtyCount;
  return where + commit + (dirty > 0 ? `, ${count(dirty, "dirty file")}` : "");
}
