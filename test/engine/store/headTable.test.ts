import assert from "node:assert/strict";
import type { SkipReason } from "../../../src/engine/model/checkpoint";
import type { HeadRow } from "../../../src/engine/store/head";
import { HeadTable } from "../../../src/engine/store/headTable";
import { Random } from "../../helpers/random";

/** A row whose every number differs from those of the others. */
function rowOf(n: number, reason: SkipReason | null = null): HeadRow {
  return {
    version: n * 10,
    pathId: n * 10 + 1,
    content: n % 3 === 0 ? null : n * 10 + 2,
    mode: 0o100 + n,
    sizeBytes: n * 2 ** 33 + 1,
    mtimeMs: 1.7e12 + n + 0.25,
    ctimeMs: 1.7e12 + n + 0.5,
    ino: 2 ** 50 + n,
    reason,
  };
}

const plain = (row: HeadRow | undefined) => {
  if (!row) return undefined;
  const { slot, ...rest } = row;
  assert.equal(typeof slot, "number");
  return rest;
};

describe("the table of the present state", () => {
  it("gives back what was put in, as a map would, whatever is put in and removed", () => {
    const random = new Random(7);
    const table = new HeadTable();
    const model = new Map<string, HeadRow>();
    for (let n = 0; n < 5_000; n++) {
      const path = `${random.pick(["a", "b"])}/${random.below(20)}/${random.below(40)}`;
      const at = random.chance(0.5) ? path : path.replaceAll("/", "");
      if (random.chance(0.3)) {
        table.remove(at);
        model.delete(at);
      } else {
        const row = rowOf(n, random.chance(0.1) ? "changing" : null);
        table.set(at, row);
        model.set(at, row);
      }
      assert.deepEqual(plain(table.get(at)), model.get(at));
    }
    const all = new Map(
      [...table.entries()].map(([p, row]) => [p, plain(row)]),
    );
    assert.deepEqual(all, model);
  });

  it("knows what has paths below it, whatever is put in and removed", () => {
    const random = new Random(11);
    const table = new HeadTable();
    const model = new Set<string>();
    const depths = ["a", "a/b", "a/b/c", "a/b/c/d", "e/f", "e/f/g"];
    for (let n = 0; n < 3_000; n++) {
      const path = `${random.pick(depths)}/${random.below(3)}`;
      // As often removed as put in, so that folders come and go.
      if (random.chance(0.6)) {
        table.remove(path);
        model.delete(path);
      } else {
        table.set(path, rowOf(n));
        model.add(path);
      }
      for (const folder of [...depths, "e", path, "x"])
        assert.equal(
          table.hasBelow(folder),
          [...model].some((each) => each.startsWith(folder + "/")),
          folder,
        );
    }
  });

  it("looks names up in one folder only", () => {
    const table = new HeadTable();
    table.set("a", rowOf(1));
    table.set("d/a", rowOf(2));
    assert.deepEqual(plain(table.childrenOf("")("a")), rowOf(1));
    assert.deepEqual(plain(table.childrenOf("d")("a")), rowOf(2));
    assert.equal(table.childrenOf("d")("b"), undefined);
    assert.equal(table.childrenOf("e")("a"), undefined);
  });

  it("says which paths a scan has not met", () => {
    const table = new HeadTable();
    for (const [n, path] of ["a", "d/b", "d/c"].entries())
      table.set(path, rowOf(n));
    const met = table.tally();
    met.add(table.get("d/b")!);
    assert.ok(met.has(table.get("d/b")!));
    assert.ok(!met.has(table.get("a")!));
    assert.deepEqual(met.rest().sort(), ["a", "d/c"]);
    // One met twice does not stand for another.
    for (const path of ["d/b", "a"]) met.add(table.get(path)!);
    assert.deepEqual(met.rest(), ["d/c"]);
    met.add(table.get("d/c")!);
    assert.deepEqual(met.rest(), []);
  });

  it("keeps a path that was not read as one, whatever the reason was", () => {
    const table = new HeadTable();
    table.set("later", rowOf(1, "a reason of a later version" as SkipReason));
    assert.equal(table.get("later")!.reason, "unreadable");
  });
});
