import type { Damage, Run, VerifyResult } from "../api";
import type { Context } from "../context";
import { asWriter } from "../context";
import { openGap } from "../store/doubt";
import { readFormat } from "../store/formatFile";
import { indexNumbers, isSoundIndex } from "../store/indexFile";
import { scanFrames } from "../store/journal";
import { hashText } from "../store/sql";
import type { PackCheck } from "./checkPacks";
import { checkPacks } from "./checkPacks";
import { FORMAT_FILE, repair } from "./repair";

/** A content that a version needs and that is not where it should be, or not sound. */
export interface LostContent {
  hash: string;
  paths: string[];
  checkpoints: number[];
}

/** Others may move what is being looked at; after so many looks they are not the reason. */
const MOST_LOOKS = 3;

/** Checks packs, journal and index against each other; with `repair`, mends. */
export function verify(
  context: Context,
  options: { repair?: boolean } = {},
  run?: Run,
): VerifyResult {
  // What is mended must still be as it was found, so nobody else may write.
  return options.repair
    ? asWriter(context, run, () => examine(context, true, run))
    : examineBesideOthers(context, run);
}

/** What is not where it was is damage only if nobody has written meanwhile. */
function examineBesideOthers(context: Context, run?: Run): VerifyResult {
  const { store } = context;
  const whereOthersAre = () => {
    store.refresh();
    return `${store.journalNumber} ${store.journalOffset}`;
  };
  for (let look = 1; ; look++) {
    const before = whereOthersAre();
    const result = examine(context, false, run);
    if (result.ok || look === MOST_LOOKS || whereOthersAre() === before)
      return result;
  }
}

function examine(
  context: Context,
  isRepairing: boolean,
  run?: Run,
): VerifyResult {
  const check = checkPacks(context, run);
  const lost = lostContents(context, check);
  const damaged = [
    ...packDamage(context, check),
    ...lost.map((content): Damage => ({
      what: "content",
      file: content.paths[0] ?? "",
      offset: null,
      detail: `the content ${content.hash.slice(0, 12)} is damaged or missing`,
      paths: content.paths,
      checkpoints: content.checkpoints,
    })),
    ...journalDamage(context),
    ...indexDamage(context),
    ...gapDamage(context),
  ];
  if (readFormat(context.disk, context.store.layout) === null)
    damaged.push(plain("journal", FORMAT_FILE, "it is missing or damaged"));
  const result: VerifyResult = {
    ok: damaged.length === 0,
    damaged,
    contents: check.contents,
    bytes: check.bytes,
    repaired: [],
    lost: [],
  };
  if (!isRepairing || result.ok) return result;
  const { repaired, lost: gone } = repair(context, lost, check, damaged);
  return { ...result, repaired, lost: gone };
}

/** Contents that versions need and that no sound record holds at their place. */
export function lostContents(
  context: Context,
  check: PackCheck,
): LostContent[] {
  const { sql } = context.store.index;
  const suspects: { id: number; hash: string }[] = [];
  sql.each(
    `SELECT id, hash, pack, offset, slot FROM content WHERE id IN
       (SELECT content FROM version WHERE content IS NOT NULL)`,
    [],
    (row) => {
      const hash = hashText(row[1]!);
      const place = check.sound.get(hash);
      // A second copy elsewhere does not help a reader who looks here.
      if (
        place &&
        place.pack === row[2] &&
        place.offset === row[3] &&
        place.slot === row[4]
      )
        return;
      suspects.push({ id: row[0] as number, hash });
    },
  );
  // Reading one may follow what others wrote, and so take another index.
  return suspects
    .filter(({ hash }) => !check.sound.has(hash) || !isSoundAt(context, hash))
    .map(({ id, hash }) => ({ hash, ...affectedBy(context, id) }));
}

function isSoundAt(context: Context, hash: string): boolean {
  try {
    context.store.content(hash);
    return true;
  } catch {
    return false; // that is the answer
  }
}

function affectedBy(context: Context, content: number) {
  const { sql } = context.store.index;
  const paths = sql
    .all(
      `SELECT DISTINCT p.path FROM version v JOIN path p ON p.id = v.path
       WHERE v.content = ? ORDER BY p.path LIMIT 100`,
      content,
    )
    .map((row) => row[0] as string);
  const checkpoints = sql
    .all(
      `SELECT DISTINCT c.number FROM version v JOIN checkpoint c
         ON c.moment >= v.born AND (v.died IS NULL OR c.moment < v.died)
       WHERE v.content = ? ORDER BY c.number`,
      content,
    )
    .map((row) => row[0] as number);
  return { paths, checkpoints };
}

/** Damaged places of packs; garbage in them concerns nobody and is not listed. */
function packDamage(context: Context, check: PackCheck): Damage[] {
  const { sql } = context.store.index;
  return check.bad
    .filter((bad) => {
      const used = sql.first(
        `SELECT 1 FROM content WHERE pack = ? AND offset = ? AND id IN
           (SELECT content FROM version WHERE content IS NOT NULL)`,
        bad.pack,
        bad.offset,
      );
      return used !== undefined;
    })
    .map((bad) => ({
      ...plain("pack", bad.file, bad.detail),
      offset: bad.offset,
    }));
}

function journalDamage(context: Context): Damage[] {
  const { disk, store } = context;
  const file = `journal/${store.journalNumber}.log`;
  try {
    const bytes = disk.readFile(store.layout.journal(store.journalNumber));
    const scan = scanFrames(bytes);
    const damage = scan.damaged.map((range): Damage => ({
      ...plain(
        "journal",
        file,
        `${range.to - range.from} bytes cannot be read`,
      ),
      offset: range.from,
    }));
    scan.frames.forEach((frame, n) => {
      const before = n === 0 ? 0 : scan.frames[n - 1]!.seq;
      if (frame.seq !== before + 1 && damage.length === 0)
        damage.push(
          plain(
            "journal",
            file,
            `records ${before + 1} to ${frame.seq - 1} are missing`,
          ),
        );
    });
    if (scan.end < store.journalOffset)
      damage.push(plain("journal", file, "it is shorter than the index says"));
    return damage;
  } catch (error) {
    return [plain("journal", file, `cannot be read: ${String(error)}`)];
  }
}

function indexDamage(context: Context): Damage[] {
  const { disk, store } = context;
  return indexNumbers(disk, store.layout)
    .filter((n) => !isSoundIndex(disk, store.layout, n))
    .map((n) =>
      plain(
        "index",
        `index/${n}.sqlite`,
        "its checksum does not match; it is rebuilt from the journal",
      ),
    );
}

/** Checkpoints that a lost record makes uncertain, by the moment it told of. */
function gapDamage(context: Context): Damage[] {
  const { index } = context.store;
  const affected = new Map<number, number[]>();
  const last = openGap(index, index.lastMoment);
  if (last !== null) affected.set(last, []);
  index.sql.each(
    "SELECT number, moment FROM checkpoint ORDER BY number",
    [],
    ([number, moment]) => {
      const gap = openGap(index, moment as number);
      if (gap === null) return;
      affected.set(gap, [...(affected.get(gap) ?? []), number as number]);
    },
  );
  return [...affected].map(([gap, checkpoints]) => ({
    ...plain("journal", "journal", `the record of moment @${gap} is lost`),
    checkpoints,
  }));
}

function plain(what: Damage["what"], file: string, detail: string): Damage {
  return { what, file, offset: null, detail, paths: [], checkpoints: [] };
}
