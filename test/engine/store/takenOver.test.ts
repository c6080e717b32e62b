import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../src/base/disk";
import type { Engine } from "../../../src/engine/api";
import { CheckpointError } from "../../../src/engine/model/errors";
import { quickDisk } from "../../helpers/quickDisk";
import { removeAtOnce } from "../../helpers/removeAtOnce";
import { restore } from "../../helpers/history";
import { TempWorkspace } from "../../helpers/tempWorkspace";

/** At which calls it is suspended: each, or every nth where each takes a second. */
const EVERY = Number(process.env["CHECKPOINT_EVERY"] ?? 1);

/** What one process does when it is suspended; returns the name it reported. */
type Write = (engine: Engine, workspace: TempWorkspace) => string | null;

const WRITES: Readonly<Record<string, Write>> = {
  checkpoint(engine, workspace) {
    workspace.write("a", "by the one held up");
    return engine.checkpoint({ name: "one" }).name;
  },
  restore(engine) {
    restore(engine, { to: "base" });
    return null;
  },
  prune(engine) {
    engine.prune();
    return null;
  },
  compact(engine) {
    engine.compact();
    return null;
  },
  "verify --repair"(engine) {
    engine.verify({ repair: true });
    return null;
  },
};

/**
 * The holder of the lock is suspended at any call to the disk, for so long that
 * another process takes over and records; then it continues. Nothing that was
 * reported may be lost, and neither process may report anything untrue.
 */
describe("a lock that another process took over", function () {
  this.timeout(120_000);

  for (const [name, write] of Object.entries(WRITES))
    it(`${name}: everything that either reported exists`, async () => {
      let calls = 0;
      const every = EVERY * (name === "restore" ? 3 : 1);
      for (let isOver = false; !isOver; calls += every) {
        isOver = !(await heldUpAt(calls, write));
      }
      assert.ok(calls > 5, `only ${calls} calls`);
    });

  /** Returns whether there was such a call. */
  async function heldUpAt(call: number, write: Write) {
    const workspace = new TempWorkspace({ a: "0", b: "0" });
    try {
      const lock = path.join(workspace.storeDir, "lock");
      let countdown = Infinity;
      let meanwhile = () => {};
      const step = () => {
        // Only the process that has the lock can lose it.
        if (countdown === Infinity || !fs.existsSync(lock)) return;
        if (countdown-- !== 0) return;
        countdown = Infinity;
        meanwhile();
      };
      const engine = await workspace.open({ disk: stepping(step) });
      engine.checkpoint({ name: "base" });
      workspace.write("a", "1");
      engine.checkpoint({ name: "next" });
      const other = await workspace.open();
      let wasHeldUp = false;
      meanwhile = () => {
        wasHeldUp = true;
        removeAtOnce(lock, workspace.base);
        workspace.write("b", "by the other");
        other.checkpoint({ name: "other", paths: ["b"] });
      };
      const reported = ["base", "next"];
      countdown = call;
      try {
        const made = write(engine, workspace);
        if (made !== null) reported.push(made);
      } catch (error) {
        assert.ok(error instanceof CheckpointError, String(error));
        assert.ok(wasHeldUp, error.message);
      }
      countdown = Infinity;
      if (wasHeldUp) reported.push("other");
      for (const seer of [engine, other, await workspace.open()]) {
        const names = seer.list({ limit: 100 }).checkpoints.map((c) => c.name);
        for (const one of reported)
          assert.ok(names.includes(one), `${one} is lost at call ${call}`);
        for (const [ref, file, text] of [
          ["base", "a", "0"],
          ["next", "a", "1"],
          ...(wasHeldUp ? [["other", "b", "by the other"] as const] : []),
          ...(reported.includes("one")
            ? [["one", "a", "by the one held up"] as const]
            : []),
        ] as const)
          assert.equal(
            Buffer.from(seer.read(ref, file)).toString(),
            text,
            `${ref} at call ${call}`,
          );
      }
      engine.checkpoint({ name: "afterwards" });
      assert.equal(other.get("afterwards").name, "afterwards");
      assert.deepEqual(other.verify().damaged, [], `at call ${call}`);
      return wasHeldUp;
    } finally {
      workspace.dispose();
    }
  }
});

function stepping(step: () => void): Disk {
  const disk = { ...quickDisk } as unknown as Record<string, unknown>;
  for (const [key, call] of Object.entries(quickDisk))
    disk[key] = (...args: unknown[]) => {
      step();
      return (call as (...args: unknown[]) => unknown)(...args);
    };
  return disk as unknown as Disk;
}
