import fs from "node:fs";
import path from "node:path";
import type { Entry } from "../../exchange/entries";
import type { Checkpoint, CheckpointKind } from "../../engine/model/checkpoint";
import { KINDS } from "../../engine/model/checkpoint";
import { parseSettings } from "../../engine/model/settings";
import { usageError } from "../line/usageError";
import { checkpointLine } from "../text/checkpointText";
import { command } from "../line/command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { DESCRIPTION, gitOf, NAME } from "../line/options";
import { printable } from "../text/text";
import { count } from "../../wording/counts";
import { SaidError } from "../../wording/said";

type Use = (entries: Entry[], skipped: string[]) => Answer;
type Answer = { checkpoint: Checkpoint; skipped: string[] };

export default command({
  summary: "Create a checkpoint from an export; your files stay as is",
  group: "Share and connect",
  mayCreateHistory: true,
  operands: [
    {
      name: "FROM",
      help: "A folder or an archive",
      isOptional: true,
      complete: "file",
    },
  ],
  options: {
    ...gitOf({
      repository: "Read a commit of this git repository instead",
      ref: "With --git: the ref or commit to read",
    }),
    name: { ...NAME, help: "Name of the checkpoint (default: as exported)" },
    description: DESCRIPTION,
    kind: {
      type: "string",
      value: "K",
      help: "Its kind (default: as exported)",
      choices: KINDS,
    },
  },
  notes: [
    "Any folder, archive or commit can be imported. One made by export also restores its name, kind, description and time. A checkpoint that retention would soon remove is pinned.",
  ],
  examples: [
    [
      "checkpoint import state.tar.gz",
      "Creates a checkpoint with those files. Use “checkpoint restore” to write them.",
    ],
    [
      "checkpoint import --git . --ref refs/checkpoints/parser",
      "Imports a checkpoint that someone pushed.",
    ],
  ],
  async run({ values, operands, context }) {
    const from = operands[0];
    if ((from === undefined) === (values.git === undefined))
      throw usageError(
        "import",
        "Give a folder or an archive to read, or --git REPO.",
      );
    if ((values.git === undefined) !== (values.ref === undefined))
      throw usageError("import", "Use --git REPO and --ref NAME together.");
    const engine = await context.open();
    const { importEntries } = await import("../../exchange/importEntries");
    const use: Use = (entries, skipped) => {
      const request = {
        name: values.name,
        description: values.description,
        kind: values.kind as CheckpointKind | undefined,
      };
      const { run } = context;
      const { checkpoint, leftOut } = importEntries(
        engine,
        entries,
        request,
        run,
      );
      return { checkpoint, skipped: [...skipped, ...leftOut] };
    };
    const quotaBytes = await quotaOf(context);
    const { checkpoint, skipped } =
      values.git === undefined
        ? await fromDisk(path.resolve(context.cwd, from!), use, quotaBytes)
        : await fromGit(
            path.resolve(context.cwd, values.git),
            values.ref!,
            use,
            quotaBytes,
          );
    context.clearProgress();
    context.out.answer({ checkpoint, skipped }, (paint) => [
      `${checkpointLine(checkpoint, paint)} has the imported files. Your folder is unchanged.`,
      ...(skipped.length > 0
        ? [
            `Not imported (not a regular file, part of version control, larger than 2 GB, or an unsupported name): ${count(skipped.length, "path")}`,
            ...skipped.slice(0, 20).map((p) => `  ${printable(p)}`),
          ]
        : []),
    ]);
    return EXIT.done;
  },
});

/** The size limit for unpacking: a larger import could not be kept. */
async function quotaOf({ location, globs }: Context): Promise<number> {
  const { settingsFor } = await import("../../host/openFor");
  return parseSettings(settingsFor(location, globs)).maxStoreSizeBytes;
}

async function fromDisk(
  source: string,
  use: Use,
  quotaBytes: number,
): Promise<Answer> {
  const stat = fs.statSync(source, { throwIfNoEntry: false });
  if (!stat)
    throw new SaidError("not-found", `There is nothing at ${source}.`, {
      hint: "Give an existing folder or archive. See “checkpoint help import”.",
      data: { path: source },
    });
  if (stat.isDirectory()) {
    const { folderEntries } = await import("../../exchange/folder");
    const { entries, skipped } = folderEntries(source);
    return use(entries, skipped);
  }
  const { withArchiveEntries } = await import("../../exchange/archive");
  return withArchiveEntries(source, use, quotaBytes);
}

async function fromGit(
  repository: string,
  ref: string,
  use: Use,
  quotaBytes: number,
): Promise<Answer> {
  const { withGitEntries } = await import("../../exchange/gitImport");
  return withGitEntries({ repository, ref }, use, quotaBytes);
}
