import * as z from "zod";
import { briefRevert } from "../../answers/brief";
import type { Conflict } from "../../engine/api";
import { problem } from "../../engine/model/errors";
import { OVERWRITES, tool } from "../tool";
import { applyPlan } from "./applyPlan";
import { messageId, path, paths, ref, source, threadId } from "./inputs";
import { firstOf, planAnswer, restoreAnswer, unapplied } from "./restoreAnswer";
import { oneLine, pathLines, pathText, sectionLines } from "./texts";
import { uncertainSection } from "../../wording/plan";
import { voice } from "../voice";
import { revertQuestion } from "../../wording/consent";

/** The limit for all texts of an answer together. */
const MOST_TEXTS = 48_000;
/** How many conflicting files the text shows, and how much of each. */
const SHOWN = 10;
const MOST_SHOWN = 2000;

const input = z.strictObject({
  ref: ref("Revert what this checkpoint changed.").optional(),
  source: source("Revert what this author changed:").optional(),
  since: ref("With source: only what was changed since then.").optional(),
  thread: threadId
    .optional()
    .describe("Revert what was changed in this conversation."),
  message: messageId
    .optional()
    .describe("With thread: only what this message’s turn changed."),
  maybe: z
    .boolean()
    .optional()
    .describe(
      "With source or thread: also revert changes whose author is uncertain. Use it only if the user has agreed to the files listed under maybe.",
    ),
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
      "Decisions for conflicts, by path: ours keeps the file as it is now, theirs restores the older content, {text} is the whole file to write.",
    ),
  dryRun: z
    .boolean()
    .optional()
    .describe("True only shows what would happen and writes nothing."),
});

type Input = z.output<typeof input>;

export const checkpointRevert = tool({
  name: "checkpoint_revert",
  title: "Revert one change, keep later ones",
  description:
    "Like git revert: removes what one checkpoint, one author, or one conversation changed and keeps everything done since, by three-way merge. " +
    "OVERWRITES files, recreates deleted ones and DELETES files that the change had added. " +
    "With conflicts nothing is written and the answer lists them: call again with resolve. " +
    "The current state is recorded first, so this can be undone with checkpoint_undo. Your context of the changed files is stale afterwards.",
  input,
  output: briefRevert,
  hints: OVERWRITES,
  confirm: ({ ref: point, source: author, thread, maybe, dryRun }, voice) =>
    dryRun
      ? null
      : revertQuestion(
          oneLine(point ?? author ?? thread ?? ""),
          {
            isThread: point === undefined && author === undefined,
            maybe: maybe === true,
          },
          voice,
        ),
  async run(given, context) {
    checkSubject(given);
    const { engine, source: as, call, editors } = context;
    const { dryRun, ...request } = given;
    const { plan, conflicts, maybe } = await engine.planRevert(
      { ...request, as, editors: editors() },
      call,
    );
    const uncertain = firstOf(maybe);
    const withMaybe = (text: string) =>
      [text, ...sectionLines(uncertainSection(maybe, voice))].join("\n");
    if (conflicts.length > 0 || dryRun)
      return {
        value: {
          ...unapplied(plan),
          maybe: uncertain,
          conflicts: conflictValues(conflicts),
        },
        text: withMaybe(
          conflicts.length > 0
            ? conflictText(conflicts)
            : planAnswer(plan).text,
        ),
      };
    const { value, text } = restoreAnswer(await applyPlan(plan, context));
    return {
      value: { ...value, maybe: uncertain, conflicts: [] },
      text: withMaybe(text),
    };
  },
});

function checkSubject(given: Input): void {
  const subjects = [given.ref, given.source, given.thread];
  if (subjects.filter((one) => one !== undefined).length !== 1)
    throw problem("bad-tool-call", { fault: "revert-subject" });
  if (given.since !== undefined && given.source === undefined)
    throw problem("bad-tool-call", { fault: "since-without-source" });
  if (given.message !== undefined && given.thread === undefined)
    throw problem("bad-tool-call", { fault: "message-without-thread" });
  if (given.maybe && given.ref !== undefined)
    throw problem("bad-tool-call", { fault: "maybe-without-author" });
}

function conflictText(conflicts: readonly Conflict[]): string {
  const isAnyCut = conflictValues(conflicts).some(({ truncated }) => truncated);
  return [
    "Nothing was written: the same lines in these files have been changed since:",
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
    `Resolve each: call checkpoint_revert again with resolve, for example {${JSON.stringify(conflicts[0]?.path)}: "ours"}, which keeps the file as it is now, "theirs", which reverts it, or {"text": ...}.`,
    ...(isAnyCut
      ? [
          "Some texts in this answer are truncated. Read such a file itself before you resolve it with text, which is the whole file.",
        ]
      : []),
  ].join("\n");
}

/** Describes the sides of a conflict that cannot be shown as lines. */
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
  return conflicts.map(({ base, ours, theirs, merged, ...conflict }) => ({
    ...conflict,
    base: cut(base),
    ours: cut(ours),
    theirs: cut(theirs),
    merged: cut(merged),
    truncated: [base, ours, theirs, merged].some(
      (text) => text !== null && text.length > most,
    ),
  }));
}
