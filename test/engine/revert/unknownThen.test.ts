import assert from "node:assert/strict";
import type { Disk } from "../../../src/base/disk";
import type { Engine } from "../../../src/engine/api";
import { quickDisk } from "../../helpers/quickDisk";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { errno } from "../workspace/watchedDisk";

/** What was not recorded before the change may have existed all along. */
describe("a file that the change only recorded for the first time", () => {
  const makeWorkspace = workspaceForEach();

  interface Case {
    files: Record<string, string>;
    settings?: Parameters<Engine["configure"]>[0];
    change: (workspace: TempWorkspace, engine: Engine) => void;
  }
  const cases: Record<string, Case> = {
    "since a rule stopped ignoring it": {
      files: { ".gitignore": "kept\n", kept: "mine" },
      change: (workspace) => workspace.write(".gitignore", ""),
    },
    "since a setting stopped leaving it out": {
      files: { kept: "mine" },
      settings: { exclude: ["kept"] },
      change: (_, engine) => engine.configure({ exclude: [] }),
    },
    "since it was too large before": {
      files: { kept: "x".repeat(200) },
      settings: { maxFileSizeBytes: 100 },
      change: (workspace) => workspace.write("kept", "mine"),
    },
    "since a rule stopped ignoring it, though it looks like a renamed one": {
      files: { ".gitignore": "kept\n", kept: "the same", gone: "the same" },
      change: (workspace) => {
        workspace.write(".gitignore", "");
        workspace.remove("gone");
      },
    },
  };
  for (const [why, { files, settings = {}, change }] of Object.entries(cases))
    for (const request of [{ ref: "change" }, { source: "bot" }])
      it(`is left alone ${why}: ${Object.keys(request).join()}`, async () => {
        const workspace = makeWorkspace({ ...files, other: "1" });
        const engine = await workspace.open();
        engine.configure(settings);
        engine.checkpoint();
        change(workspace, engine);
        workspace.write("other", "2");
        engine.checkpoint({ name: "change", source: "bot" });
        const kept = workspace.text("kept");

        const { plan, conflicts } = engine.planRevert(request);
        assert.deepEqual(conflicts, []);
        assert.deepEqual(plan.deletes, []);
        assert.deepEqual(plan.leftAlone, [
          { path: "kept", reason: "ignored-then" },
        ]);
        assert.ok(engine.applyRestore(plan.id).applied);
        assert.equal(workspace.text("kept"), kept);
        assert.equal(workspace.text("other"), "1");
        for (const path of Object.keys(files))
          assert.ok(workspace.exists(path), path);
      });

  it("is left alone when its folder could not be listed before", async () => {
    const workspace = makeWorkspace({ "closed/kept": "mine", other: "1" });
    let isClosed = true;
    const disk: Disk = {
      ...quickDisk,
      readFolder(path) {
        if (isClosed && path.endsWith("/closed")) throw errno("EACCES");
        return quickDisk.readFolder(path);
      },
    };
    const engine = await workspace.open({ disk });
    engine.checkpoint();
    isClosed = false;
    workspace.write("other", "2");
    engine.checkpoint();
    const { plan } = engine.planRevert({ ref: "1" });
    assert.deepEqual(plan.deletes, []);
    assert.deepEqual(plan.leftAlone, [
      { path: "closed/kept", reason: "ignored-then" },
    ]);
  });

  it("is no longer mentioned if it is gone, or if a later change to it is reverted", async () => {
    const workspace = makeWorkspace({
      ".gitignore": "*.log\n",
      "a.log": "1",
      "b.log": "1",
    });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write(".gitignore", "");
    engine.capture({ source: "bot" });
    workspace.remove("a.log");
    engine.capture();
    workspace.write("b.log", "2");
    engine.capture({ source: "bot" });
    const { plan, conflicts } = engine.planRevert({ source: "bot" });
    assert.deepEqual([conflicts, plan.deletes, plan.leftAlone], [[], [], []]);
    assert.ok(engine.applyRestore(plan.id).applied);
    assert.equal(workspace.text("b.log"), "1");
  });
});

describe("a file that only looks like a later rename", () => {
  const makeWorkspace = workspaceForEach();
  const text = (line: string) => `${"same\n".repeat(30)}${line}\n`;

  const start = async (files: Record<string, string> = {}) => {
    const workspace = makeWorkspace({ ...files, f: text("1") });
    const engine = await workspace.open();
    engine.checkpoint();
    workspace.write("f", text("2"));
    engine.checkpoint({ name: "change" });
    return { workspace, engine };
  };

  it("is not edited because a rule began to ignore the changed file", async () => {
    const { workspace, engine } = await start();
    workspace.write(".gitignore", "/f\n");
    workspace.write("g", text("2"));
    engine.checkpoint();
    const { plan } = engine.planRevert({ ref: "change" });
    assert.ok(!plan.writes.some(({ path }) => path === "g"));
  });

  it("is not edited because a rule stopped ignoring it", async () => {
    const { workspace, engine } = await start({
      ".gitignore": "/g\n",
      g: text("2"),
    });
    workspace.write(".gitignore", "");
    workspace.remove("f");
    engine.checkpoint();
    const { plan, conflicts } = engine.planRevert({ ref: "change" });
    assert.deepEqual(plan.writes, []);
    assert.deepEqual(
      conflicts.map(({ path }) => path),
      ["f"],
    );
  });
});
