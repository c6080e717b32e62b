import assert from "node:assert/strict";
import type { CaptureRequest, Engine } from "../../../src/engine/api";
import { realDisk } from "../../../src/base/realDisk";
import { apply, errorOf, restore, stateAt, undo } from "../../helpers/history";
import { Random } from "../../helpers/random";
import {
  workspaceForEach,
  type TempWorkspace,
} from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";
import { waitingAt } from "../../helpers/waiting";

const FILES = 400;
const nameOf = (i: number) => `src/${i % 9}/f${i}.txt`;

describe("captures that a first capture lets through", function () {
  this.timeout(60_000);
  const makeWorkspace = workspaceForEach();
  let work: TempWorkspace;
  beforeEach(() => {
    work = makeWorkspace({ ".gitignore": "*.log\n", "x.log": "ignored" });
    for (let i = 0; i < FILES; i++) work.write(nameOf(i), `first ${i}\n`);
  });

  const recorded = () => {
    const tree = work.tree();
    for (const name of tree.keys())
      if (name.endsWith(".log")) tree.delete(name);
    return tree;
  };
  const check = (engine: Engine) => {
    engine.checkpoint({ capture: false });
    assertSameTree(stateAt(engine, "latest"), recorded());
    assert.deepEqual(engine.verify().damaged, []);
    assert.equal(engine.capture().isNew, false);
  };
  const saving = (engine: Engine, path: string, text: string | null) => () => {
    if (text === null) work.remove(path);
    else work.write(path, text);
    return engine.capture({ paths: [path], source: "editor" });
  };

  it("is one moment if nobody waits", async () => {
    const engine = await work.open();
    const { moment, moments } = engine.capture({}, waitingAt(new Map()));
    assert.equal(moment, 1);
    assert.equal(moments.length, 1);
    check(engine);
  });

  for (const verb of ["capture", "checkpoint"] as const)
    it(`are durable before the ${verb} is over`, async () => {
      const engine = await work.open();
      let inBetween: string[] = [];
      const saved = nameOf(FILES - 1);
      const { waiting, served } = waitingAt(
        new Map([
          [
            2,
            () => {
              const { moment, moments } = saving(engine, saved, "saved")();
              assert.equal(moments[0]?.source, "editor");
              inBetween = [
                `${moment}`,
                engine.read(`@${moment}`, saved).toString(),
              ];
            },
          ],
        ]),
      );
      if (verb === "capture") engine.capture({}, { waiting });
      else engine.checkpoint({ name: "whole" }, { waiting });
      assert.equal(served(), 1);
      assert.equal(inBetween[0], "2");
      assert.equal(Buffer.from(engine.read("@2", saved)).toString(), "saved");
      assert.equal(engine.resolve("@3").moment, 3);
      if (verb === "checkpoint")
        assertSameTree(stateAt(engine, "whole"), recorded());
      check(await work.reopen(engine));
    });

  it("keep what a file had before, if it was read before", async () => {
    const engine = await work.open();
    const path = nameOf(0);
    engine.capture(
      {},
      waitingAt(new Map([[3, saving(engine, path, "second")]])),
    );
    const versions = engine.history(path);
    assert.deepEqual(
      versions.map(({ source }) => source),
      ["editor", "outside"],
    );
    check(engine);
  });

  it("are not undone by what was found before", async () => {
    for (let seed = 1; seed <= 15; seed++) {
      const random = new Random(seed);
      work = makeWorkspace({ ".gitignore": "*.log\n", "x.log": "ignored" });
      for (let i = 0; i < FILES; i++) work.write(nameOf(i), `first ${i}\n`);
      const before = work.tree();
      const engine = await work.open({ settings: { maxFileSizeBytes: 500 } });
      const told = new Map<number, [string, string | null]>();
      const requests = new Map<number, () => void>();
      for (let n = 0; n < 6; n++) {
        const isNew = random.below(5) === 0;
        const path = isNew ? `new/n${n}` : nameOf(random.below(FILES));
        const text = [null, "", `text ${n}`, "large ".repeat(100)][
          random.below(4)
        ]!;
        requests.set(1 + random.below(11), () => {
          const { moment, isNew } = saving(engine, path, text)();
          if (isNew) told.set(moment, [path, text]);
        });
      }
      const { moment } = engine.capture({}, waitingAt(requests));
      const now = recorded();
      for (const [name, { bytes }] of now)
        if (Buffer.from(bytes).length > 500) now.delete(name);
      engine.checkpoint({ capture: false });
      assertSameTree(stateAt(engine, "latest"), now, `seed ${seed}`);
      for (const [n, [path, text]] of told) {
        if (text === null || text.length > 500) continue;
        assert.equal(Buffer.from(engine.read(`@${n}`, path)).toString(), text);
      }
      assert.equal(engine.capture().isNew, false, `seed ${seed}`);
      // Nothing that a part had not looked at yet counts as absent then.
      for (let n = 1; n < moment; n++) {
        const { deletes } = engine.planRestore({ to: `@${n}` });
        for (const { path } of deletes)
          assert.ok(!before.has(path), `seed ${seed}: @${n} deletes ${path}`);
      }
      engine.close();
      const again = await work.open({ settings: { maxFileSizeBytes: 500 } });
      assertSameTree(stateAt(again, "latest"), now, `seed ${seed}, reopened`);
      assert.deepEqual(again.verify().damaged, []);
    }
  });

  it("are restored to and undone like any other moment", async () => {
    const engine = await work.open();
    const path = nameOf(1);
    engine.capture(
      {},
      waitingAt(new Map([[4, saving(engine, path, "second")]])),
    );
    const now = work.tree();
    assert.equal(engine.history(path).at(-1)?.born, 1);
    restore(engine, { to: "@1" });
    assert.equal(work.text(path), "first 1\n");
    assert.equal(work.tree().size, now.size);
    undo(engine);
    assertSameTree(work.tree(), now);
  });

  it("revert to what is known, and delete nothing that may have existed", async () => {
    const engine = await work.open();
    const [read, unread] = [nameOf(1), nameOf(FILES - 2)];
    const both = () => {
      saving(engine, read, "mine")();
      saving(engine, unread, "mine too")();
    };
    engine.capture({}, waitingAt(new Map([[4, both]])));
    const { plan } = engine.planRevert({ source: "editor" });
    assert.deepEqual(plan.deletes, []);
    apply(engine, plan.id);
    assert.equal(work.text(read), "first 1\n");
    assert.equal(work.text(unread), "mine too");
  });

  it("are the only deeds beside the start of the history", async () => {
    const engine = await work.open();
    const requests = new Map(
      [3, 5, 7].map((look) => [look, saving(engine, nameOf(look), "mine")]),
    );
    engine.capture({}, waitingAt(requests));
    engine.checkpoint({ capture: false, kind: "automatic", source: "editor" });
    work.write(nameOf(9), "mine, too");
    engine.capture({ paths: [nameOf(9)], source: "editor" });
    engine.checkpoint({ capture: false, kind: "automatic", source: "editor" });
    const { deeds } = engine.deeds();
    assert.deepEqual(
      new Set(deeds.map(({ author }) => author)),
      new Set(["editor"]),
    );
    assert.deepEqual(
      engine.timeline().lanes.map(({ source, moments }) => [source, moments]),
      [["editor", 4]],
    );
  });

  it("may change the rules", async () => {
    const engine = await work.open();
    const { waiting } = waitingAt(
      new Map([[3, saving(engine, ".gitignore", "*.log\nsrc/8/\n")]]),
    );
    engine.capture({}, { waiting });
    engine.checkpoint({ capture: false });
    const tree = recorded();
    for (const name of tree.keys())
      if (name.startsWith("src/8/")) tree.delete(name);
    assertSameTree(stateAt(engine, "latest"), tree);
    assert.equal(engine.capture().isNew, false);
  });

  it("may be preceded by a capture of another process", async () => {
    const engine = await work.open();
    const other = await work.open();
    const { waiting } = waitingAt(
      new Map([
        [
          3,
          () => {
            work.write(".gitignore", "*.log\nsrc/7/\n");
            other.capture();
            saving(engine, nameOf(0), "second")();
          },
        ],
      ]),
    );
    engine.capture({}, { waiting });
    engine.checkpoint({ capture: false });
    const tree = recorded();
    for (const name of tree.keys())
      if (name.startsWith("src/7/")) tree.delete(name);
    assertSameTree(stateAt(engine, "latest"), tree);
    assert.deepEqual(engine.verify().damaged, []);
  });

  it("are not skipped because a file was too large before", async () => {
    work.write("large", "large ".repeat(100));
    const engine = await work.open({ settings: { maxFileSizeBytes: 500 } });
    const { waiting } = waitingAt(
      new Map([[3, saving(engine, "large", "no longer")]]),
    );
    engine.capture({}, { waiting });
    check(engine);
  });

  it("are not reverted to nothing, if they came before the first part", async () => {
    const engine = await work.open();
    const { waiting, served } = waitingAt(
      new Map([[1, saving(engine, nameOf(3), "mine")]]),
    );
    // The first look for others is during the scan.
    engine.capture({}, { waiting });
    assert.equal(served(), 1);
    assert.equal(engine.history(nameOf(3)).at(-1)?.born, 1);
    work.write(nameOf(3), "mine again");
    engine.capture({ paths: [nameOf(3)], source: "editor" });
    const { plan } = engine.planRevert({ source: "editor" });
    assert.deepEqual(plan.deletes, []);
    check(engine);
  });

  it("are kept if the folder turns out to be too large", async () => {
    const engine = await work.open({ settings: { budgetFiles: 300 } });
    const { waiting, served } = waitingAt(
      new Map([[1, saving(engine, nameOf(3), "mine")]]),
    );
    errorOf(() => engine.capture({}, { waiting }), "over-budget");
    assert.equal(served(), 1);
    const again = await work.reopen(engine, { settings: { budgetFiles: 300 } });
    assert.deepEqual([...stateAt(again, "@1").keys()], [nameOf(3)]);
    const paths = [nameOf(4)];
    errorOf(() => again.capture({ paths, source: "editor" }), "over-budget");
    again.capture({ force: true });
    check(again);
  });

  it("have the newest unsaved text", async () => {
    const engine = await work.open();
    const path = nameOf(5);
    const texts = (text: string | null): CaptureRequest => ({
      paths: [path],
      unsaved: [{ path, text }],
      source: "editor",
    });
    const { waiting } = waitingAt(
      new Map([[3, () => void engine.capture(texts(null))]]),
    );
    engine.capture({ unsaved: [{ path, text: "typed" }] }, { waiting });
    const { moment } = engine.capture();
    errorOf(() => engine.read(`@${moment}`, path, "unsaved"), "not-found");
  });

  it("remain when the capture is cancelled, and the next one records the rest", async () => {
    const engine = await work.open();
    let isCancelled = false;
    const { waiting } = waitingAt(
      new Map([
        [
          3,
          () => {
            saving(engine, nameOf(0), "second")();
            isCancelled = true;
          },
        ],
      ]),
    );
    errorOf(
      () => engine.capture({}, { waiting, isCancelled: () => isCancelled }),
      "cancelled",
    );
    const again = await work.reopen(engine);
    assert.equal(Buffer.from(again.read("@2", nameOf(0))).toString(), "second");
    again.capture();
    check(again);
  });

  it("are let through by two threads that read", async () => {
    for (let i = FILES; i < 3_600; i++) work.write(nameOf(i), `first ${i}\n`);
    const engine = await work.open({ disk: realDisk, threads: true });
    const path = nameOf(17);
    const requests = new Map<number, () => void>();
    // The first looks are during the scan.
    for (const look of [20, 24, 30])
      requests.set(look, saving(engine, path, `at ${look}`));
    const { waiting, served } = waitingAt(requests);
    const { moments } = engine.capture({}, { waiting });
    assert.equal(served(), 3);
    assert.ok(moments.length > 1, "the capture was not divided");
    const texts = engine
      .history(path)
      .map(({ born }) => Buffer.from(engine.read(`@${born}`, path)).toString());
    assert.deepEqual(texts.slice(0, 3), ["at 30", "at 24", "at 20"]);
    check(await work.reopen(engine));
  });

  it("are let through by a later scan of the whole folder", async () => {
    const engine = await work.open();
    engine.capture();
    work.write(nameOf(3), "from outside");
    const path = nameOf(200);
    const { waiting, served } = waitingAt(
      new Map([
        [
          1,
          () => {
            saving(engine, "gone later", "x")();
            saving(engine, "gone later", null)();
            saving(engine, path, "saved")();
          },
        ],
      ]),
    );
    const { recorded: found } = engine.capture({}, { waiting });
    assert.equal(served(), 1);
    assert.deepEqual(found, { added: [], modified: [nameOf(3)], deleted: [] });
    assert.equal(engine.history(path)[0]?.source, "editor");
    check(engine);
  });
});
