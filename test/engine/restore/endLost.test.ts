import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { scanFrames } from "../../../src/engine/store/journal/journal";
import { restore } from "../../helpers/history";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("an old restore whose end record is lost from a damaged journal", () => {
  const makeWorkspace = workspaceForEach();

  /** Restored; then one of its files was put back by hand and recorded. */
  const lived = async () => {
    const workspace = makeWorkspace({ a: "old a", b: "old b" });
    const engine = await workspace.open();
    engine.checkpoint({ name: "one" });
    workspace.write("a", "new a");
    workspace.write("b", "new b");
    engine.checkpoint({ name: "two" });
    restore(engine, { to: "one" });
    await clockMoves(workspace);
    workspace.write("b", "new b");
    engine.checkpoint({ name: "three" });
    engine.close();
    fs.rmSync(path.join(workspace.storeDir, "index"), { recursive: true });
    return workspace;
  };

  const damage = (
    workspace: TempWorkspace,
    change: (bytes: Buffer, end: { start: number }) => Buffer,
  ) => {
    const file = path.join(workspace.storeDir, "journal", "1.log");
    const bytes = fs.readFileSync(file);
    const { frames } = scanFrames(bytes);
    const end = frames.find(({ record }) => record.t === "end")!;
    fs.writeFileSync(file, change(bytes, end));
  };

  const opened = async (workspace: TempWorkspace) => {
    const before = workspace.tree();
    const events: string[] = [];
    const engine = await workspace.open({ boot: "another" });
    engine.onDidChange(({ type }) => void events.push(type));
    await Promise.resolve();
    assert.deepEqual(workspace.tree(), before);
    return { engine, events };
  };

  it("counts as ended if records follow: no file is changed, and it can be undone", async () => {
    const workspace = await lived();
    damage(workspace, (bytes, { start }) => {
      bytes[start + 30]! ^= 1;
      return bytes;
    });
    const { engine, events } = await opened(workspace);
    assert.ok(!events.includes("recovered"), events.join());
    assert.deepEqual(
      engine.restores().map(({ state }) => state),
      ["done"],
    );
  });

  it("leaves alone what was put back by hand, if everything after it is lost too", async () => {
    const workspace = await lived();
    damage(workspace, (bytes, { start }) => bytes.subarray(0, start));
    await opened(workspace);
    assert.equal(workspace.text("a"), "old a");
    assert.equal(workspace.text("b"), "new b");
  });
});

/** Waits until a file written now is newer than all existing ones. */
async function clockMoves(workspace: TempWorkspace): Promise<void> {
  const { ctimeMs } = fs.statSync(workspace.at("b"));
  const probe = path.join(workspace.base, "probe");
  do {
    fs.writeFileSync(probe, "");
    await new Promise((resolve) => setImmediate(resolve));
  } while (fs.statSync(probe).ctimeMs <= ctimeMs);
}
