import assert from "node:assert/strict";
import { BytesCache } from "../../../src/extension/documents/bytesCache";

function reader() {
  const reads: string[] = [];
  return {
    reads,
    read: (key: string, size: number) => (): Promise<Uint8Array> => {
      reads.push(key);
      return Promise.resolve(new Uint8Array(size));
    },
  };
}

describe("recently shown contents", () => {
  it("are read once, even if requested at the same time", async () => {
    const cache = new BytesCache(100);
    const { reads, read } = reader();
    await Promise.all([
      cache.get("a", read("a", 10)),
      cache.get("a", read("a", 10)),
    ]);
    await cache.get("a", read("a", 10));
    assert.deepEqual(reads, ["a"]);
  });

  it("make room for newer ones, the least recently used first", async () => {
    const cache = new BytesCache(100);
    const { reads, read } = reader();
    await cache.get("a", read("a", 40));
    await cache.get("b", read("b", 40));
    await cache.get("a", read("a", 40));
    await cache.get("c", read("c", 40));
    reads.length = 0;
    await cache.get("a", read("a", 40));
    await cache.get("b", read("b", 40));
    assert.deepEqual(reads, ["b"]);
  });

  it("are read again after a failure", async () => {
    const cache = new BytesCache(100);
    await assert.rejects(cache.get("a", () => Promise.reject(new Error("no"))));
    const { reads, read } = reader();
    await cache.get("a", read("a", 1));
    assert.deepEqual(reads, ["a"]);
  });

  it("are returned but not kept if they are larger than the cache", async () => {
    const cache = new BytesCache(10);
    const { reads, read } = reader();
    assert.equal((await cache.get("a", read("a", 50))).byteLength, 50);
    await cache.get("a", read("a", 50));
    assert.deepEqual(reads, ["a", "a"]);
  });
});
