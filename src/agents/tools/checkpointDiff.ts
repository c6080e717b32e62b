import * as z from "zod";
import { briefDiff } from "../../answers/brief";
import type { Diff, FileChange } from "../../engine/model/changes";
import { mustKnowCompared } from "../../host/mustKnowPaths";
import { READS, tool } from "../tool";
import { paths, ref } from "./inputs";
import { oneLine, pathLines, pathText } from "./texts";

const MOST_FILES = 200;
const USUAL_PATCH = 20_000;

export const checkpointDiff = tool({
  name: "checkpoint_diff",
  title: "Compare two moments",
  description:
    "Compares two moments of the workspace folder, or one with the files as they are now: which files were added, modified, deleted or renamed, and the unified patch. Changes nothing.",
  input: z.strictObject({
    from: ref("The older side (default: latest).").optional(),
    to: ref(
      "The newer side (default: workspace, the current files).",
    ).optional(),
    paths: paths("Only these.").optional(),
    patch: z
      .boolean()
      .optional()
      .describe("Whether to include the patch (default: true)."),
    context: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe("Lines of context in the patch (default: 3)."),
    maxPatchLength: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe(
        `Maximum length of the patch (default: ${USUAL_PATCH} characters).`,
      ),
  }),
  output: briefDiff,
  hints: READS,
  async run(input, { engine, call }) {
    const wantsPatch = input.patch ?? true;
    const diff = await engine.diff(
      input.from ?? "latest",
      input.to ?? "workspace",
      { paths: input.paths, context: input.context, patch: wantsPatch },
      call,
    );
    await mustKnowCompared(engine, diff, input.paths ?? []);
    const most = input.maxPatchLength ?? USUAL_PATCH;
    const whole = diff.patch ?? "";
    const patch = whole.length > most ? whole.slice(0, most) : whole;
    const { value, files } = listsOf(diff);
    const truncated = files > MOST_FILES || patch.length < whole.length;
    return {
      value: {
        from: diff.from,
        to: diff.to,
        ...value,
        files,
        ...(wantsPatch ? { patch } : {}),
        truncated,
      },
      text: [
        `${oneLine(diff.from.label)} -> ${oneLine(diff.to.label)}: ${files === 0 ? "no file differs" : files === 1 ? "1 file differs" : `${files} files differ`}.`,
        ...pathLines(markedChanges(diff)),
        ...(patch === "" ? [] : ["", patch]),
        ...(truncated
          ? ["(truncated; use paths to see the rest, or patch: false)"]
          : []),
      ].join("\n"),
    };
  },
});

function listsOf(diff: Diff) {
  let left = MOST_FILES;
  const some = (changes: readonly FileChange[]) => {
    const kept = changes.slice(0, left);
    left -= kept.length;
    return kept;
  };
  const value = {
    added: some(diff.added),
    modified: some(diff.modified),
    deleted: some(diff.deleted),
    renamed: some(diff.renamed),
  };
  const files =
    diff.added.length +
    diff.modified.length +
    diff.deleted.length +
    diff.renamed.length;
  return { value, files };
}

function markedChanges(diff: Diff): (readonly [string, string])[] {
  return [
    ...diff.added.map(({ path }) => ["A", path] as const),
    ...diff.modified.map(({ path }) => ["M", path] as const),
    ...diff.deleted.map(({ path }) => ["D", path] as const),
    ...diff.renamed.map(
      ({ path, from }) => [`R ${pathText(from ?? "")} ->`, path] as const,
    ),
  ];
}
