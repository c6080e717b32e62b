import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { realDisk } from "../../../src/base/realDisk";
import { CheckpointError } from "../../../src/engine/model/errors";
import { restore } from "../../helpers/history";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";

/**
 * Opens a file as many Windows programs do: nobody else can read, write or delete
 * it.
 */
const HOLDER = `
  const EXCLUSIVE = 0x10000000; // libuv's UV_FS_O_EXLOCK: no sharing at all
  const fs = require("node:fs");
  const fd = fs.openSync(process.argv[2], EXCLUSIVE | fs.constants.O_RDWR);
  const end = () => (fs.closeSync(fd), process.exit());
  process.on("message", (ms) => setTimeout(end, ms));
  process.send("held");
`;

describe("on Windows, with a file that another process has open", function () {
  this.timeout(240_000);
  const makeWorkspace = workspaceForEach();
  const holders: ChildProcess[] = [];
  afterEach(() => holders.splice(0).forEach((holder) => holder.kill()));

  /** Starts it; returns once the file is open. */
  const hold = async (file: string, base: string) => {
    const program = path.join(base, "holder.cjs");
    fs.writeFileSync(program, HOLDER);
    const holder = fork(program, [file]);
    holders.push(holder);
    await once(holder, "message");
    assert.throws(() => fs.readFileSync(file), { code: "EBUSY" });
    return holder;
  };

  const start = async () => {
    const workspace = makeWorkspace({ a: "1", b: "1" });
    const engine = await workspace.open({ disk: realDisk });
    engine.checkpoint();
    const wanted = workspace.tree();
    for (const name of ["a", "b", "new"]) workspace.write(name, "2");
    engine.checkpoint();
    return { workspace, engine, wanted };
  };

  for (const name of ["a", "new"])
    it(`a restore waits until it is closed: ${name}`, async () => {
      const { workspace, engine, wanted } = await start();
      const plan = engine.planRestore({ to: "0" });
      const holder = await hold(workspace.at(name), workspace.base);
      holder.send(1_000);
      assert.ok(engine.applyRestore(plan.id).applied);
      assertSameTree(workspace.tree(), wanted);
    });

  it("a restore that waits in vain changes nothing, and succeeds later", async () => {
    const { workspace, engine, wanted } = await start();
    const before = workspace.tree();
    const plan = engine.planRestore({ to: "0" });
    const holder = await hold(workspace.at("b"), workspace.base);
    let isApplied = false;
    try {
      isApplied = engine.applyRestore(plan.id).applied;
    } catch (error) {
      assert.ok(CheckpointError.is(error), String(error));
      assert.match(JSON.stringify(error.data), /\bb\b/);
    }
    assert.equal(isApplied, false);
    holder.send(0);
    await once(holder, "exit");
    assertSameTree(workspace.tree(), before);
    restore(engine, { to: "0" });
    assertSameTree(workspace.tree(), wanted);
  });

  it("a capture continues without it, and records it later", async () => {
    const { workspace, engine } = await start();
    workspace.write("a", "3");
    workspace.write("b", "3");
    const holder = await hold(workspace.at("a"), workspace.base);
    const { skipped } = engine.checkpoint();
    assert.deepEqual(skipped, [{ path: "a", reason: "unreadable" }]);
    holder.send(0);
    await once(holder, "exit");
    engine.checkpoint();
    for (const name of ["a", "b"])
      assert.equal(engine.read("latest", name).toString(), "3");
  });

  it("a read-only file is replaced, and read-only again if it was recorded so", async () => {
    const workspace = makeWorkspace({ a: "1" });
    fs.chmodSync(workspace.at("a"), 0o444);
    const engine = await workspace.open({ disk: realDisk });
    engine.checkpoint();
    const wanted = workspace.tree();
    fs.chmodSync(workspace.at("a"), 0o666);
    workspace.write("a", "2");
    engine.checkpoint();
    const later = workspace.tree();
    for (const [to, tree] of [
      ["0", wanted],
      ["1", later],
    ] as const) {
      restore(engine, { to });
      assertSameTree(workspace.tree(), tree);
    }
    fs.chmodSync(workspace.at("a"), 0o666);
  });

  it("files whose names it refuses are skipped individually", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const engine = await workspace.open({ disk: realDisk });
    const odd = ["con", "src/nul.txt", "what?", "dot."];
    const file = (name: string) => ({
      ...{ path: name, mode: 0o644, isUnsaved: false },
      ...{ sizeBytes: 1, read: () => Buffer.from("i") },
    });
    const { number } = engine.importState([...odd, "a", "src/b"].map(file));
    const plan = engine.planRestore({ to: `${number}` });
    const left = plan.leftAlone.map(({ path: name, reason }) => [name, reason]);
    assert.deepEqual(left.sort(), odd.map((name) => [name, "name"]).sort());
    assert.ok(engine.applyRestore(plan.id).applied);
    assert.equal(workspace.text("src/b"), "i");
    assert.deepEqual(fs.readdirSync(workspace.root).sort(), ["a", "src"]);
  });
});
