import path from "node:path";
import type { Context } from "../context";
import { usageError } from "../line/usageError";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { gitOf, refOf } from "../line/options";
import { sectionLines } from "../text/planText";
import { printable } from "../text/text";
import { count } from "../../wording/counts";
import type { Section } from "../../wording/plan";

/** Archive formats we cannot write; a user who names one does not want a folder of that name. */
const OTHER_ARCHIVE = /\.(zip|7z|rar|gz|bz2|xz|zst|tbz2?|txz)$/i;
const ARCHIVE = /\.(tar|tar\.gz|tgz)$/i;

export default command({
  summary: "Write the files of a point to a folder, an archive or git",
  group: "Share and connect",
  operands: [
    { ...refOf("The point"), isOptional: true },
    {
      name: "TO",
      help: "A new folder, or a file ending in .tar.gz, .tgz or .tar",
      isOptional: true,
      complete: "file",
    },
  ],
  options: {
    ...gitOf({
      repository: "Write a commit into this git repository instead",
      ref: "With --git: the ref, such as refs/checkpoints/NAME",
    }),
    "agent-trace": {
      type: "string",
      value: "FILE",
      help: "Write who wrote the current lines of the changed files, as Agent Trace 0.1.0, instead",
      complete: "file",
    },
  },
  notes: [
    "With --git you can push and fetch the commit like any other: git push origin refs/checkpoints/NAME. Branches, tags, the index and the work tree are never touched.",
  ],
  examples: [
    ["checkpoint export 12 ../before-rewrite", "Copies the folder as it was."],
    [
      "checkpoint export latest state.tar.gz",
      "Writes an archive that someone else can import.",
    ],
    [
      "checkpoint export 12 --git . --ref refs/checkpoints/parser",
      "Writes a commit that is on no branch.",
    ],
    [
      "checkpoint export --agent-trace trace.json",
      "Tells other tools which lines agents wrote, with their models.",
    ],
  ],
  async run({ values, operands, context }) {
    const [ref, to] = operands;
    if (values["agent-trace"] !== undefined) {
      if (ref !== undefined || values.git !== undefined)
        throw usageError("export", "Use --agent-trace FILE on its own.");
      return writeTrace(values["agent-trace"], context);
    }
    if (ref === undefined)
      throw usageError("export", "Specify the point to export.");
    if ((to === undefined) === (values.git === undefined))
      throw usageError(
        "export",
        "Specify a folder or a file to write to, or --git REPO.",
      );
    if ((values.git === undefined) !== (values.ref === undefined))
      throw usageError("export", "Use --git REPO and --ref NAME together.");
    if (to === "-")
      throw usageError(
        "export",
        "Cannot export to standard output. Use ./- for a folder with that name.",
      );
    const other = OTHER_ARCHIVE.exec(to ?? "")?.[0];
    if (other !== undefined && !ARCHIVE.test(to ?? ""))
      throw usageError(
        "export",
        `An archive must end in .tar.gz, .tgz or .tar, not in ${other}.`,
      );
    const engine = await context.open();
    const { exportOf } = await import("../../exchange/exportOf");
    const state = exportOf(engine, ref);
    const files = state.entries.length - 1;
    const from = { label: state.label, files };
    if (values.git !== undefined) {
      const { exportGit } = await import("../../exchange/gitExport");
      const repository = path.resolve(context.cwd, values.git);
      const written = await exportGit(
        state,
        { repository, ref: values.ref! },
        context.run,
      );
      context.clearProgress();
      context.out.answer(
        { exported: { ...from, to: null, git: written }, leftOut: [] },
        () => [
          `${count(files, "file")} of ${printable(state.label)} written as commit ${written.commit.slice(0, 10)}, ${written.ref}.`,
        ],
      );
      return EXIT.done;
    }
    const target = path.resolve(context.cwd, to!);
    let leftOut: string[] = [];
    if (ARCHIVE.test(target)) {
      const { exportArchive } = await import("../../exchange/archive");
      await exportArchive(state, target, context.run);
    } else {
      const { exportFolder } = await import("../../exchange/folder");
      leftOut = await exportFolder(state, target, context.run);
    }
    context.clearProgress();
    const written = files - leftOut.length;
    const exported = { ...from, files: written, to: target, git: null };
    context.out.answer({ exported, leftOut }, (paint) => [
      `${count(written, "file")} of ${printable(state.label)} written to ${printable(target)}.`,
      ...(leftOut.length === 0
        ? []
        : sectionLines([leftOutSection(leftOut)], paint)),
    ]);
    return EXIT.done;
  },
});

async function writeTrace(file: string, context: Context): Promise<number> {
  const target = path.resolve(context.cwd, file);
  const engine = await context.open();
  context.recordFirst(engine);
  const { exportAgentTrace } = await import("../../exchange/agentTrace");
  const files = await exportAgentTrace(engine, target, context.run);
  context.clearProgress();
  const exported = { label: "workspace", files, to: target, git: null };
  context.out.answer({ exported, leftOut: [] }, () => [
    `The authors of ${count(files, "file")} written to ${printable(target)}.`,
  ]);
  return EXIT.done;
}

/** Lists the files that this system cannot represent. */
function leftOutSection(paths: readonly string[]): Section {
  return {
    title:
      "Left out, because this system does not allow these names or links (an archive can hold them):",
    rows: paths.map((path) => ({ path, note: "" })),
  };
}
