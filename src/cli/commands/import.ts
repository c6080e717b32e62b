import fs from "node:fs";
import path from "node:path";
import type { Entry } from "../../engine/exchange/entries";
import type { Checkpoint, CheckpointKind } from "../../engine/model/checkpoint";
import { KINDS } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import { parseSettings } from "../../engine/model/settings";
import { usageError } from "../args";
import { checkpointLine } from "../checkpointText";
import { command } from "../command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { DESCRIPTION, gitOf, NAME } from "../options";
import { count, printable } from "../text";

type Use = (entries: Entry[], skipped: string[]) => Checkpoint;

export default command({
  summary: "Make a checkpoint from an export; the folder stays as it is",
  group: "Elsewhere",
  begins: true,
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
    name: { ...NAME, help: "What to call it; default: as it was called" },
    description: DESCRIPTION,
    kind: {
      type: "string",
      value: "K",
      help: "Its kind; default: as it was",
      choices: KINDS,
    },
  },
  notes: [
    "Any folder, archive or commit will do; one that an export made also brings back name, kind, description and time. What the rules would soon remove comes in pinned.",
  ],
  examples: [
    [
      "checkpoint import state.tar.gz",
      "A checkpoint with those files; “checkpoint restore” makes them real.",
    ],
    [
      "checkpoint import --git . --ref refs/checkpoints/parser",
      "One that somebody pushed.",
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
      throw usageError("import", "--git REPO and --ref NAME go together.");
    const engine = await context.open();
    const { importEntries } =
      await import("../../engine/exchange/importEntries");
    let skipped: string[] = [];
    const use: Use = (entries, left) => {
      skipped = left;
      const request = {
        name: values.name,
        description: values.description,
        kind: values.kind as CheckpointKind | undefined,
      };
      return importEntries(engine, entries, request, context.run);
    };
    const quotaBytes = await quotaOf(context);
    const checkpoint =
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
      `${checkpointLine(checkpoint, paint)} holds what was imported; the folder is as it was.`,
      ...(skipped.length > 0
        ? [
            `Not imported, since they are no plain files, belong to version control, or their names are not UTF-8: ${count(skipped.length, "path")}`,
            ...skipped.slice(0, 20).map((p) => `  ${printable(p)}`),
          ]
        : []),
    ]);
    return EXIT.done;
  },
});

/** No more than this is unpacked: it could not be kept. */
async function quotaOf({ location, globs }: Context): Promise<number> {
  const { settingsFor } = await import("../../host/openFor");
  return parseSettings(settingsFor(location, globs)).maxStoreSizeBytes;
}

async function fromDisk(
  source: string,
  use: Use,
  quotaBytes: number,
): Promise<Checkpoint> {
  const stat = fs.statSync(source, { throwIfNoEntry: false });
  if (!stat)
    throw new CheckpointError("not-found", `There is nothing at ${source}.`, {
      hint: "Give a folder or an archive that is there; see “checkpoint help import”.",
      data: { path: source },
    });
  if (stat.isDirectory()) {
    const { folderEntries } = await import("../../engine/exchange/folder");
    const { entries, skipped } = folderEntries(source);
    return use(entries, skipped);
  }
  const { withArchiveEntries } = await import("../../engine/exchange/archive");
  return withArchiveEntries(source, use, quotaBytes);
}

async function fromGit(
  repository: string,
  ref: string,
  use: Use,
  quotaBytes: number,
): Promise<Checkpoint> {
  const { withGitEntries } = await import("../../engine/exchange/gitImport");
  return withGitEntries({ repository, ref }, use, quotaBytes);
}
