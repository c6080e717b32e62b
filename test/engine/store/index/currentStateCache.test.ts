import assert from "node:assert/strict";
import type { SkipReason } from "../../../../src/engine/model/checkpoint";
import type { CurrentRow } from "../../../../src/engine/store/index/currentStateCache";
import { CurrentStateCache } from "../../../../src/engine/store/index/currentStateCache";
import { Random } from "../../../helpers/random";
import { workspacePath } from "../../../../src/engine/model/workspacePath";

/** A row in which every number is unique. */
function rowOf(n: number, reason: SkipReason | null = null): CurrentRow {
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

const plain = (row: CurrentRow | undefined) => {
  if (!row) return undefined;
  const { slot, ...rest } = row;
  assert.equal(typeof slot, "number");
  return rest;
};

describe("the cache of the current state", () => {
  it("returns what was added, like a map, after any additions and removals", () => {
    const random = new Random(7);
    const table = new CurrentStateCache();
    const model = new Map<string, CurrentRow>();
    for (let n = 0; n < 5_000; n++) {
      const path = `${random.pick(["a", "b"])}/${random.below(20)}/${random.below(40)}`;
      const at = random.chance(0.5) ? path : path.replaceAll("/", "");
      if (random.chance(0.3)) {
        table.remove(workspacePath(at));
        model.delete(at);
      } else {
        const row = rowOf(n, random.chance(0.1) ? "changing" : null);
        table.set(workspacePath(at), row);
        model.set(at, row);
      }
      assert.deepEqual(plain(table.get(workspacePath(at))), model.get(at));
    }
    const all = new Map(
      [...table.entries()].map(([p, row]) => [p, plain(row)]),
    );
    assert.deepEqual(all, model);
  });

  it("knows which paths have others below them, after any additions and removals", () => {
    const random = new Random(11);
    const table = new CurrentStateCache();
    const model = new Set<string>();
    const depths = ["a", "a/b", "a/b/c", "a/b/c/d", "e/f", "e/f/g"];
    for (let n = 0; n < 3_000; n++) {
      const path = `${random.pick(depths)}/${random.below(3)}`;
      // Removed as often as added, so that folders appear and disappear.
      if (random.chance(0.6)) {
        table.remove(workspacePath(path));
        model.delete(path);
      } else {
        table.set(workspacePath(path), rowOf(n));
        model.add(path);
      }
      for (const folder of [...depths, "e", path, "x"])
        assert.equal(
          table.hasBelow(workspacePath(folder)),
          [...model].some((each) => each.startsWith(folder + "/")),
          folder,
        );
    }
  });

  it("looks names up in one folder only", () => {
    const table = new CurrentStateCache();
    table.set(workspacePath("a"), rowOf(1));
    table.set(workspacePath("d/a"), rowOf(2));
    assert.deepEqual(plain(table.childrenOf("")("a")), rowOf(1));
    assert.deepEqual(
      plain(table.childrenOf(workspacePath("d"))("a")),
      rowOf(2),
    );
    assert.equal(table.childrenOf(workspacePath("d"))("b"), undefined);
    assert.equal(table.childrenOf(workspacePath("e"))("a"), undefined);
  });

  it("looks names up for a scan one at a time, and leaves other rows as they were", () => {
    const table = new CurrentStateCache();
    const names = ["a", "b", "c"];
    for (const [n, name] of names.entries())
      table.set(workspacePath(`d/${name}`), rowOf(n));
    const folder = workspacePath("d");
    const find = table.scannedIn(folder);
    const kept = table.childrenOf(folder)("a");
    for (const [n, name] of [...names.entries(), ...names.entries()]) {
      assert.deepEqual(plain(find(name)), rowOf(n));
      assert.deepEqual(plain(table.scannedIn(folder)(name)), rowOf(n));
      assert.deepEqual(plain(kept), rowOf(0));
    }
    assert.equal(find("x"), undefined);
    assert.equal(table.scannedIn(workspacePath("e"))("a"), undefined);
  });

  it("returns the paths that a scan has not found", () => {
    const table = new CurrentStateCache();
    for (const [n, path] of ["a", "d/b", "d/c"].entries())
      table.set(workspacePath(path), rowOf(n));
    const met = table.tally();
    met.add(table.get(workspacePath("d/b"))!);
    assert.ok(met.has(table.get(workspacePath("d/b"))!));
    assert.ok(!met.has(table.get(workspacePath("a"))!));
    assert.deepEqual(met.rest().sort(), ["a", "d/c"]);
    // Finding one path twice does not count for another.
    for (const path of ["d/b", "a"]) met.add(table.get(workspacePath(path))!);
    assert.deepEqual(met.rest(), ["d/c"]);
    met.add(table.get(workspacePath("d/c"))!);
    assert.deepEqual(met.rest(), []);
  });

  it("keeps a path that could not be read as such, whatever the reason", () => {
    const table = new CurrentStateCache();
    table.set(
      workspacePath("later"),
      rowOf(1, "a reason of a later version" as SkipReason),
    );
    assert.equal(table.get(workspacePath("later"))!.reason, "unreadable");
  });
});
