import type { Disk } from "../../base/disk";
import { diskError } from "../model/diskError";
import { removeQuietly } from "./atomicWrite";
import { Contents } from "./contents";
import { readFormat, refuseNewer, writeFormat } from "./formatFile";
import { IndexSaver } from "./indexSaver";
import { JournalFile } from "./journalFile";
import type { Layout } from "./layout";
import { layoutOf } from "./layout";
import { loadJournal } from "./loadJournal";
import { Lock } from "./lock";
import type { PackWriter } from "./packWriter";
import type { JournalRecord } from "./records";
import { replay } from "./replay";
import { rewriteJournal } from "./rewriteJournal";
import type { StoreOptions } from "./storeFiles";
import { formatOf, makeFiles, openRecord, sweep } from "./storeFiles";
import type { StoreIndex } from "./storeIndex";
import { Unmentioned } from "./unmentioned";

/**
 * When a record must survive a power cut: at once, because what follows relies
 * on it; by the end of the write that it belongs to; or whenever, because
 * nothing is lost with it.
 */
export type Durable = "now" | "by-end" | "whenever";

/** A short write of another process ends within these: a sixth of a second. */
const LOOKS_AT_CLOSE = 10;

/**
 * A store on disk: packs, journal, index, lock (FORMAT.md). Promises that what
 * was appended survives when `write` has returned, that `content` never returns
 * wrong bytes, and that several processes may use it at once.
 */
export class Store {
  readonly layout: Layout;
  readonly lock: Lock;
  private readonly disk: Disk;
  private readonly contents: Contents;
  private indexNow!: StoreIndex;
  private journal!: JournalFile;
  private readonly saver: IndexSaver;
  private mustRewrite = false;
  private hasNews = false;
  private isClosed = false;
  private isSwept = false;
  /** Where the part of the journal ends that is known to be durable. */
  private durableEnd = 0;
  private mustSync = false;
  private didSync = true;
  readonly unmentioned: Unmentioned;

  constructor(private readonly options: StoreOptions) {
    this.disk = options.disk;
    this.layout = layoutOf(options.dir);
    this.lock = new Lock(this.disk, this.layout.lock, options.lockTimeoutMs);
    this.saver = new IndexSaver(this.disk, this.layout, options.log);
    this.unmentioned = new Unmentioned(this.disk, this.layout);
    this.contents = new Contents(
      this.disk,
      this.layout,
      () => this.indexNow.sql,
      () => this.refresh(),
    );
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
      if (!this.isSwept) sweep(this.disk, this.layout, this.journal.number);
      this.isSwept = true;
      if (this.mustRewrite) this.rewrite();
      this.durableEnd = this.journal.offset;
      let result: T;
      try {
        result = work();
      } catch (error) {
        this.syncQuietly();
        throw error;
      } finally {
        this.unmentioned.takeBack();
      }
      this.syncJournal();
      if (this.saver.isDue) this.saveIndexQuietly();
      return result;
    }, onWait);
  }

  /** Writes the records and makes them true. Only inside `write`. */
  append(records: readonly JournalRecord[], durable: Durable = "now"): void {
    if (!this.lock.isHeld) throw new Error("append needs the lock");
    const before = this.journal.offset;
    this.unmentioned.mention();
    this.journal.append(records, durable === "now");
    if (durable === "now") this.markSynced();
    else if (durable === "by-end") this.mustSync = true;
    for (const record of records) this.indexNow.apply(record);
    this.saver.note(records.length, this.journal.offset - before);
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
    const { seq: lastSeq, offset } = this.journal;
    const scan = this.journal.readNew();
    if (!scan) {
      this.reload();
      return true;
    }
    const isMissing = replay(this.indexNow, scan.frames, lastSeq, (record) =>
      this.applyRead(record),
    );
    if (isMissing || scan.damaged.length > 0) {
      this.options.onDamage(`records of ${this.journal.name} cannot be read`);
      this.mustRewrite = true;
    }
    this.saver.note(0, this.journal.offset - offset);
    return scan.frames.length > 0;
  }

  /** A writer of contents, going on in the last pack, or in a reserved one; under the lock. */
  packWriter(pack?: number): PackWriter {
    const writer = this.contents.writer(pack);
    this.unmentioned.add(writer);
    return writer;
  }

  /** Reserves a pack that only the caller writes. */
  reservePack(): number {
    return this.contents.reserve();
  }

  /** True when it need not be stored again: it is there, and not damaged. */
  hasContent(hash: string): boolean {
    return this.contents.has(hash);
  }

  /** True unless it is known to be lost; whether it is sound shows when it is read. */
  knowsContent(hash: string): boolean {
    return this.contents.knows(hash);
  }

  /** Returns the content, checked against its hash; throws `damaged`. */
  content(hash: string): Uint8Array {
    return this.contents.read(hash);
  }

  saveIndex(): void {
    this.syncJournal();
    // An index must not know more than the journal after a power cut: not even
    // records that nobody waits for, whoever wrote them.
    this.journal.sync();
    this.saver.save(this.indexNow, this.journal);
  }

  /** Writes the journal anew from the index: smaller, and without damage. Under the lock. */
  rewrite(): void {
    const { layout } = this;
    const next = this.journal.number + 1;
    const open = openRecord(formatOf(this.options, layout), next);
    const seq = rewriteJournal(this.disk, layout, next, this.indexNow, open);
    const old = this.journal;
    this.journal = new JournalFile(this.disk, layout, next, 0, seq);
    this.journal.offset = this.journal.sizeBytes();
    this.markSynced();
    this.mustRewrite = false;
    this.journal.anchorAtFirst();
    old.close();
    removeQuietly(this.disk, old.path);
    this.saveIndexQuietly();
  }

  /** Says that the workspace folder is here now: it was moved. */
  adopt(root: string): void {
    this.write(() => {
      const format = formatOf(this.options, this.layout);
      if (format.root === root) return;
      const moved = { ...format, root };
      // The journal first: cut off here, the format file asks for it again.
      this.append([openRecord(moved, this.journal.number)]);
      writeFormat(this.disk, this.layout, moved);
    });
  }

  /** Writes the format file again if it is missing or damaged; true when it was. Under the lock. */
  mendFormat(): boolean {
    const { disk, layout, options } = this;
    if (readFormat(disk, layout)) return false;
    // The journal may name where the folder was before it was moved.
    const format = { ...formatOf(options, layout), root: options.root };
    writeFormat(disk, layout, format);
    return true;
  }

  /** Drops unpacked contents and open packs, after packs were rewritten. */
  forgetPacks(): void {
    this.contents.forget();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.saver.isDueAtClose) this.saveAtClose();
    this.contents.forget();
    this.journal.close();
    this.indexNow.close();
  }

  private saveAtClose(): void {
    let looks = 0;
    // Somebody else may be writing for long, and nobody waits for a cache.
    const giveUp = () => {
      if (++looks > LOOKS_AT_CLOSE) throw new Error("the store is locked");
    };
    this.saver.quietly(() =>
      this.lock.hold(() => {
        this.refresh();
        this.saveIndex();
      }, giveUp),
    );
  }

  private openFiles(): void {
    try {
      makeFiles(this.options, this.layout, this.lock);
      this.reload();
    } catch (error) {
      throw diskError(error, "open", this.layout.dir);
    }
  }

  private reload(): void {
    const { index, journal, isCut } = loadJournal(this.options, this.layout);
    this.indexNow?.close();
    this.journal?.close();
    this.contents.forget();
    this.indexNow = index;
    this.journal = journal;
    if (isCut) {
      this.mustRewrite = true;
      return;
    }
    this.saver.reset();
    this.refresh();
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
    // Others moved contents: packs that they removed are not held open.
    if (record.t === "compact") this.contents.forget();
    try {
      this.indexNow.apply(record);
    } catch (error) {
      this.options.onDamage(
        `a ${record.t} record cannot be used: ${String(error)}`,
      );
    }
    this.saver.note(1, 0);
  }

  saveIndexQuietly(): void {
    this.saver.quietly(() => this.saveIndex());
  }
}
