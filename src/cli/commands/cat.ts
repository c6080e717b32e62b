import { isUtf8 } from "node:buffer";
import { commandText } from "../../agents/commandText";
import type { Engine } from "../../engine/api";
import type { CheckpointError } from "../../engine/model/errors";
import { isProblem } from "../../engine/model/errors";
import type { Layer } from "../../engine/model/version";
import { usageError } from "../line/usageError";
import { command } from "../line/command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { withFileHint } from "../text/fileHint";
import { refOf } from "../line/options";
import { asRecorded, fromRootHint, isKnown } from "../line/knownPaths";
import { SaidError } from "../../wording/said";
import { spoken } from "../../wording/errors";
import { voice } from "../text/voice";

export default command({
  summary: "Print a file as it was at a point",
  group: "Inspect",
  operands: [
    refOf("The point"),
    { name: "PATH", help: "The file", complete: "file" },
  ],
  options: {
    unsaved: {
      type: "boolean",
      help: "Print the editor's unsaved text at that point",
    },
  },
  notes: [
    "Writes the exact bytes to a file or a pipe. On a terminal, control characters are escaped, for example as \\x1b.",
  ],
  examples: [
    [
      "checkpoint cat 10m src/app.ts > old.ts",
      "Saves the file as it was ten minutes ago.",
    ],
  ],
  async run({ values, operands, context }) {
    const ref = operands[0]!;
    const given = context.path(operands[1]!);
    if (given === "")
      throw usageError("cat", "PATH is a file, not the whole folder.");
    const engine = await context.open();
    const path = asRecorded(engine, given);
    const layer = values.unsaved ? "unsaved" : "disk";
    const bytes = withFileHint(
      { context, engine },
      [ref],
      ({ files, point }) => ({
        what: "Put the point first, then the file",
        line: ["cat", isKnown(engine, path) ? point : operands[1]!, ...files],
      }),
      () => readFrom(context, engine, ref, path, layer),
    );
    if (!context.out.isJson) {
      context.out.content(bytes, path);
      return EXIT.done;
    }
    const buffer = Buffer.from(
      bytes.buffer,
      bytes.byteOffset,
      bytes.byteLength,
    );
    const encoding = isUtf8(buffer) ? "utf8" : "base64";
    context.out.answer(
      {
        ref,
        path,
        sizeBytes: buffer.length,
        encoding,
        content: buffer.toString(encoding),
      },
      () => [],
    );
    return EXIT.done;
  },
});

/** Reads a file; if it does not exist there, the error says where it does. */
function readFrom(
  context: Context,
  engine: Engine,
  ref: string,
  path: string,
  layer: Layer,
): Uint8Array {
  try {
    return engine.read(ref, path, layer);
  } catch (error) {
    if (!isProblem(error, "file-not-there")) throw error;
    const { message, hint } = whyNot(context, engine, ref, path, error);
    throw new SaidError(error.code, message, {
      hint,
      data: error.data,
      cause: error,
    });
  }
}

function whyNot(
  context: Context,
  engine: Engine,
  ref: string,
  path: string,
  error: CheckpointError,
): { message: string; hint: string } {
  const at = engine.resolve(ref).label;
  const there = engine.files(ref, { path });
  const history = commandText(["history", context.fromHere(path)]);
  if (there.some((file) => file.path === path))
    return {
      message: `${at} has no unsaved text of ${path}.`,
      hint: "Omit --unsaved to print the file on disk.",
    };
  if (there.length > 0)
    return {
      message: `${path} is a folder in ${at}, not a file.`,
      hint: `To see the files in it: checkpoint ${history}`,
    };
  return {
    message: spoken(error, voice).message,
    hint:
      engine.history(path, { limit: 1 }).length > 0
        ? `To see when it was recorded: checkpoint ${history}`
        : (fromRootHint(engine, path, context) ??
          "It is not recorded. Check the path."),
  };
}
