import assert from "node:assert/strict";
import path from "node:path";
import { workspacePath } from "../../../../src/engine/model/workspacePath";
import { isWithin } from "../../../../src/engine/model/workspacePath";
import { applyRecord } from "../../../../src/engine/store/index/applyRecord";
import type { Touch } from "../../../../src/engine/store/index/queries/moments";
import { eachTouchAfter } from "../../../../src/engine/store/index/queries/moments";
import { changesBetween } from "../../../../src/engine/store/index/queries/snapshots";
import type { Sql } from "../../../../src/engine/store/index/sql";
import { loadSql } from "../../../../src/engine/store/index/sql";
import { StoreIndex } from "../../../../src/engine/store/index/storeIndex";
import type {
  BornVersion,
  EndedVersion,
} from "../../../../src/engine/store/journal/records";
import { bornVersion, storedContent } from "../../../helpers/bornVersion";
import { Random } from "../../../helpers/random";

const HASHES = ["aa", "bb", "cc"].map((two) => two.repeat(32));
const NAMES = ["a", "a/b", "a/c", "a.txt", "a0", "d/e/f", "d/e", "g", "é", "h"];
const MOMENTS = 120;

/** Random versions of a few paths: on disk and unsaved, born, replaced, ended, released. */
function randomHistory(sql: Sql, random: Random): StoreIndex {
  const index = new StoreIndex(sql);
  const alive = new Set<string>();
  for (let n = 1; n <= MOMENTS; n++) {
    const born: BornVersion[] = [];
    const died: EndedVersion[] = [];
    for (const name of NAMES)
      for (const layer of ["disk", "unsaved"] as const) {
        if (random.below(6) > 0) continue;
        const key = `${layer} ${name}`;
        if (alive.has(key) && random.below(3) === 0) {
          died.push({
            path: workspacePath(name),
            layer,
            isReleased: random.below(2) === 0,
          });
          alive.delete(key);
          continue;
        }
        const hash = HASHES[random.below(HASHES.length)]!;
        born.push({ ...bornVersion(name, hash), layer });
        alive.add(key);
      }
    const source = ["editor", "outside", "codex"][random.below(3)]!;
    applyRecord(index, {
      ...{ t: "moment", n, at: n, source, full: false, born, died },
      blobs: n === 1 ? HASHES.map((hash) => storedContent(hash)) : [],
    });
  }
  return index;
}

describe("the changes of some paths", () => {
  let sql: Sql;
  before(async () => {
    sql = await loadSql(path.resolve(__dirname, "../../../../../dist"));
  });

  it("are those that all changes contain", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const index = randomHistory(sql, random);
      for (let n = 0; n < 40; n++) {
        const [from, to] = [random.below(MOMENTS), random.below(MOMENTS)];
        const within = NAMES.filter(() => random.below(4) === 0).map((name) =>
          workspacePath(name),
        );
        const isWanted = (one: string) =>
          within.length === 0 || within.some((folder) => isWithin(one, folder));
        const wanted = (changes: ReturnType<typeof changesBetween>) =>
          changes.filter((change) => isWanted(change.path));
        assert.deepEqual(
          wanted(changesBetween(index, from, to, within)),
          wanted(changesBetween(index, from, to)),
          `seed ${seed}: ${from} to ${to} within ${within.join(", ")}`,
        );
      }
      index.close();
    }
  });

  it("have the same authors", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const index = randomHistory(sql, random);
      for (let n = 0; n < 40; n++) {
        const after = random.below(MOMENTS);
        const of = NAMES.filter(() => random.below(4) === 0).map((name) =>
          workspacePath(name),
        );
        const touches = (limit: typeof of | null) => {
          const found = new Set<string>();
          const note = (touch: Touch) => {
            if (of.includes(touch.path)) found.add(JSON.stringify(touch));
          };
          eachTouchAfter(index, after, note, limit);
          return [...found].sort();
        };
        assert.deepEqual(touches(of), touches(null), `seed ${seed}: ${after}`);
      }
      index.close();
    }
  });

  it("are found without reading everything else", () => {
    const index = randomHistory(sql, new Random(7));
    const all = changesBetween(index, 0, MOMENTS).length;
    const few = changesBetween(index, 0, MOMENTS, [workspacePath("g")]);
    assert.ok(few.length < all);
    assert.ok(few.every((change) => change.path === "g"));
    index.close();
  });
});
