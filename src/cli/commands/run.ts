import fs from "node:fs";
import path from "node:path";
import { CheckpointError } from "../../engine/model/errors";
import { refPoint } from "../bisect/bisectPoints";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { refOf } from "../line/options";
import { usageError } from "../line/usageError";
import { COPY, ScratchCopy } from "../scratchCopy";
import { COPY_NOTE } from "../text/leftOutText";
import { printable } from "../text/text";

export default command({
  summary: "Run a command in a copy of the folder as it was",
  group: "Inspect",
  operands: [refOf("The point")],
  options: {
    copy: COPY,
    into: {
      type: "string",
      value: "DIR",
      help: "Make the copy in this new folder and keep it",
      complete: "folder",
    },
  },
  rest: {
    name: "COMMAND",
    help: "The command to run, with its arguments; optional with --into",
    isOptional: true,
    isMany: true,
  },
  notes: [
    `The exit code is that of the command. It runs in a scratch copy, which is removed afterwards; your folder is never touched. ${COPY_NOTE} The copy has no .git folder.`,
    "The command starts in the folder of the copy that corresponds to the current one, or at its top if there is none.",
  ],
  examples: [
    [
      "checkpoint run 12 -- npm test",
      "Runs the tests as of checkpoint 12, without going back to it.",
    ],
    [
      "checkpoint run 2h --into ../two-hours-ago -- code .",
      "Opens a copy of the folder as it was two hours ago.",
    ],
  ],
  async run({ values, operands, rest, context }) {
    const { into } = values;
    const line = rest ?? [];
    if (line.length === 0 && into === undefined)
      throw usageError("run", "Specify a command after “--”, or --into DIR.");
    const { out } = context;
    const engine = await context.open();
    const point = refPoint(
      engine,
      operands[0]!,
      () => engine.capture({ source: "outside" }, context.run).moment,
    );
    context.clearProgress();
    const target = into && path.resolve(context.cwd, into);
    return ScratchCopy.with(
      context,
      engine,
      values.copy ?? [],
      async (copy) => {
        await copy.moveTo(engine.files(`@${point.moment}`));
        let exitCode: number | null = null;
        if (line.length > 0)
          try {
            const { root } = context.location;
            const folder = folderIn(copy.dir, path.relative(root, context.cwd));
            const env = { CHECKPOINT_RUN: point.label };
            const how = {
              printsToStderr: out.isJson,
              stdin: "inherit",
            } as const;
            ({ exitCode } = await copy.run(line, { ...how, folder, env }));
          } catch (error) {
            out.error(CheckpointError.from(error));
            return EXIT.notStarted;
          }
        const { leftOut } = copy;
        const answer = { point, copy: target ?? null, exitCode, leftOut };
        if (out.isJson) out.answer(answer, () => []);
        else if (target !== undefined)
          out.note(`${printable(point.label)} is in ${printable(target)}.`);
        return exitCode ?? EXIT.done;
      },
      target,
    );
  },
});

/** Returns the folder if the copy has it, otherwise the top. */
function folderIn(copy: string, folder: string): string {
  const isInside = folder !== "" && !/^\.\.([\\/]|$)/.test(folder);
  const stat = isInside
    ? fs.lstatSync(path.join(copy, folder), { throwIfNoEntry: false })
    : undefined;
  return stat?.isDirectory() ? folder : "";
}
