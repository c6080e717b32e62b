import assert from "node:assert/strict";
import path from "node:path";
import { applyRecord } from "../../../../src/engine/store/index/applyRecord";
import { placeOf } from "../../../../src/engine/store/index/queries/contents";
import {
  hasUnfinishedRestore,
  unsettledSinceBoot,
} from "../../../../src/engine/store/index/queries/restores";
import type { RestorePlan } from "../../../../src/engine/model/restorePlan";
import type {
  BeginRecord,
  MomentRecord,
} from "../../../../src/engine/store/journal/records";
import type { Sql } from "../../../../src/engine/store/index/sql";
import { loadSql } from "../../../../src/engine/store/index/sql";
import { bornVersion, storedContent } from "../../../helpers/bornVersion";
import { StoreIndex } from "../../../../src/engine/store/index/storeIndex";
import { workspacePath } from "../../../../src/engine/model/workspacePath";

const HASH = "ab".repeat(32);

function moment(n: number, name: string): MomentRecord {
  return {
    t: "moment",
    n,
    at: n,
    source: "editor",
    full: false,
    born: [bornVersion(name, HASH)],
    died: [],
    blobs: [storedContent(HASH)],
  };
}

function begin(id: string, boot: string): BeginRecord {
  const plan = { verb: "restore" } as RestorePlan;
  return {
    ...{ t: "begin", id, at: 2, source: "editor", guard: "g", moment: 1 },
    ...{ plan, blobs: [], boot },
  };
}

describe("the index", () => {
  let sql: Sql;
  before(async () => {
    sql = await loadSql(path.resolve(__dirname, "../../../../../dist"));
  });

  it("forgets cached rows that are rolled back", () => {
    const index = new StoreIndex(sql);
    index.current.load();
    applyRecord(index, moment(1, "a"));
    assert.equal(index.lastMoment, 1);
    assert.throws(() =>
      index.sql.transaction(() => {
        applyRecord(index, moment(2, "b"));
        assert.equal(index.lastMoment, 2);
        assert.ok(index.current.get(workspacePath("b")));
        throw new Error("no");
      }),
    );
    assert.equal(index.lastMoment, 1);
    assert.equal(index.current.get(workspacePath("b")), undefined);
    assert.ok(index.current.get(workspacePath("a")));
    index.close();
  });

  it("forgets the effects of a rehearsal", () => {
    const index = new StoreIndex(sql);
    applyRecord(index, moment(1, "a"));
    const seen = index.sql.rehearse(() => {
      applyRecord(index, { t: "prune", moment: 1 });
      return index.metaNumber("pruned");
    });
    assert.equal(seen, 1);
    assert.equal(index.metaNumber("pruned"), 0);
    index.close();
  });

  it("answers about restores as the last record left them", () => {
    const index = new StoreIndex(sql);
    applyRecord(index, moment(1, "a"));
    const begun = () => hasUnfinishedRestore(index);
    const unsettled = () => unsettledSinceBoot(index, "now").length;
    assert.deepEqual([begun(), unsettled()], [false, 0]);
    applyRecord(index, begin("r", "before"));
    assert.deepEqual([begun(), unsettled()], [true, 0]);
    const end = { t: "end", id: "r", at: 3, state: "done" } as const;
    index.sql.rehearse(() => {
      applyRecord(index, { ...end, boot: "before" });
      assert.deepEqual([begun(), unsettled()], [false, 1]);
    });
    assert.deepEqual([begun(), unsettled()], [true, 0]);
    applyRecord(index, { ...end, boot: "before" });
    assert.deepEqual([begun(), unsettled()], [false, 1]);
    applyRecord(index, { t: "settled", ids: ["r"] });
    assert.deepEqual([begun(), unsettled()], [false, 0]);
    index.close();
  });

  it("knows where a content is after it moved, was stored again or is gone", () => {
    const index = new StoreIndex(sql);
    const placed = (pack: number) => ({ ...storedContent(HASH), pack });
    const other = "cd".repeat(32);
    const packOf = () => placeOf(index, HASH)?.pack;
    assert.equal(packOf(), undefined);
    applyRecord(index, { ...moment(1, "a"), blobs: [placed(1)] });
    const id = index.contentId(HASH);
    assert.deepEqual([id, packOf()], [1, 1]);
    assert.throws(() =>
      index.sql.transaction(() => {
        const blobs = [placed(2), storedContent(other)];
        applyRecord(index, { ...moment(2, "b"), blobs });
        assert.deepEqual([packOf(), index.contentId(other)], [2, 2]);
        throw new Error("no");
      }),
    );
    assert.deepEqual([packOf(), index.contentId(other)], [1, undefined]);
    index.sql.rehearse(() => {
      applyRecord(index, { t: "compact", packs: [1], moved: [placed(3)] });
      assert.equal(packOf(), 3);
    });
    assert.equal(packOf(), 1);
    applyRecord(index, { ...moment(2, "b"), blobs: [placed(2)] });
    assert.equal(packOf(), 2, "stored again, because it was damaged");
    applyRecord(index, { t: "compact", packs: [2], moved: [placed(3)] });
    assert.deepEqual([packOf(), index.contentId(HASH)], [3, id]);
    applyRecord(index, { t: "compact", packs: [3], moved: [] });
    assert.deepEqual([packOf(), index.contentId(HASH)], [undefined, id]);
    index.close();
  });

  it("is the same whether or not space was reserved for a large first capture", () => {
    const first = moment(1, "");
    const born = Array.from({ length: 4_000 }, (_, i) => {
      const name = `folder/${i % 60}/file-${i}`;
      return moment(1, name).born[0]!;
    });
    const roomy = new StoreIndex(sql);
    applyRecord(roomy, { ...first, born });
    const tight = new StoreIndex(sql);
    applyRecord(tight, { ...first, born: born.slice(0, 1) });
    applyRecord(tight, { ...first, born: born.slice(1), blobs: [] });
    const rows = (index: StoreIndex) => [
      index.sql.all("SELECT * FROM version ORDER BY id"),
      index.sql.all("SELECT * FROM path ORDER BY id"),
      index.sql.all("SELECT * FROM content"),
      index.sql.all("SELECT name, sql FROM sqlite_schema ORDER BY name"),
      index.sql.all("PRAGMA integrity_check"),
    ];
    const check = (index: StoreIndex) => {
      assert.deepEqual(rows(index), rows(tight));
      assert.throws(() =>
        index.sql.transaction(() => {
          index.sql.run("DELETE FROM version");
          throw new Error("no");
        }),
      );
      const bytes = index.export();
      assert.equal(bytes.length, index.sql.number("PRAGMA page_count") * 4096);
      const again = new StoreIndex(sql, bytes);
      assert.deepEqual(rows(again), rows(tight));
      assert.equal(again.lastMoment, 1);
      again.close();
    };
    check(roomy);
    roomy.sql.script("VACUUM");
    check(roomy);
    // Much is deleted, so that less is written.
    for (const index of [roomy, tight])
      index.sql.run("DELETE FROM version WHERE id > 10");
    check(roomy);
    roomy.close();
    tight.close();
  });

  it("refuses a large first capture that has a path twice, and stays intact", () => {
    const index = new StoreIndex(sql);
    const row = (i: number) => moment(1, `file-${i % 500}`).born[0]!;
    const born = Array.from({ length: 501 }, (_, i) => row(i));
    assert.throws(() => applyRecord(index, { ...moment(1, ""), born }));
    assert.equal(index.lastMoment, 0);
    applyRecord(index, { ...moment(1, ""), born: born.slice(1) });
    assert.equal(index.sql.number("SELECT count(*) FROM version"), 500);
    assert.throws(() => index.sql.run("INSERT INTO path VALUES (0, 'file-1')"));
    index.close();
  });
});
