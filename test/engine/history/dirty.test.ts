import assert from "node:assert/strict";
import { applyRecord } from "../../../src/engine/store/index/applyRecord";
import type { Engine } from "../../../src/engine/api";
import { DirtyPaths } from "../../../src/engine/history/dirty";
import { workspacePath } from "../../../src/engine/model/workspacePath";
import type { Sql } from "../../../src/engine/store/index/sql";
import { loadSql } from "../../../src/engine/store/index/sql";
import { StoreIndex } from "../../../src/engine/store/index/storeIndex";
import { bornVersion, storedContent } from "../../helpers/bornVersion";
import { Random, seedOf } from "../../helpers/random";
import { assetsDir } from "../../helpers/repository";
import { workspaceForEach } from "../../helpers/tempWorkspace";

const hash = (n: number) => n.toString(16).padStart(64, "0");

describe("what changed since git's commit", () => {
  const makeWorkspace = workspaceForEach();
  let sql: Sql;
  before(async () => {
    sql = await loadSql(assetsDir);
  });

  /** An index with its own moments, which counts the rows that were queried. */
  function record() {
    const index = new StoreIndex(sql);
    const asked = { rows: 0 };
    const each = index.sql.each.bind(index.sql);
    index.sql.each = (query, values, onRow) =>
      each(query, values, (row) => (asked.rows++, onRow(row)));
    const moment = (born: [string, number][], died: string[] = []) => {
      const n = index.lastMoment + 1;
      applyRecord(index, {
        t: "moment",
        n,
        at: n,
        source: "editor",
        full: false,
        born: born.map(([name, content]) => bornVersion(name, hash(content))),
        died: died.map((name) => ({
          path: workspacePath(name),
          layer: "disk",
          isReleased: false,
        })),
        blobs: born.map(([, content]) => storedContent(hash(content), content)),
      });
    };
    return { index, asked, moment };
  }

  it("is recomputed only for paths touched since the last query", () => {
    const { index, asked, moment } = record();
    const names = Array.from({ length: 3000 }, (_, i) => `f${i}`);
    moment(names.map((name) => [name, 1]));
    moment(names.map((name) => [name, 2]));
    const dirty = new DirtyPaths();
    assert.deepEqual(dirty.since(index, 1), [...names].sort());
    moment([["f7", 1]], ["f8"]);
    asked.rows = 0;
    const now = [...names].sort().filter((name) => name !== "f7");
    assert.deepEqual(dirty.since(index, 1), now);
    assert.equal(asked.rows, 2);
    assert.deepEqual(dirty.since(index, 1), now);
    assert.equal(asked.rows, 2);
    index.close();
  });

  it("is recomputed for everything when the commit changes or versions were forgotten", () => {
    const { index, moment } = record();
    moment([
      ["a", 1],
      ["b", 1],
    ]);
    moment([["a", 2]], ["b"]);
    const dirty = new DirtyPaths();
    assert.deepEqual(dirty.since(index, 1), ["a", "b"]);
    assert.deepEqual(dirty.since(index, 2), []);
    assert.deepEqual(dirty.since(index, 1), ["a", "b"]);
    applyRecord(index, { t: "prune", moment: 2 });
    assert.deepEqual(dirty.since(index, 1), new DirtyPaths().since(index, 1));
    index.close();
  });

  it("matches a full comparison, whatever happens in between", async () => {
    const seed = seedOf(3);
    const random = new Random(seed);
    const workspace = makeWorkspace({ start: "1" });
    workspace.write(".git/HEAD", "1".repeat(40));
    const engine = await workspace.open();
    engine.checkpoint();
    const names = ["a", "b", "d/c", "d/e", "\u{1f600}", "\uffee"];
    for (let step = 0; step < 60; step++) {
      const name = random.pick(names);
      const kind = random.below(6);
      if (kind < 3) workspace.write(name, String(kind), 0o644);
      else if (kind === 3) workspace.remove(name);
      else if (kind === 4) workspace.write(name, "0", 0o755);
      else workspace.write(".gitignore", random.chance(0.5) ? name : "");
      if (random.chance(0.05)) engine.prune();
      const { git } = engine.checkpoint({ kind: "automatic" });
      assert.deepEqual(
        git?.dirtyFiles,
        differing(engine),
        `seed ${seed}, step ${step}`,
      );
      assert.equal(git.dirtyCount, git.dirtyFiles.length);
    }
  });

  function differing(engine: Engine): string[] {
    const diff = engine.diff("#0", "latest", { renames: false });
    return [diff.added, diff.modified, diff.deleted]
      .flatMap((changes) => changes.map((change) => change.path))
      .sort();
  }
});
