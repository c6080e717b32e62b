import { isUtf8 } from "node:buffer";
import { commandText } from "../../agents/commandText";
import type { Engine } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import type { Layer } from "../../engine/model/version";
import { usageError } from "../args";
import { command } from "../command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { withFileHint } from "../fileHint";
import { refOf } from "../options";
import { asRecorded, fromRootHint, isKnown } from "../spelling";

export default command({
  summary: "Print a file as it was at a point",
  group: "Look",
  operands: [
    refOf("The point"),
    { name: "PATH", help: "The file", complete: "file" },
  ],
  options: {
    unsaved: { type: "boolean", help: "The unsaved text an editor held then" },
  },
  examples: [
    [
      "checkpoint cat 10m src/app.ts > old.ts",
      "The file as it was ten minutes ago, byte for byte.",
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
        what: "A point comes first, then the file",
        line: ["cat", isKnown(engine, path) ? point : operands[1]!, ...files],
      }),
      () => readFrom(context, engine, ref, path, layer),
    );
    if (!context.out.isJson) {
      context.out.bytes(bytes);
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

/** Reads a file; when it is not there, says where it is, as seen from here. */
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
    if (!CheckpointError.is(error, "not-found") || error.data["path"] !== path)
      throw error;
    const { message, hint } = whyNot(context, engine, ref, path, error);
    throw new CheckpointError(error.code, message, {
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
  { message }: CheckpointError,
): { message: string; hint: string } {
  const at = engine.resolve(ref).label;
  const there = engine.files(ref, { path });
  const history = commandText(["history", context.fromHere(path)]);
  if (there.some((file) => file.path === path))
    return {
      message: `No unsaved text of ${path} is in ${at}.`,
      hint: "Without --unsaved the file on the disk is printed.",
    };
  if (there.length > 0)
    return {
      message: `${path} is a folder in ${at}, not a file.`,
      hint: `See the files in it: checkpoint ${history}`,
    };
  return {
    message,
    hint:
      engine.history(path, { limit: 1 }).length > 0
        ? `See when it was recorded: checkpoint ${history}`
        : (fromRootHint(engine, path, context) ??
          "Nothing is known of it: check the path."),
  };
}
