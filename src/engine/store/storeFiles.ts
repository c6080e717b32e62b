import path from "node:path";
import type { Disk } from "../../base/disk";
import type { Log } from "../../base/log";
import { makeFolderDurably, removeQuietly } from "./atomicWrite";
import type { Format } from "./formatFile";
import { FORMAT, readFormat, refuseNewer, writeFormat } from "./formatFile";
import { loadIndex } from "./indexFile";
import { JournalFile, journalNumbers } from "./journalFile";
import type { Layout } from "./layout";
import type { Lock } from "./lock";
import { packNumbers } from "./packs";
import type { OpenRecord } from "./records";
import { rewriteJournal } from "./rewriteJournal";
import type { Sql } from "./sql";
import { StoreIndex } from "./storeIndex";

export interface StoreOptions {
  disk: Disk;
  dir: string;
  root: string;
  sql: Sql;
  log: Log;
  nowMs: number;
  newId: () => string;
  lockTimeoutMs?: number | undefined;
  onDamage: (detail: string) => void;
}

/** Makes the folders and files that a store needs and that are not there. */
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
    // Another process may have been first.
    if (journalNumbers(disk, layout).length === 0)
      beginJournal(options, layout, now);
    if (!readFormat(disk, layout)) writeFormat(disk, layout, now);
  });
}

/** What the format file says, or must have said. */
export function formatOf(options: StoreOptions, layout: Layout): Format {
  const { disk } = options;
  const format = readFormat(disk, layout);
  if (format) return format;
  for (const n of journalNumbers(disk, layout).reverse()) {
    const open = lastOpen(new JournalFile(disk, layout, n));
    if (!open) continue;
    refuseNewer(open.format);
    const { store, root, created } = open;
    options.onDamage("format.json was missing and was written anew");
    return { format: FORMAT, store, root, created };
  }
  return {
    format: FORMAT,
    store: options.newId(),
    root: options.root,
    created: options.nowMs,
  };
}

/** The first record says where the folder was, one after it that it was moved since. */
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

/** Unfinished files, and rights to break a lock that is gone. */
const LEFT = /\.tmp$|^lock\.(.*\.)?break$/;

/** Removes what killed processes left, and journals written anew. Under the lock. */
export function sweep(disk: Disk, layout: Layout, journal: number): void {
  for (const dir of foldersOf(layout))
    for (const { name, kind } of disk.readFolder(dir))
      if (kind === "file" && LEFT.test(name))
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
    options.onDamage("the journal is missing and was begun anew");
  const number = index ? index.metaNumber("journal") + 1 : 1;
  const rows = index ?? new StoreIndex(options.sql);
  rewriteJournal(disk, layout, number, rows, openRecord(format, number));
  rows.close();
}

function foldersOf(layout: Layout): string[] {
  return [layout.dir, layout.packs, layout.journals, layout.indexes];
}
