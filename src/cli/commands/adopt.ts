import path from "node:path";
import { hasStore } from "../../host/stores";
import { command } from "../line/command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { printable } from "../text/text";
import { count } from "../../wording/counts";
import { SaidError } from "../../wording/said";

export default command({
  summary: "Reattach the history of a folder that was moved here",
  group: "Maintain",
  operands: [{ name: "OLD", help: "The folder's previous path" }],
  options: {
    force: {
      type: "boolean",
      help: "Replace the history that was started here since",
    },
  },
  examples: [
    [
      "checkpoint adopt ~/projects/old-name",
      "Run it in the renamed folder to get its checkpoints back.",
    ],
  ],
  async run({ values, operands, context }) {
    const { adoptStore, findMovedStore } = await import("../../host/adopt");
    const { location } = context;
    const old = path.resolve(context.cwd, operands[0]!);
    const moved = findMovedStore(location, old);
    // After an interrupted attempt, the store here is that history itself.
    if (!values.force && moved.storeDir !== location.storeDir)
      await mustBeEmpty(context);
    const engine = await adoptStore(location, moved, { assetsDir: __dirname });
    try {
      context.recordFirst(engine);
      const status = engine.status();
      context.out.answer(status, () => [
        `${printable(engine.root)} now has the history of ${printable(old)}: ${count(status.checkpoints, "checkpoint")}.`,
      ]);
    } finally {
      engine.close();
    }
    return EXIT.done;
  },
});

/** Reading a history can create an empty store, so only one with checkpoints counts. */
async function mustBeEmpty(context: Context): Promise<void> {
  const { root, storeDir } = context.location;
  if (!hasStore(storeDir)) return;
  const { total } = (await context.open()).list({ limit: 1 });
  await context.close();
  if (total > 0)
    throw new SaidError(
      "refused",
      `${root} already has ${count(total, "checkpoint")} of its own.`,
      {
        hint: "Use --force to replace them. Their store is kept under another name.",
        data: { checkpoints: total },
      },
    );
}
