import assert from "node:assert/strict";
import { Bursts, defaultBursts } from "../../src/recorder/bursts";

const { editor: editorRules, outside: outsideRules } = defaultBursts;

describe("a burst", () => {
  let bursts: Bursts;
  beforeEach(() => {
    bursts = new Bursts();
  });
  const pathsOf = (now: number) =>
    bursts.takeDue(now).map(({ origin, paths }) => ({ origin, paths }));

  it("ends after a short pause", () => {
    bursts.onDisk("a", 1000);
    bursts.onDisk("b", 1200);
    assert.equal(bursts.dueAt, 1200 + outsideRules.settleMs);
    assert.deepEqual(bursts.takeDue(1499), []);
    assert.deepEqual(pathsOf(1500), [{ origin: "outside", paths: ["a", "b"] }]);
    assert.equal(bursts.dueAt, null);
  });

  it("eventually ends even if changes keep coming", () => {
    for (let now = 0; now <= 5000; now += 100) bursts.onDisk(`f${now}`, now);
    assert.equal(bursts.dueAt, outsideRules.maxMs);
  });

  it("restarts its time limit once it was taken", () => {
    bursts.onDisk("a", 0);
    bursts.takeDue(5000);
    bursts.onDisk("a", 5000);
    assert.equal(bursts.dueAt, 5000 + outsideRules.settleMs);
  });

  it("names a path once, however often it is reported", () => {
    bursts.onDisk("a", 0);
    bursts.onDisk("a", 100);
    assert.deepEqual(pathsOf(9999), [{ origin: "outside", paths: ["a"] }]);
  });

  it("ends sooner for saves than for outside changes, and saves come first", () => {
    bursts.onDisk("out", 0);
    bursts.byEditor("in", 0);
    assert.equal(bursts.dueAt, editorRules.settleMs);
    assert.deepEqual(
      pathsOf(9999).map(({ origin }) => origin),
      ["editor", "outside"],
    );
  });

  it("treats a watcher event for a path just saved as the save", () => {
    bursts.byEditor("a", 0);
    bursts.onDisk("a", 50);
    assert.deepEqual(pathsOf(9999), [{ origin: "editor", paths: ["a"] }]);
  });

  it("includes the contents of a folder that the editor just moved", () => {
    bursts.byEditor("src/old", 0);
    bursts.onDisk("src/old/deep/a", 50);
    bursts.onDisk("src/older", 50);
    assert.deepEqual(pathsOf(9999), [
      { origin: "editor", paths: ["src/old"] },
      { origin: "outside", paths: ["src/older"] },
    ]);
  });

  it("belongs to the editor even if the watcher was faster", () => {
    bursts.onDisk("a", 0);
    bursts.byEditor("a", 20);
    assert.deepEqual(pathsOf(9999), [{ origin: "editor", paths: ["a"] }]);
  });

  it("waits for the editor to confirm a file that it is saving", () => {
    bursts.willSave("a", 0);
    bursts.onDisk("a", 10);
    bursts.onDisk("b", 10);
    assert.deepEqual(pathsOf(2000), [{ origin: "outside", paths: ["b"] }]);
    bursts.byEditor("a", 2500);
    bursts.onDisk("a", 2510);
    assert.deepEqual(pathsOf(9999), [{ origin: "editor", paths: ["a"] }]);
    assert.equal(bursts.dueAt, null);
  });

  it("is from outside if the save never comes", () => {
    bursts.willSave("a", 0);
    bursts.onDisk("a", 10);
    assert.equal(bursts.dueAt, 5000);
    assert.deepEqual(pathsOf(5000), []);
    assert.deepEqual(pathsOf(5000 + outsideRules.settleMs), [
      { origin: "outside", paths: ["a"] },
    ]);
    bursts.onDisk("a", 6000);
    assert.deepEqual(pathsOf(9999), [{ origin: "outside", paths: ["a"] }]);
  });

  it("attributes a save in progress to the editor if there is no time to wait", () => {
    bursts.willSave("a", 0);
    bursts.onDisk("a", 10);
    assert.deepEqual(bursts.takeAll(20), [
      { origin: "editor", paths: ["a"], headMoved: false },
    ]);
    bursts.onDisk("a", 30);
    assert.deepEqual(pathsOf(2000), []);
  });

  it("becomes a full scan if it has too many paths", () => {
    for (let n = 0; n <= 5000; n++) bursts.onDisk(`f${n}`, n / 1000);
    assert.deepEqual(pathsOf(9999), [{ origin: "outside", paths: null }]);
  });

  it("becomes a full scan if the changed paths are unknown", () => {
    bursts.onDisk("a", 0);
    bursts.onDisk("", 0);
    assert.deepEqual(pathsOf(9999), [{ origin: "outside", paths: null }]);
  });

  it("follows the given rules", () => {
    const outside = { settleMs: 10, maxMs: 50, maxPaths: 2 };
    bursts = new Bursts({ ...defaultBursts, outside });
    for (let now = 0; now <= 100; now += 5) bursts.onDisk("a", now);
    assert.equal(bursts.dueAt, 50);
    bursts.onDisk("b", 100);
    assert.equal(bursts.lastAt, 100);
    bursts.onDisk("c", 100);
    assert.deepEqual(pathsOf(200), [{ origin: "outside", paths: null }]);
    assert.equal(bursts.lastAt, null);
  });

  it("reports that HEAD moved, even without a changed file", () => {
    bursts.headMoved(0);
    assert.deepEqual(bursts.takeDue(9999), [
      { origin: "outside", paths: [], headMoved: true },
    ]);
  });

  it("can be taken immediately by a caller that must be up to date", () => {
    bursts.byEditor("in", 0);
    bursts.onDisk("out", 0);
    assert.deepEqual(
      bursts.takeAll(0, "editor").map(({ paths }) => paths),
      [["in"]],
    );
    assert.deepEqual(
      bursts.takeAll(0).map(({ paths }) => paths),
      [["out"]],
    );
    assert.equal(bursts.dueAt, null);
  });

  it("is put back if it could not be recorded", () => {
    bursts.onDisk("a", 0);
    const [batch] = bursts.takeDue(9999);
    assert(batch);
    bursts.onDisk("b", 10_000);
    bursts.putBack(batch, 10_050);
    assert.deepEqual(pathsOf(20_000), [
      { origin: "outside", paths: ["b", "a"] },
    ]);
  });
});
