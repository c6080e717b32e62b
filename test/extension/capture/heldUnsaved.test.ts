import assert from "node:assert/strict";
import {
  HeldUnsaved,
  type Memory,
} from "../../../src/extension/capture/heldUnsaved";

describe("what an earlier window left unsaved", () => {
  let values: Map<string, unknown>;
  let memory: Memory;
  beforeEach(() => {
    values = new Map();
    memory = {
      get: <T>(key: string) => values.get(key) as T | undefined,
      update: async (key, value) => void values.set(key, value),
    };
  });
  const from = (pid: number) =>
    values.set("unsaved:/f", { pid, paths: ["a.ts"] });
  const left = (alive: number[] = []) =>
    new HeldUnsaved(memory, "/f", (pid) => alive.includes(pid)).left();

  it("is nothing at first", () => assert.deepEqual(left(), []));

  it("is taken over once that window is gone", () => {
    from(4711);
    assert.deepEqual(left(), ["a.ts"]);
  });

  it("is left alone while that window lives", () => {
    from(4711);
    assert.deepEqual(left([4711]), []);
  });

  it("is known again by the window that wrote it", () => {
    new HeldUnsaved(memory, "/f").keep(["b.ts"]);
    assert.deepEqual(left([process.pid]), ["b.ts"]);
  });

  it("is nothing when the memory makes no sense", () => {
    values.set("unsaved:/f", ["a.ts"]);
    assert.deepEqual(left(), []);
  });

  it("asks the system who is alive", () => {
    from(process.ppid);
    assert.deepEqual(new HeldUnsaved(memory, "/f").left(), []);
  });
});
