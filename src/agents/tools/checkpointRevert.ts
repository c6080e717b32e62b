import * as z from "zod";
import type { Conflict } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import { OVERWRITES, tool } from "../tool";
import { applyPlan } from "./applyPlan";
import { messageId, path, paths, ref, source, threadId } from "./inputs";
import {
  planAnswer,
  restoreAnswer,
  restoreOut,
  unapplied,
} from "./restoreAnswer";
import { oneLine, pathLines, pathText } from "./texts";

/** Of all texts of an answer together. */
const MOST_TEXTS = 48_000;
/** What the words show of conflicts: so many files, and so much of each. */
const SHOWN = 10;
const MOST_SHOWN = 2000;

const input = z.strictObject({
  ref: ref("Take back what this checkpoint changed.").optional(),
  source: source("Take back what this author changed:").optional(),
  since: ref("With source: only what was changed since then.").optional(),
  thread: threadId
    .optional()
    .describe("Take back what was changed in this conversation."),
  message: messageId
    .optional()
    .describe("With thread: only what this message’s turn changed."),
  paths: paths("Only in these.").optional(),
  resolve: z
    .record(
      path,
      z.union([
        z.enum(["ours", "theirs"]),
        z.strictObject({ text: z.string().max(2_000_000) }),
      ]),
    )
    .optional()
    .describe(
      "Decisions for conflicts, by path: ours keeps the file as it is now, theirs takes the older content, {text} is the whole file to write.",
    ),
  dryRun: z
    .boolean()
    .optional()
    .describe("True only shows what would happen and writes nothing."),
});

type Input = z.output<typeof input>;

export const checkpointRevert = tool({
  name: "checkpoint_revert",
  title: "Take back one change, keep the rest",
  description:
    "Like git revert: takes back what one checkpoint, one author, or one conversation changed and keeps everything done since, by three-way merge. " +
    "OVERWRITES files, brings back deleted ones and DELETES files that change had added. " +
    "With conflicts nothing is written and the answer lists them: call again with resolve. " +
    "What is replaced is recorded first, so it can be undone with checkpoint_undo. Your context of the changed files is stale afterwards.",
  input,
  output: restoreOut.extend({
    conflicts: z.array(
      z.object({
        path: z.string(),
        binary: z.boolean(),
        base: z.string().nullable(),
        ours: z.string().nullable(),
        theirs: z.string().nullable(),
        merged: z.string().nullable().describe("With conflict markers."),
        truncated: z
          .boolean()
          .describe(
            "True when these texts are cut: none of them is the whole file.",
          ),
      }),
    ),
  }),
  hints: OVERWRITES,
  confirm: (given) =>
    given.dryRun
      ? null
      : {
          title: "Revert changes?",
          message: `${subjectOf(given)} is taken back; everything since is kept. Files are overwritten or deleted. It can be undone.`,
        },
  async run(given, context) {
    checkSubject(given);
    const { engine, source: as, call, editors } = context;
    const { dryRun, ...request } = given;
    const { plan, conflicts } = await engine.planRevert(
      { ...request, as, editors: editors() },
      call,
    );
    if (conflicts.length > 0 || dryRun)
      return {
        value: { ...unapplied(plan), conflicts: conflictValues(conflicts) },
        text:
          conflicts.length > 0
            ? conflictText(conflicts)
            : planAnswer(plan).text,
      };
    const { value, text } = restoreAnswer(await applyPlan(plan, context));
    return { value: { ...value, conflicts: [] }, text };
  },
});

function checkSubject(given: Input): void {
  const subjects = [given.ref, given.source, given.thread];
  if (subjects.filter((one) => one !== undefined).length !== 1)
    throw bad("Say whose change to take back: one of ref, source or thread.");
  if (given.since !== undefined && given.source === undefined)
    throw bad("since goes with source.");
  if (given.message !== undefined && given.thread === undefined)
    throw bad("message goes with thread.");
}

function bad(message: string): CheckpointError {
  return new CheckpointError("bad-input", message, {
    hint: "Nothing was changed.",
  });
}

function conflictText(conflicts: readonly Conflict[]): string {
  const isAnyCut = conflictValues(conflicts).some(({ truncated }) => truncated);
  return [
    "Nothing was written: these files were changed again since, in the same places:",
    ...pathLines(conflicts.map(({ path }) => ["!", path] as const)),
    ...conflicts.slice(0, SHOWN).flatMap((conflict) => {
      const { path, merged } = conflict;
      if (merged === null) return [sidesLine(conflict)];
      const lines = conflictLines(merged).join("\n");
      const isCut = lines.length > MOST_SHOWN;
      return [
        `In ${pathText(path)} (ours is the file as it is now):`,
        lines.slice(0, MOST_SHOWN) + (isCut ? "\n(cut short)" : ""),
      ];
    }),
    `Decide each: call checkpoint_revert again with resolve, for instance {${JSON.stringify(conflicts[0]?.path)}: "ours"}, which keeps the file as it is now, "theirs", which takes it back, or {"text": ...}.`,
    ...(isAnyCut
      ? [
          "Some texts in this answer are cut (truncated): read such a file itself before you decide with text, which is the whole file.",
        ]
      : []),
  ].join("\n");
}

/** What there is to decide between where no lines can show it. */
function sidesLine({ path, ours, theirs, binary }: Conflict): string {
  if (binary) return `${pathText(path)} is binary: its lines cannot be shown.`;
  const side = (text: string | null) => (text === null ? "no file" : "a file");
  return `${pathText(path)}: ours is ${side(ours)}, theirs is ${side(theirs)}.`;
}

/** Returns the lines between conflict markers, with a few around them. */
function conflictLines(merged: string): string[] {
  const AROUND = 3;
  const lines = merged.split("\n");
  const isKept = lines.map(() => false);
  let isInside = false;
  for (const [at, line] of lines.entries()) {
    if (line.startsWith("<<<<<<<")) isInside = true;
    if (isInside) isKept.fill(true, Math.max(0, at - AROUND), at + 1 + AROUND);
    if (line.startsWith(">>>>>>>")) isInside = false;
  }
  return lines.flatMap((line, at) => {
    if (isKept[at]) return [line];
    return at > 0 && isKept[at - 1] ? ["..."] : [];
  });
}

function conflictValues(conflicts: readonly Conflict[]) {
  const most = Math.floor(MOST_TEXTS / Math.max(1, conflicts.length) / 4);
  const cut = (text: string | null) => text && text.slice(0, most);
  return conflicts.map(({ path, binary, base, ours, theirs, merged }) => ({
    path,
    binary,
    base: cut(base),
    ours: cut(ours),
    theirs: cut(theirs),
    merged: cut(merged),
    truncated: [base, ours, theirs, merged].some(
      (text) => text !== null && text.length > most,
    ),
  }));
}

function subjectOf(given: Input): string {
  if (given.ref !== undefined) return `What ${oneLine(given.ref)} changed`;
  if (given.source !== undefined)
    return `What ${oneLine(given.source)} changed`;
  return `What conversation ${oneLine(given.thread ?? "")} changed`;
}
