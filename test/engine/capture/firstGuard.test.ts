import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { authorBy, type Claim } from "../../../src/recorder/attribution";
import { restore, stateAt, undo } from "../../helpers/history";
import {
  workspaceForEach,
  type TempWorkspace,
} from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";

const FILES = {
  ".gitignore": "*.log\n",
  "small/a.txt": "a",
  "small/deep/b.txt": "b",
  "small/c.log": "ignored",
  "big/one.txt": "one",
  "big/two.txt": "two",
  "top.txt": "top",
};
const GUARDED = ["small/a.txt", "small/deep/b.txt"];

describe("a guard as the first capture", () => {
  const makeWorkspace = workspaceForEach();
  let work: TempWorkspace;
  beforeEach(() => {
    work = makeWorkspace(FILES);
  });

  const claims: Claim[] = [];
  beforeEach(() => void claims.splice(0));
  const open = () =>
    work.open({
      attribution: {
        begin: (asker, heard) => () => authorBy(claims, asker, heard),
      },
    });
  const guard = async () => {
    const engine = await open();
    engine.capture({ paths: ["small"], source: "outside", isUrgent: true });
    engine.checkpoint({ kind: "guard", capture: false });
    return engine;
  };
  const remove = (name: string) =>
    fs.rmSync(path.join(work.root, name), { recursive: true });

  it("records what is endangered, and nothing else", async () => {
    const engine = await guard();
    assert.deepEqual([...stateAt(engine, "latest").keys()].sort(), GUARDED);
  });

  it("records the rest with the next capture, limited or not, as nobody's", async () => {
    for (const paths of [undefined, ["top.txt"]]) {
      work = makeWorkspace(FILES);
      const engine = await guard();
      claims.push({
        ...{ source: "codex", thread: "t1", paths: ["small/"], isOpen: true },
        ...{ sinceMs: 0, untilMs: Infinity, beside: [] },
      });
      remove("small");
      engine.capture({ paths, source: "codex", thread: "t1" });
      engine.checkpoint({ capture: false });
      assertSameTree(stateAt(engine, "latest"), work.tree());
      assert.equal(engine.history("small/a.txt")[0]?.source, "codex");
      for (const name of [".gitignore", "big/one.txt", "top.txt"])
        assert.equal(engine.history(name)[0]?.source, "outside", name);
      const { plan, maybe } = engine.planRevert({ source: "codex" });
      assert.deepEqual(plan.deletes, []);
      assert.deepEqual(plan.writes.map((one) => one.path).sort(), GUARDED);
      assert.deepEqual(maybe, []);
      assert.equal(engine.capture().isNew, false);
    }
  });

  for (const isCaptured of [false, true])
    it(`is restored without touching the rest, which was ${isCaptured ? "" : "not "}recorded since`, async () => {
      const engine = await guard();
      const before = work.tree();
      remove("small/a.txt");
      remove("small/deep");
      if (isCaptured) engine.capture();
      const { failures } = restore(engine, { to: "0" });
      assert.deepEqual(failures, []);
      assertSameTree(work.tree(), before);
      undo(engine);
      assert.ok(!work.tree().has("small/a.txt"));
      assert.equal(work.tree().size, before.size - GUARDED.length);
    });

  it("is in the journal when the process ends before the rest is recorded", async () => {
    const engine = await guard();
    engine.close();
    fs.rmSync(path.join(work.storeDir, "index"), { recursive: true });
    const again = await open();
    again.checkpoint();
    assert.deepEqual([...stateAt(again, "0").keys()].sort(), GUARDED);
    const tree = work.tree();
    tree.delete("small/c.log");
    assertSameTree(stateAt(again, "latest"), tree);
    assert.deepEqual(again.verify().damaged, []);
  });
});
