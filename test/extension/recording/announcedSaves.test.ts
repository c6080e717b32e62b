import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { AnnouncedSaves } from "../../../src/extension/recording/announcedSaves";
import { editorsClaims } from "../../../src/host/claimFiles";
import { readClaims, writeClaims } from "../../../src/host/claims";
import type { Claim } from "../../../src/recorder/attribution";

describe("the saves that a window announces", () => {
  let dataDir: string;
  let root: string;
  let now: number;
  let window: AnnouncedSaves;
  const open = () => new AnnouncedSaves(dataDir, root, () => now);
  const robot: Claim = {
    ...{ source: "robot", thread: null, paths: [], isOpen: true },
    ...{ sinceMs: 0, untilMs: Infinity, beside: [] },
  };
  const agentAtWork = () =>
    writeClaims(dataDir, root, [{ ...robot, untilMs: 1e15 }]);
  /** The paths that other processes know of. */
  const known = () =>
    readClaims(dataDir, root, now)
      .filter(({ source }) => source === "editor")
      .flatMap(({ paths }) => paths)
      .filter((name) => !name.endsWith("/"))
      .sort();
  const files = () => fs.readdirSync(editorsClaims(dataDir, root));

  beforeEach(() => {
    const base = fs.realpathSync(
      fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-saves-")),
    );
    dataDir = path.join(base, "data");
    root = path.join(base, "work");
    fs.mkdirSync(root);
    now = Date.now();
    window = open();
  });
  afterEach(() => fs.rmSync(path.dirname(dataDir), { recursive: true }));

  it("cost nothing while no agent is at work", async () => {
    await window.announce("a.md");
    assert.ok(!fs.existsSync(dataDir));
    agentAtWork();
    writeClaims(dataDir, root, []);
    await window.announce("a.md");
    assert.ok(!fs.existsSync(editorsClaims(dataDir, root)));
  });

  it("are known from before the write until they are recorded", async () => {
    agentAtWork();
    await window.announce("a.md");
    assert.deepEqual(known(), ["a.md"]);
    const early = window.recording(["a.md"]);
    window.written("a.md");
    await early();
    assert.deepEqual(known(), ["a.md"], "what was recorded was from before");
    await window.recording(["b.md"])();
    assert.deepEqual(known(), ["a.md"], "another file was recorded");
    await window.recording(["a.md"])();
    assert.deepEqual(known(), []);
    assert.deepEqual(files(), []);
  });

  it("are known of agents that report, also between their tools", async () => {
    const hooks = path.join(dataDir, "hooks");
    fs.mkdirSync(hooks, { recursive: true });
    fs.writeFileSync(path.join(hooks, "worker.pid"), "1");
    await window.announce("a.md");
    assert.deepEqual(known(), ["a.md"]);
  });

  it("stay known when the file is saved again while it is recorded", async () => {
    agentAtWork();
    await window.announce("a.md");
    window.written("a.md");
    const recorded = window.recording(null);
    await window.announce("a.md");
    window.written("a.md");
    await recorded();
    assert.deepEqual(known(), ["a.md"]);
    await window.recording(null)();
    assert.deepEqual(known(), []);
  });

  it("expire, and what a crashed window left behind is removed", async () => {
    agentAtWork();
    await window.announce("crashed.md");
    now += 29_000;
    assert.deepEqual(known(), ["crashed.md"]);
    now += 2000;
    assert.deepEqual(known(), []);
    await window.announce("a.md");
    assert.deepEqual(known(), ["a.md"]);
    const [left = ""] = files();
    const longAgo = now / 1000 - 2 * 60 * 60;
    fs.utimesSync(
      path.join(editorsClaims(dataDir, root), left),
      longAgo,
      longAgo,
    );
    await open().announce("b.md");
    assert.deepEqual(known(), ["b.md"]);
    assert.equal(files().length, 1);
  });

  it("of two windows are kept apart", async () => {
    agentAtWork();
    const other = open();
    await Promise.all([window.announce("a.md"), other.announce("b.md")]);
    assert.deepEqual(known(), ["a.md", "b.md"]);
    window.written("a.md");
    await window.recording(null)();
    assert.deepEqual(known(), ["b.md"]);
  });

  it("never fail, whatever is in the way", async () => {
    agentAtWork();
    const folder = editorsClaims(dataDir, root);
    fs.mkdirSync(path.dirname(folder), { recursive: true });
    fs.writeFileSync(folder, "no folder");
    await window.announce("a.md");
    assert.deepEqual(known(), []);
  });
});
