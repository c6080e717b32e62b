import path from "node:path";
import { CheckpointError } from "../../engine/model/errors";
import { hasStore } from "../../host/stores";
import { command } from "../command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { count, printable } from "../text";

export default command({
  summary: "Take over the history of a folder that was moved here",
  group: "Keep in order",
  operands: [{ name: "OLD", help: "The path that the folder had before" }],
  options: {
    force: {
      type: "boolean",
      help: "Set the checkpoints aside that were made here since",
    },
  },
  examples: [
    [
      "checkpoint adopt ~/projects/old-name",
      "Run in the folder under its new name: its checkpoints are there again.",
    ],
  ],
  async run({ values, operands, context }) {
    const { adoptStore, findMovedStore } = await import("../../host/adopt");
    const { location } = context;
    const old = path.resolve(context.cwd, operands[0]!);
    const moved = findMovedStore(location, old);
    // Where an earlier try was cut off, what is there is that history itself.
    if (!values.force && moved.storeDir !== location.storeDir)
      await mustBeEmpty(context);
    const engine = await adoptStore(location, moved, { assetsDir: __dirname });
    try {
      context.lookFirst(engine);
      const status = engine.status();
      context.out.answer(status, () => [
        `${printable(engine.root)} has the history of ${printable(old)}: ${count(status.checkpoints, "checkpoint")}.`,
      ]);
    } finally {
      engine.close();
    }
    return EXIT.done;
  },
});

/** Looking into a folder makes it a store: only one with checkpoints counts. */
async function mustBeEmpty(context: Context): Promise<void> {
  const { root, storeDir } = context.location;
  if (!hasStore(storeDir)) return;
  const { total } = (await context.open()).list({ limit: 1 });
  await context.close();
  if (total > 0)
    throw new CheckpointError(
      "refused",
      `${root} already has ${count(total, "checkpoint")} of its own.`,
      {
        hint: "Give --force to set them aside; their store is kept under another name.",
        data: { checkpoints: total },
      },
    );
}
