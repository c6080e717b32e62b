import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { processStart } from "../../../src/base/processes";
import { HeldUnsaved } from "../../../src/extension/recording/heldUnsaved";

describe("what an earlier window left unsaved", () => {
  let home: string;
  beforeEach(() => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-held-"));
  });
  afterEach(() => fs.rmSync(home, { recursive: true }));

  /** What a window with this process id keeps. */
  const from = async (pid: number, paths: string[], start = "1") => {
    await (await HeldUnsaved.open(home, "/f")).keep(["x"]);
    const [dir] = fs.readdirSync(path.join(home, "unsaved"));
    const at = (id: number) => path.join(home, "unsaved", dir!, `${id}.json`);
    fs.writeFileSync(at(pid), JSON.stringify({ pid, start, paths }));
    fs.rmSync(at(process.pid));
  };
  const window = (alive: number[] = [], start = "1") =>
    HeldUnsaved.open(home, "/f", {
      isAlive: (pid) => alive.includes(pid),
      start: () => Promise.resolve(start),
    });
  const left = async (alive: number[] = [], start = "1") =>
    (await window(alive, start)).left;

  it("is nothing at first", async () => assert.deepEqual(await left(), []));

  it("is taken over once that window is gone", async () => {
    await from(4711, ["a.ts"]);
    assert.deepEqual(await left(), ["a.ts"]);
    assert.deepEqual(await left(), ["a.ts"], "until it is kept by another");
    const next = await window();
    await next.keep(next.left);
    assert.deepEqual(await left([process.pid]), ["a.ts"]);
    await next.keep([]);
    assert.deepEqual(await left(), []);
  });

  it("is left alone while that window is open, whatever others keep", async () => {
    await from(4711, ["a.ts"]);
    const other = await window([4711]);
    assert.deepEqual(other.left, []);
    await other.keep(["b.ts"]);
    assert.deepEqual(await left([4711]), ["b.ts"]);
    await other.keep([]);
    assert.deepEqual(await left(), ["a.ts"]);
  });

  it("is taken over if another process now has that window's id", async () => {
    await from(4711, ["a.ts"]);
    assert.deepEqual(await left([4711], "2"), ["a.ts"]);
  });

  it("is found again by the window that wrote it", async () => {
    await (await HeldUnsaved.open(home, "/f")).keep(["b.ts"]);
    assert.deepEqual(await left([process.pid]), ["b.ts"]);
  });

  it("is the last of several lists written at once", async () => {
    const held = await window();
    await Promise.all([
      held.keep(["a.ts"]),
      held.keep([]),
      held.keep(["b.ts"]),
    ]);
    assert.deepEqual(await left([process.pid]), ["b.ts"]);
  });

  it("is kept per folder", async () => {
    await from(4711, ["a.ts"]);
    assert.deepEqual((await HeldUnsaved.open(home, "/g")).left, []);
  });

  it("is nothing if the file is invalid", async () => {
    await from(4711, "a.ts" as unknown as string[]);
    assert.deepEqual(await left([4711]), []);
  });

  it("asks the system which processes are alive", async () => {
    const { ppid } = process;
    await from(ppid, ["a.ts"], processStart(ppid));
    assert.deepEqual((await HeldUnsaved.open(home, "/f")).left, []);
  });
});
