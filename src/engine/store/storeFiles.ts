import type { Finding } from "../model/findings";
import path from "node:path";
import type { Disk } from "../../base/disk";
import type { Log } from "../../base/log";
import { makeFolderDurably, removeQuietly } from "./atomicWrite";
import type { Format } from "./formatFile";
import { FORMAT, readFormat, refuseNewer, writeFormat } from "./formatFile";
import { loadIndex } from "./index/indexFile";
import { JournalFile, journalNumbers } from "./journal/journalFile";
import type { Layout } from "./layout";
import type { Lock } from "./lock/lock";
import { packNumbers } from "./packs/packs";
import type { OpenRecord } from "./journal/records";
import { rewriteJournal } from "./journal/rewriteJournal";
import type { Sql } from "./index/sql";
import { StoreIndex } from "./index/storeIndex";

export interface StoreOptions {
  disk: Disk;
  dir: string;
  root: string;
  sql: Sql;
  log: Log;
  nowMs: number;
  newId: () => string;
  lockTimeoutMs?: number | undefined;
  lockPatienceMs?: number | undefined;
  /** Never create, write or save anything. */
  readOnly?: boolean | undefined;
  onDamage: (finding: Finding) => void;
}

/** Creates the folders and files of a store that are missing. */
export function makeFiles(
  options: StoreOptions,
  layout: Layout,
  lock: Lock,
): void {
  const { disk } = options;
  const format = readFormat(disk, layout);
  for (const dir of foldersOf(layout)) makeFolderDurably(disk, dir);
  const hasJournal = journalNumbers(disk, layout).length > 0;
  if (hasJournal && format) return;
  lock.hold(() => {
    const now = formatOf(options, layout);
    // Another process may have created it first.
    if (journalNumbers(disk, layout).length === 0)
      beginJournal(options, layout, now);
    if (!readFormat(disk, layout)) writeFormat(disk, layout, now);
  });
}

/** The content of the format file, or what it must have been. */
export function formatOf(options: StoreOptions, layout: Layout): Format {
  const { disk } = options;
  const format = readFormat(disk, layout);
  if (format) return format;
  for (const n of journalNumbers(disk, layout).reverse()) {
    const open = lastOpen(new JournalFile(disk, layout, n));
    if (!open) continue;
    refuseNewer(open.format);
    const { store, root, created } = open;
    options.onDamage({ kind: "format-rewritten" });
    return { format: FORMAT, store, root, created };
  }
  return {
    format: FORMAT,
    store: options.newId(),
    root: options.root,
    created: options.nowMs,
  };
}

/** The workspace folder according to the journal; undefined if it has none. */
export function recordedRoot(disk: Disk, layout: Layout): string | undefined {
  const number = journalNumbers(disk, layout).at(-1);
  if (number === undefined) return undefined;
  return lastOpen(new JournalFile(disk, layout, number))?.root;
}

/**
 * The first record names the folder's original location; a later one, where it was
 * moved to.
 */
function lastOpen(journal: JournalFile): OpenRecord | undefined {
  return journal
    .readNew()
    ?.frames.map(({ record }) => record)
    .findLast((record) => record.t === "open");
}

export function openRecord(format: Format, journal: number): OpenRecord {
  const { store, root, created } = format;
  return { t: "open", format: FORMAT, journal, store, root, created };
}

/** Unfinished files, and break files of locks that are gone. */
const LEFTOVER = /\.tmp$|^lock\.(.*\.)?break$/;

/** Removes what killed processes left, and replaced journals. The caller holds the lock. */
export function sweep(disk: Disk, layout: Layout, journal: number): void {
  for (const dir of foldersOf(layout))
    for (const { name, kind } of disk.readFolder(dir))
      if (kind === "file" && LEFTOVER.test(name))
        removeQuietly(disk, path.join(dir, name));
  for (const n of journalNumbers(disk, layout))
    if (n < journal) removeQuietly(disk, layout.journal(n));
}

function beginJournal(
  options: StoreOptions,
  layout: Layout,
  format: Format,
): void {
  const { disk } = options;
  const index = loadIndex(disk, layout, options.sql, options.log);
  if (index || packNumbers(disk, layout).length > 0)
    options.onDamage({ kind: "journal-restarted" });
  const number = index ? index.metaNumber("journal") + 1 : 1;
  const rows = index ?? new StoreIndex(options.sql);
  rewriteJournal(disk, layout, number, rows, openRecord(format, number));
  rows.close();
}

export function foldersOf(layout: Layout): string[] {
  return [layout.dir, layout.packs, layout.journals, layout.indexes];
}
