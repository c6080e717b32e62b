import { isUtf8 } from "node:buffer";
import { usageError } from "../args";
import { command } from "../command";
import { EXIT } from "../exitCodes";
import { refOf } from "../options";
import { asRecorded } from "../spelling";

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
    const bytes = engine.read(ref, path, values.unsaved ? "unsaved" : "disk");
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
