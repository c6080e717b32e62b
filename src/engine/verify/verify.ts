import type { Damage, Run, VerifyResult } from "../api";
import type { Context } from "../context";
import { asWriter } from "../context";
import type { Finding } from "../model/findings";
import { openGap } from "../store/gaps";
import { readFormat } from "../store/formatFile";
import { indexNumbers, isIntactIndex } from "../store/index/indexFile";
import { scanFrames } from "../store/journal/journal";
import { eachCheckpoint } from "../store/index/queries/checkpoints";
import { isNeededAt } from "../store/index/queries/contents";
import type { PackCheck } from "./checkPacks";
import { checkPacks } from "./checkPacks";
import { lostContents } from "./lostContents";
import { FORMAT_FILE, repair } from "./repair";

/**
 * Another process may be compacting while we verify. After this many retries it is
 * real damage.
 */
const MAX_ATTEMPTS = 3;

/** Checks packs, journal and index against each other; with `repair`, repairs them. */
export function verify(
  context: Context,
  options: { repair?: boolean } = {},
  run?: Run,
): VerifyResult {
  // Repairs must apply to the state that was checked, so nobody else may write.
  return options.repair
    ? asWriter(context, run, () => examine(context, true, run))
    : examineBesideOthers(context, run);
}

/** A content that has moved is damage only if nobody has written meanwhile. */
function examineBesideOthers(context: Context, run?: Run): VerifyResult {
  const { store } = context;
  const whereOthersAre = () => {
    store.refresh();
    return `${store.journalNumber} ${store.journalOffset}`;
  };
  for (let look = 1; ; look++) {
    const before = whereOthersAre();
    const result = examine(context, false, run);
    if (result.ok || look === MAX_ATTEMPTS || whereOthersAre() === before)
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
      finding: { kind: "content-lost", hash: content.hash },
      paths: content.paths,
      checkpoints: content.checkpoints,
    })),
    ...journalDamage(context),
    ...indexDamage(context),
    ...gapDamage(context),
  ];
  if (readFormat(context.disk, context.store.layout) === null)
    damaged.push(
      plain("journal", FORMAT_FILE, { kind: "file-missing-or-damaged" }),
    );
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

/** Damaged parts of packs; damage in garbage affects nothing and is not listed. */
function packDamage(context: Context, check: PackCheck): Damage[] {
  return check.bad
    .filter((bad) => isNeededAt(context.store.index, bad))
    .map((bad) => ({
      ...plain("pack", bad.file, bad.finding),
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
      ...plain("journal", file, {
        kind: "bytes-unreadable",
        bytes: range.to - range.from,
      }),
      offset: range.from,
    }));
    let last = 0;
    for (const { seq } of scan.frames) {
      // A duplicate number: two processes wrote at once, and this one was rejected.
      if (seq <= last) continue;
      if (seq !== last + 1 && damage.length === 0)
        damage.push(
          plain("journal", file, {
            kind: "records-missing",
            from: last + 1,
            to: seq - 1,
          }),
        );
      last = seq;
    }
    if (scan.end < store.journalOffset)
      damage.push(plain("journal", file, { kind: "shorter-than-index" }));
    return damage;
  } catch (error) {
    return [
      plain("journal", file, {
        kind: "file-unreadable",
        reason: String(error),
      }),
    ];
  }
}

function indexDamage(context: Context): Damage[] {
  const { disk, store } = context;
  return indexNumbers(disk, store.layout)
    .filter((n) => !isIntactIndex(disk, store.layout, n))
    .map((n) => plain("index", `index/${n}.sqlite`, { kind: "index-damaged" }));
}

/** Checkpoints that are uncertain because the record of their moment is lost. */
function gapDamage(context: Context): Damage[] {
  const { index } = context.store;
  const affected = new Map<number, number[]>();
  const last = openGap(index, index.lastMoment);
  if (last !== null) affected.set(last, []);
  eachCheckpoint(index, (number, moment) => {
    const gap = openGap(index, moment);
    if (gap === null) return;
    affected.set(gap, [...(affected.get(gap) ?? []), number]);
  });
  return [...affected].map(([gap, checkpoints]) => ({
    ...plain("journal", "journal", { kind: "moment-lost", moment: gap }),
    checkpoints,
  }));
}

function plain(what: Damage["what"], file: string, finding: Finding): Damage {
  return { what, file, offset: null, finding, paths: [], checkpoints: [] };
}
