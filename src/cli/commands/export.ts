import path from "node:path";
import { usageError } from "../args";
import { command } from "../command";
import { EXIT } from "../exitCodes";
import { gitOf, refOf } from "../options";
import { count, printable } from "../text";

/** Nobody who names these wants a folder of that name. */
const OTHER_ARCHIVE = /\.(zip|7z|rar|gz|bz2|xz|zst|tbz2?|txz)$/i;
const ARCHIVE = /\.(tar|tar\.gz|tgz)$/i;

export default command({
  summary: "Write a point's files to a folder, an archive or a git ref",
  group: "Elsewhere",
  operands: [
    refOf("The point"),
    {
      name: "TO",
      help: "A new folder, or a file ending in .tar.gz, .tgz or .tar",
      isOptional: true,
      complete: "file",
    },
  ],
  options: gitOf({
    repository: "Write a commit into this git repository instead",
    ref: "With --git: the ref, refs/checkpoints/NAME",
  }),
  notes: [
    "With --git the commit can be pushed and fetched like any other: git push origin refs/checkpoints/NAME. Branches, tags, index and work tree are never touched.",
  ],
  examples: [
    [
      "checkpoint export 12 ../before-rewrite",
      "A plain copy of the folder as it was.",
    ],
    [
      "checkpoint export latest state.tar.gz",
      "An archive to send to somebody, who imports it.",
    ],
    [
      "checkpoint export 12 --git . --ref refs/checkpoints/parser",
      "A commit in this repository that no branch knows.",
    ],
  ],
  async run({ values, operands, context }) {
    const ref = operands[0]!;
    const to = operands[1];
    if ((to === undefined) === (values.git === undefined))
      throw usageError(
        "export",
        "Give a folder or a file to write to, or --git REPO.",
      );
    if ((values.git === undefined) !== (values.ref === undefined))
      throw usageError("export", "--git REPO and --ref NAME go together.");
    if (to === "-")
      throw usageError(
        "export",
        "An export goes into a folder or a file, not to standard output; a folder of that name is ./-",
      );
    const other = OTHER_ARCHIVE.exec(to ?? "")?.[0];
    if (other !== undefined && !ARCHIVE.test(to ?? ""))
      throw usageError(
        "export",
        `Archives end in .tar.gz, .tgz or .tar, not in ${other}.`,
      );
    const engine = await context.open();
    const { exportOf } = await import("../../engine/exchange/entries");
    const state = exportOf(engine, ref);
    const files = state.entries.length - 1;
    const from = { label: state.label, files };
    if (values.git !== undefined) {
      const { exportGit } = await import("../../engine/exchange/gitExport");
      const repository = path.resolve(context.cwd, values.git);
      const written = await exportGit(
        state,
        { repository, ref: values.ref! },
        context.run,
      );
      context.clearProgress();
      context.out.answer(
        { exported: { ...from, to: null, git: written } },
        () => [
          `${count(files, "file")} of ${printable(state.label)} written as commit ${written.commit.slice(0, 10)}, ${written.ref}.`,
        ],
      );
      return EXIT.done;
    }
    const target = path.resolve(context.cwd, to!);
    if (ARCHIVE.test(target)) {
      const { exportArchive } = await import("../../engine/exchange/archive");
      await exportArchive(state, target, context.run);
    } else {
      const { exportFolder } = await import("../../engine/exchange/folder");
      await exportFolder(state, target, context.run);
    }
    context.clearProgress();
    context.out.answer({ exported: { ...from, to: target, git: null } }, () => [
      `${count(files, "file")} of ${printable(state.label)} written to ${printable(target)}.`,
    ]);
    return EXIT.done;
  },
});
