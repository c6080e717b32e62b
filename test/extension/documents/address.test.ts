import assert from "node:assert/strict";
import {
  fromQuery,
  toQuery,
  type Address,
} from "../../../src/extension/documents/address";

const folder = "file:///work";

describe("the address of a checkpoint document", () => {
  const addresses: Address[] = [
    { folder, path: "a b/ü.txt", show: "point", ref: "@40", layer: "disk" },
    { folder, path: "a.txt", show: "point", ref: "@40", layer: "unsaved" },
    { folder, path: "a.png", show: "content", hash: "a".repeat(64) },
    { folder, path: "a.txt", show: "nothing" },
    { folder, path: "a.txt", show: "playhead", side: "then" },
    { folder, path: "b/a.txt", show: "playhead", side: "before" },
  ];
  for (const address of addresses)
    it(`of ${address.show} ${address.path} round-trips through its uri`, () => {
      assert.deepEqual(
        fromQuery("/" + address.path, toQuery(address)),
        address,
      );
      assert.deepEqual(
        fromQuery("/else/where", toQuery(address, true)),
        address,
      );
    });

  for (const [name, path, query] of [
    ["a path that leaves the folder", "/../etc/passwd", { folder, ref: "@1" }],
    ["such a path in the query", "/a", { folder, ref: "@1", path: "../b" }],
    ["no path", "/", { folder, ref: "@1" }],
    ["no folder", "/a", { ref: "@1" }],
    ["a hash that is none", "/a", { folder, hash: "zz" }],
    ["neither point nor content", "/a", { folder }],
    ["a side that is none", "/a", { folder, playhead: "later" }],
    ["a reference that is no text", "/a", { folder, ref: 4 }],
  ] as const)
    it(`with ${name} is invalid`, () => {
      assert.equal(fromQuery(path, JSON.stringify(query)), undefined);
    });

  it("with a query that is not ours is invalid", () => {
    assert.equal(fromQuery("/a", "x=1"), undefined);
    assert.equal(fromQuery("/a", "null"), undefined);
  });
});
