import path from "node:path";
import type { Disk } from "../../base/disk";
import { isErrno } from "../../base/disk";
import type { Log } from "../../base/log";
import { diskError } from "../model/diskError";
import { CheckpointError } from "../model/errors";
import { makeFolderDurably, removeQuietly } from "./atomicWrite";
import type { Format } from "./formatFile";
import { FORMAT, readFormat, refuseNewer, writeFormat } from "./formatFile";
import { loadIndex, saveIndex } from "./indexFile";
import { JournalFile, journalNumbers } from "./journalFile";
import type { Layout } from "./layout";
import { layoutOf } from "./layout";
import { Lock } from "./lock";
import { isIntact } from "./packRecord";
import { packNumbers, PackReader, PackWriter } from "./packs";
import type { JournalRecord } from "./records";
import { replay } from "./replay";
import { rewriteJournal } from "./rewriteJournal";
import type { Sql } from "./sql";
import { hashBytes } from "./sql";
import { LOST } from "./schema";
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

/** Saved sooner the more there is to read again at the next start. */
const SAVE_AFTER_RECORDS = 2_000;
const SAVE_AFTER_BYTES = 4 * 1024 * 1024;
const SAVE_AT_CLOSE_RECORDS = 20;

/**
 * When a record must survive a power cut: at once, because what follows relies
 * on it; by the end of the write that it belongs to; or whenever, because
 * nothing is lost with it.
 */
export type Durable = "now" | "by-end" | "whenever";

/**
 * A store on disk: packs, journal, index, lock (FORMAT.md). Promises that what
 * was appended survives when `write` has returned, that `content` never returns
 * wrong bytes, and that several processes may use it at once.
 */
export class Store {
  readonly layout: Layout;
  readonly lock: Lock;
  private readonly disk: Disk;
  private readonly reader: PackReader;
  private indexNow!: StoreIndex;
  private journal!: JournalFile;
  private unsaved = { records: 0, bytes: 0 };
  private mustRewrite = false;
  private hasNews = false;
  private isClosed = false;
  private isSwept = false;
  private isLastPackChecked = false;
  /** Where the part of the journal ends that is known to be durable. */
  private durableEnd = 0;
  private mustSync = false;
  private didSync = true;

  constructor(private readonly options: StoreOptions) {
    this.disk = options.disk;
    this.layout = layoutOf(options.dir);
    this.lock = new Lock(this.disk, this.layout.lock, options.lockTimeoutMs);
    this.reader = new PackReader(this.disk, this.layout);
    this.openFiles();
  }

  get index(): StoreIndex {
    return this.indexNow;
  }

  get journalNumber(): number {
    return this.journal.number;
  }

  get journalOffset(): number {
    return this.journal.offset;
  }

  /** False when the last write could not be made durable, and was dropped. */
  get isDurable(): boolean {
    return this.didSync;
  }

  /**
   * Runs the work as the only writer, after reading what others wrote. What it
   * appended is durable when this returns, also when it throws: unless that
   * itself fails, and then nothing since the last durable record remains.
   */
  write<T>(work: () => T, onWait?: () => void): T {
    if (this.lock.isHeld) return work();
    return this.lock.hold(() => {
      this.refresh();
      this.sweepOnce();
      if (this.mustRewrite) this.rewrite();
      this.durableEnd = this.journal.offset;
      let result: T;
      try {
        result = work();
      } catch (error) {
        this.syncQuietly();
        throw error;
      }
      this.syncJournal();
      if (
        this.unsaved.records > SAVE_AFTER_RECORDS ||
        this.unsaved.bytes > SAVE_AFTER_BYTES
      )
        this.saveIndexQuietly();
      return result;
    }, onWait);
  }

  /** Writes the records and makes them true. Only inside `write`. */
  append(records: readonly JournalRecord[], durable: Durable = "now"): void {
    if (!this.lock.isHeld) throw new Error("append needs the lock");
    const before = this.journal.offset;
    this.journal.append(records, durable === "now");
    if (durable === "now") this.markSynced();
    else if (durable === "by-end") this.mustSync = true;
    for (const record of records) this.indexNow.apply(record);
    this.unsaved.records += records.length;
    this.unsaved.bytes += this.journal.offset - before;
  }

  /** Follows the journal; true when others had written. */
  refresh(): boolean {
    const isNew = this.readNews();
    this.hasNews ||= isNew;
    return isNew;
  }

  /** True when others had written since this was last asked, whoever read it. */
  takeNews(): boolean {
    const { hasNews } = this;
    this.hasNews = false;
    return hasNews;
  }

  private readNews(): boolean {
    if (this.journal.isReplaced) {
      this.reload();
      return true;
    }
    const lastSeq = this.journal.seq;
    const scan = this.journal.readNew();
    if (!scan) {
      this.reload();
      return true;
    }
    const isMissing = replay(this.indexNow, scan.frames, lastSeq, (record) =>
      this.applyRead(record),
    );
    if (isMissing || scan.damaged.length > 0) {
      this.options.onDamage(`records of ${this.journal.path} are damaged`);
      this.mustRewrite = true;
    }
    return scan.frames.length > 0;
  }

  /** A writer of contents, going on in the last pack; under the lock. */
  packWriter(pack?: number): PackWriter {
    let last = pack ?? this.lastPack();
    return new PackWriter(
      this.disk,
      this.layout,
      Math.max(1, last),
      () => (last = this.freshPack(last)),
    );
  }

  /** The pack to go on with: never one that lost its end, for its places are taken. */
  private lastPack(): number {
    const last = packNumbers(this.disk, this.layout).at(-1) ?? 0;
    if (this.isLastPackChecked) return last;
    this.isLastPackChecked = true;
    const [pack, offset] = this.indexNow.sql.first(
      `SELECT pack, max(offset) FROM content
       WHERE pack = (SELECT max(pack) FROM content)`,
    ) as [number | null, number];
    if (pack === null || pack < last) return last;
    return this.reader.reaches({ pack, offset }) ? last : this.freshPack(pack);
  }

  /** Reserves a pack that only the caller writes. */
  reservePack(): number {
    const last = packNumbers(this.disk, this.layout).at(-1) ?? 0;
    return this.freshPack(last);
  }

  /** True when it need not be stored again: it is there, and not damaged. */
  hasContent(hash: string): boolean {
    const place = this.placeOf(hash);
    return place !== undefined && this.reader.isSound(place);
  }

  /** True unless it is known to be lost; whether it is sound shows when it is read. */
  knowsContent(hash: string): boolean {
    const place = this.placeOf(hash);
    return place !== undefined && this.reader.reaches(place);
  }

  /** Returns the content, checked against its hash; throws `damaged`. */
  content(hash: string): Uint8Array {
    for (const isLastTry of [false, true]) {
      const place = this.placeOf(hash);
      if (!place) throw lost(hash, "it is not in the store");
      let why = "its pack is missing";
      try {
        const blob = this.reader.read(place);
        if (blob && blob.hash === hash && isIntact(blob)) return blob.bytes;
        if (blob) why = "its bytes do not match its hash";
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
      }
      // Another process may have moved it: look once more.
      this.reader.reset();
      this.refresh();
      if (isLastTry) throw lost(hash, why);
    }
    throw lost(hash, "it cannot be read");
  }

  saveIndex(): void {
    const { indexNow: index, journal } = this;
    // An index must not know more than the journal after a power cut.
    this.syncJournal();
    index.setMeta("journal", journal.number);
    index.setMeta("offset", journal.offset);
    index.setMeta("seq", journal.seq);
    saveIndex(this.disk, this.layout, index);
    this.unsaved = { records: 0, bytes: 0 };
  }

  /** Writes the journal anew from the index: smaller, and without damage. Under the lock. */
  rewrite(): void {
    const { options, layout } = this;
    const format = this.formatNow();
    const next = this.journal.number + 1;
    const seq = rewriteJournal(this.disk, layout, next, this.indexNow, {
      t: "open",
      format: FORMAT,
      journal: next,
      store: format.store,
      root: format.root,
      created: format.created,
    });
    const old = this.journal;
    this.journal = new JournalFile(this.disk, layout, next, 0, seq);
    this.journal.offset = this.journal.sizeBytes();
    this.markSynced();
    this.mustRewrite = false;
    this.saveIndex();
    old.close();
    try {
      this.disk.unlink(old.path);
    } catch (error) {
      if (!isErrno(error, "ENOENT")) options.log.warn("old journal stays");
    }
  }

  /** Says that the workspace folder is here now: it was moved. */
  adopt(root: string): void {
    this.write(() => {
      const format = this.formatNow();
      if (format.root !== root)
        writeFormat(this.disk, this.layout, { ...format, root });
    });
  }

  /** Drops unpacked contents and open packs, after packs were rewritten. */
  forgetPacks(): void {
    this.reader.reset();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.unsaved.records >= SAVE_AT_CLOSE_RECORDS) this.saveAtClose();
    this.reader.reset();
    this.journal.close();
    this.indexNow.close();
  }

  private saveAtClose(): void {
    try {
      this.lock.hold(() => {
        this.refresh();
        this.saveIndex();
      });
    } catch (error) {
      // A cache: the journal already holds everything.
      this.options.log.warn("the index was not saved", {
        error: String(error),
      });
    }
  }

  private openFiles(): void {
    const { disk, layout } = this;
    try {
      const format = readFormat(disk, layout);
      for (const dir of [
        layout.dir,
        layout.packs,
        layout.journals,
        layout.indexes,
      ])
        makeFolderDurably(disk, dir);
      const hasJournal = journalNumbers(disk, layout).length > 0;
      if (!hasJournal || !format) this.lock.hold(() => this.create());
      this.reload();
    } catch (error) {
      throw diskError(error, "open", layout.dir);
    }
  }

  /** Makes what is missing of a store; another process may have been first. */
  private create(): void {
    const { disk, layout, options } = this;
    const format = this.formatNow();
    if (journalNumbers(disk, layout).length === 0) {
      const isNew = packNumbers(disk, layout).length === 0;
      const index = loadIndex(disk, layout, options.sql, options.log);
      if (!isNew || index)
        options.onDamage("the journal is missing and was begun anew");
      const number = index ? index.metaNumber("journal") + 1 : 1;
      rewriteJournal(
        disk,
        layout,
        number,
        index ?? new StoreIndex(options.sql),
        {
          t: "open",
          format: FORMAT,
          journal: number,
          store: format.store,
          root: format.root,
          created: format.created,
        },
      );
      index?.close();
    }
    if (!readFormat(disk, layout)) writeFormat(disk, layout, format);
  }

  /** The format file, or what it must have said. */
  private formatNow(): Format {
    const { disk, layout, options } = this;
    const format = readFormat(disk, layout);
    if (format) return format;
    for (const n of journalNumbers(disk, layout).reverse()) {
      const first = new JournalFile(disk, layout, n).readNew()?.frames[0];
      if (first?.record.t !== "open") continue;
      refuseNewer(first.record.format);
      const { store, root, created } = first.record;
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

  private reload(): void {
    const { disk, layout, options } = this;
    const number = journalNumbers(disk, layout).at(-1);
    if (number === undefined)
      throw new CheckpointError(
        "damaged",
        `The journal of this history is gone: ${layout.journals} holds none.`,
        { hint: "Open the folder again; what can be found is used." },
      );
    const index = loadIndex(disk, layout, options.sql, options.log);
    this.indexNow?.close();
    this.journal?.close();
    this.reader.reset();
    const size = disk.lstat(layout.journal(number))?.sizeBytes ?? 0;
    if (index && index.metaNumber("journal") === number) {
      const offset = index.metaNumber("offset");
      this.indexNow = index;
      this.journal = new JournalFile(disk, layout, number, offset);
      this.journal.seq = index.metaNumber("seq");
      if (offset > size) {
        options.onDamage(
          `the journal ${layout.journal(number)} is shorter than the index says; the index is used`,
        );
        this.journal.offset = size;
        this.mustRewrite = true;
        return;
      }
    } else {
      index?.close();
      this.indexNow = new StoreIndex(options.sql);
      this.journal = new JournalFile(disk, layout, number);
    }
    this.unsaved = { records: 0, bytes: 0 };
    this.isLastPackChecked = false;
    this.refresh();
  }

  /** Removes what killed processes left: unfinished files, journals written anew. */
  private sweepOnce(): void {
    if (this.isSwept) return;
    this.isSwept = true;
    const { layout, disk } = this;
    for (const dir of [
      layout.dir,
      layout.packs,
      layout.journals,
      layout.indexes,
    ])
      for (const { name, kind } of disk.readFolder(dir))
        if (kind === "file" && name.endsWith(".tmp"))
          removeQuietly(disk, path.join(dir, name));
    for (const n of journalNumbers(disk, layout))
      if (n < this.journal.number) removeQuietly(disk, layout.journal(n));
  }

  private syncJournal(): void {
    if (!this.mustSync) {
      this.didSync = true;
      return;
    }
    try {
      this.journal.sync();
    } catch (error) {
      this.didSync = this.mustSync = false;
      this.journal.cutBackTo(this.durableEnd);
      this.reload();
      throw error;
    }
    this.markSynced();
  }

  private syncQuietly(): void {
    try {
      this.syncJournal();
    } catch (error) {
      // The work has failed already, and says why.
      this.options.log.warn("the journal was not synced", {
        error: String(error),
      });
    }
  }

  private markSynced(): void {
    this.didSync = true;
    this.mustSync = false;
    this.durableEnd = this.journal.offset;
  }

  private applyRead(record: JournalRecord): void {
    if (record.t === "open") refuseNewer(record.format);
    try {
      this.indexNow.apply(record);
    } catch (error) {
      this.options.onDamage(
        `a ${record.t} record cannot be used: ${String(error)}`,
      );
    }
    this.unsaved.records++;
  }

  private saveIndexQuietly(): void {
    try {
      this.saveIndex();
    } catch (error) {
      // A cache: the journal already holds everything.
      this.options.log.warn("the index was not saved", {
        error: String(error),
      });
    }
  }

  private placeOf(hash: string) {
    const row = this.indexNow.sql.first(
      "SELECT pack, offset, slot FROM content WHERE hash = ?",
      hashBytes(hash),
    );
    if (!row || row[0] === LOST) return undefined;
    return {
      pack: row[0] as number,
      offset: row[1] as number,
      slot: row[2] as number,
    };
  }

  private freshPack(last: number): number {
    for (let n = last + 1; ; n++) {
      try {
        this.disk.close(this.disk.open(this.layout.pack(n), "wx", 0o600));
        return n;
      } catch (error) {
        if (!isErrno(error, "EEXIST"))
          throw diskError(error, "write", this.layout.pack(n));
      }
    }
  }
}

function lost(hash: string, why: string): CheckpointError {
  return new CheckpointError(
    "damaged",
    `A stored content cannot be read: ${why}.`,
    {
      hint: "Run “Checkpoint: Verify Store” (checkpoint verify) to see what is affected; verify --repair saves what can be saved.",
      data: { hash },
    },
  );
}
