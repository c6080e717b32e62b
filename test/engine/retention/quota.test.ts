import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import { apply, errorOf } from "../../helpers/history";
import {
  workspaceForEach,
  type TempWorkspace,
} from "../../helpers/tempWorkspace";
import { noise } from "../../helpers/random";

const MB = 1_000_000;

describe("a history at its size limit", () => {
  const makeWorkspace = workspaceForEach();
  let work: TempWorkspace;
  const open = (maxStoreSizeBytes: number) => {
    work = makeWorkspace({ "a.txt": "0" });
    return work.open({ settings: { maxStoreSizeBytes } });
  };
  const names = (engine: Engine) =>
    engine.list({ limit: 100 }).checkpoints.map(({ name }) => name);

  it("removes nothing for what would not fit anyway", async () => {
    const engine = await open(3 * MB);
    for (let i = 0; i < 20; i++) {
      work.write("a.txt", `version ${i}`);
      engine.checkpoint({ kind: "automatic", name: `${i}` });
    }
    const before = names(engine);
    work.write("huge", noise(5 * MB));
    errorOf(() => engine.checkpoint({ kind: "automatic" }), "quota");
    assert.deepEqual(names(engine), before);
    const text = Buffer.from(engine.read("@5", "a.txt")).toString();
    assert.equal(text, "version 4", "and so are the moments of today");
  });

  it("removes the oldest few if what must be kept fills almost all of it", async () => {
    const quota = 4 * MB;
    const engine = await open(quota);
    work.write("stays", noise(3.68 * MB));
    engine.checkpoint({ name: "mine" });
    let fewest = Infinity;
    for (let i = 0; i < 40; i++) {
      work.write("a.bin", noise(50_000));
      engine.checkpoint({ kind: "automatic", name: `${i}` });
      if (i >= 10) fewest = Math.min(fewest, names(engine).length);
      assert.ok(engine.usage().sizeBytes <= quota, `at ${i}`);
    }
    assert.ok(fewest > 3, `only ${fewest} were left`);
    assert.ok(names(engine).includes("mine"));
  });

  it("keeps the point that a restore was requested for", async () => {
    const engine = await open(6 * MB);
    const version = (i: number) => Buffer.concat([noise(MB), Buffer.from([i])]);
    const first = version(0);
    for (let i = 0; i < 5; i++) {
      work.write("work.bin", i === 0 ? first : version(i));
      engine.checkpoint({ kind: "automatic", name: `${i}` });
    }
    work.write("work.bin", version(9));
    const plan = engine.planRestore({ to: "0" });
    assert.ok(apply(engine, plan.id).applied);
    assert.ok(work.read("work.bin").equals(first));
    work.write("work.bin", version(10));
    apply(engine, engine.planUndo().id);
    assert.ok(!work.read("work.bin").equals(first));
  });

  it("stays within it while somebody types without saving", async () => {
    const quota = 2 * MB;
    const engine = await open(quota);
    engine.checkpoint({ name: "mine" });
    let text = "";
    for (let i = 0; i < 20; i++) {
      text = noise(150_000).toString("hex");
      const unsaved = [{ path: "a.txt", text }];
      engine.checkpoint({ kind: "automatic", paths: [], unsaved });
      assert.ok(engine.usage().sizeBytes <= quota, `at ${i}`);
    }
    const typed = engine.read("latest", "a.txt", "unsaved");
    assert.equal(Buffer.from(typed).toString(), text);
    const unsaved = [{ path: "a.txt", text: noise(2 * MB).toString("hex") }];
    errorOf(() => engine.capture({ paths: [], unsaved }), "quota");
    assert.ok(names(engine).includes("mine"));
  });
});
