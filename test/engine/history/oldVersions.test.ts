import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import { errorOf, restore } from "../../helpers/history";
import { HOUR, ManualClock } from "../../helpers/manualClock";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("versions of moments that are no longer kept", () => {
  const makeWorkspace = workspaceForEach();
  let workspace: TempWorkspace;
  let engine: Engine;

  beforeEach(async () => {
    workspace = makeWorkspace({ a: "a1", b: "b1", "f/c": "c1" });
    const clock = new ManualClock();
    engine = await workspace.open({ clock });
    engine.checkpoint();
    workspace.write("a", "a2");
    workspace.write("f/c", "c2");
    engine.capture();
    engine.capture({ paths: [], unsaved: [{ path: "a", text: "typed" }] });
    engine.checkpoint({ name: "with unsaved text" });
    engine.capture({ paths: [], unsaved: [{ path: "a", text: null }] });
    workspace.write("b", "b2");
    engine.checkpoint({ name: "without" });
    workspace.write("a", "a3");
    engine.checkpoint();
    clock.advance(48 * HOUR);
    workspace.write("b", "b3");
    engine.checkpoint();
    clock.advance(48 * HOUR);
    engine.prune();
    errorOf(() => engine.files("@2"), "not-kept");
  });

  it("every listed version can be read", () => {
    for (const path of ["a", "b", "f/c"])
      for (const { born, hash, unsaved } of engine.history(path))
        if (hash !== null)
          assert.deepEqual(
            engine.read(`@${born}`, path, unsaved ? "unsaved" : "disk"),
            engine.readContent(hash),
          );
  });

  it("resolve to a checkpoint with the same version of the file", () => {
    errorOf(() => engine.resolve("@2"), "not-kept");
    assert.equal(engine.resolve("@2", "a").checkpoint?.name, "without");
    const { checkpoint } = engine.resolve("@3", "a", "unsaved");
    assert.equal(checkpoint?.name, "with unsaved text");
    errorOf(() => engine.resolve("@2", "b0"), "not-kept");
  });

  it("every listed version can be restored, without later unsaved text", () => {
    const { plan } = restore(engine, {
      to: "@2",
      paths: ["a"],
      unsaved: true,
    });
    assert.deepEqual(plan.unsaved, []);
    assert.equal(workspace.text("a"), "a2");
  });

  it("a version that is still current is found without a checkpoint", () => {
    workspace.write("f/c", "c3");
    restore(engine, { to: "@2", paths: ["f/c"] });
    assert.equal(workspace.text("f/c"), "c2");
  });

  it("a folder, or several files, are not assembled from what is left", () => {
    for (const paths of [["f"], ["a", "b"], []])
      errorOf(() => engine.planRestore({ to: "@2", paths }), "not-kept");
  });
});
