import type { Disk } from "../../base/disk";
import { diskError } from "../model/diskError";
import type { LockHolder } from "../model/lockHolder";
import { removeQuietly } from "./atomicWrite";
import type { Format } from "./formatFile";
import { readFormat, writeFormat } from "./formatFile";
import { applyRecord } from "./index/applyRecord";
import { IndexSaver } from "./index/indexSaver";
import type { StoreIndex } from "./index/storeIndex";
import { JournalFile } from "./journal/journalFile";
import { JournalFollower } from "./journal/journalFollower";
import type { JournalRecord } from "./journal/records";
import { rewriteJournal } from "./journal/rewriteJournal";
import type { Layout } from "./layout";
import { layoutOf } from "./layout";
import { Lock } from "./lock/lock";
import { Contents } from "./packs/contents";
import type { StoreOptions } from "./storeFiles";
import { formatOf, makeFiles, openRecord, sweep } from "./storeFiles";
import { recreateFolders } from "./vanished";

/**
 * When a record must survive a power cut: immediately, because what follows relies
 * on it; by the end of the write it belongs to; or at any later time, because
 * nothing is lost without it. Records that become durable together are one batch:
 * after a power cut, all of them exist or none.
 */
export type Durable = "now" | "by-end" | "whenever";

/** A short write of another process ends within this many attempts: a sixth of a second. */
const ATTEMPTS_AT_CLOSE = 10;

class Busy extends Error {}

/**
 * A store on disk: packs, journal, index, lock (FORMAT.md). Guarantees that what
 * was appended survives once `write` has returned, and that several processes can
 * use it at once.
 */
export class Store {
  readonly layout: Layout;
  readonly lock: Lock;
  readonly contents: Contents;
  private readonly disk: Disk;
  private readonly saver: IndexSaver;
  private readonly follower: JournalFollower;
  private isClosed = false;
  private isSwept = false;
  private mustSync = false;
  private didSync = true;
  /** Records of this write that are applied already but not written yet. */
  private pending: JournalRecord[] = [];

  constructor(private readonly options: StoreOptions) {
    this.disk = options.disk;
    this.layout = layoutOf(options.dir);
    this.lock = new Lock(
      this.disk,
      this.layout.lock,
      options.lockTimeoutMs,
      undefined,
      undefined,
      options.lockPatienceMs,
    );
    const isLockOurs = () => this.lock.isOurs;
    this.saver = new IndexSaver(this.disk, this.layout, options.log);
    this.contents = new Contents(
      this.disk,
      this.layout,
      () => this.index,
      () => this.refresh(),
      isLockOurs,
    );
    const forgetPacks = () => this.contents.forget();
    this.follower = new JournalFollower(options, this.layout, this.saver, {
      isLockOurs,
      forgetPacks,
    });
    try {
      if (!options.readOnly) makeFiles(options, this.layout, this.lock);
      this.follower.reload();
    } catch (error) {
      throw diskError(error, "open", this.layout.dir);
    }
  }

  get index(): StoreIndex {
    return this.follower.index;
  }

  private get journal(): JournalFile {
    return this.follower.journal;
  }

  get journalNumber(): number {
    return this.journal.number;
  }

  get journalOffset(): number {
    return this.journal.offset;
  }

  /** False if the last write could not be made durable and was dropped. */
  get isDurable(): boolean {
    return this.didSync;
  }

  /**
   * Runs the work as the only writer, after reading what others wrote. What it
   * appended is durable when this returns, even when it throws, unless making it
   * durable fails; then nothing since the last durable record remains.
   */
  write<T>(work: () => T, onWait?: (holder: LockHolder | null) => void): T {
    if (this.options.readOnly) throw new Error("write-as-reader");
    if (this.lock.isHeld) return work();
    recreateFolders(this.disk, this.layout);
    return this.lock.hold(() => {
      this.refresh();
      if (!this.isSwept) sweep(this.disk, this.layout, this.journal.number);
      this.isSwept = true;
      if (this.follower.mustRewrite) this.rewrite();
      this.follower.durableEnd = this.journal.offset;
      let result: T;
      try {
        result = work();
      } catch (error) {
        this.writePendingQuietly();
        throw error;
      } finally {
        const { uncommitted } = this.contents;
        // A process that took over may have written to the same packs.
        if (!uncommitted.isEmpty && this.lock.isOurs) uncommitted.discard();
        else uncommitted.commit();
      }
      this.writePending();
      if (this.saver.isDue) this.saveIndexQuietly();
      return result;
    }, onWait);
  }

  /**
   * Like `write`, without waiting: returns false and does nothing while another
   * process is writing.
   */
  tryWrite(work: () => void): boolean {
    if (this.lock.isHeld) work();
    else {
      try {
        this.write(work, () => {
          throw new Busy();
        });
      } catch (error) {
        if (error instanceof Busy) return false;
        throw error;
      }
    }
    return true;
  }

  /** Applies the records, and makes them durable as requested. Only inside `write`. */
  append(records: readonly JournalRecord[], durable: Durable = "now"): void {
    if (!this.lock.isHeld) throw new Error("append-without-lock");
    this.contents.uncommitted.commit();
    for (const record of records) applyRecord(this.index, record);
    this.pending.push(...records);
    if (durable !== "whenever") this.mustSync = true;
    if (durable === "now") this.writePending();
  }

  /** Reads what others wrote to the journal; true if there was anything. */
  refresh(): boolean {
    // During our own write, no other process can have written.
    if (this.pending.length > 0 || !this.follower.refresh()) return false;
    this.contents.recheckLast();
    return true;
  }

  /** True if others have written since the last call, whoever read it. */
  takeNews(): boolean {
    return this.follower.takeNews();
  }

  /**
   * True once after files disappeared: contents may be missing that the folder
   * still has.
   */
  takeMending(): boolean {
    return this.follower.takeMending();
  }

  saveIndex(): void {
    this.writePending();
    // After a power cut the index must not have more than the journal, not even
    // records that need not be durable yet, whichever process wrote them.
    this.journal.sync();
    this.saver.save(this.index, this.journal);
  }

  /**
   * Rewrites the journal from the index: smaller, and without damage. The caller
   * holds the lock.
   */
  rewrite(): void {
    const { disk, layout, index, journal: old } = this;
    const next = old.number + 1;
    if (!this.format) writeFormat(disk, layout, this.follower.identity);
    const open = openRecord(formatOf(this.options, layout), next);
    const check = () => {
      this.lock.assertOurs();
      old.assertAllRead();
    };
    const seq = rewriteJournal(disk, layout, next, index, open, check);
    this.pending = [];
    // A process that appended to the old journal after the check either sees the
    // new one before it reports, or appended early enough for its frames to be read
    // now.
    const { seq: lastSeq } = old;
    const late = (old.readNew()?.frames ?? []).filter(
      (frame) => frame.seq > lastSeq,
    );
    this.follower.followInstead(new JournalFile(disk, layout, next, 0, seq));
    this.markSynced();
    if (late.length > 0) this.append(late.map(({ record }) => record));
    old.close();
    removeQuietly(disk, old.path);
    this.saveIndexQuietly();
  }

  /** Records that the workspace folder has moved here; false if it already was here. */
  adopt(root: string): boolean {
    return this.write(() => {
      const format = formatOf(this.options, this.layout);
      if (format.root === root) return false;
      const moved = { ...format, root };
      // The journal first: if this is interrupted here, the format file shows that
      // it has to be repeated.
      this.append([openRecord(moved, this.journal.number)]);
      writeFormat(this.disk, this.layout, moved);
      return true;
    });
  }

  get format(): Format | null {
    return readFormat(this.disk, this.layout);
  }

  /**
   * Rewrites the format file if it is missing, damaged or names another folder;
   * returns true if it did. The caller holds the lock.
   */
  mendFormat(): boolean {
    const { disk, layout, options } = this;
    if (readFormat(disk, layout)?.root === options.root) return false;
    // The journal may name the folder's location before it was moved.
    const format = { ...formatOf(options, layout), root: options.root };
    writeFormat(disk, layout, format);
    return true;
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.saver.isDueAtClose && !this.options.readOnly) this.saveAtClose();
    this.contents.forget();
    this.follower.close();
  }

  private saveAtClose(): void {
    let looks = 0;
    // Another process may be writing for a long time, and a cache is not worth
    // waiting for.
    const giveUp = () => {
      if (++looks > ATTEMPTS_AT_CLOSE) throw new Error("locked-at-close");
    };
    this.saver.quietly(() =>
      this.lock.hold(() => {
        this.refresh();
        this.saveIndex();
      }, giveUp),
    );
  }

  /** Writes the pending records as one batch. On failure none of them count. */
  private writePending(): void {
    const records = this.pending;
    if (records.length === 0 && !this.mustSync) {
      this.didSync = true;
      return;
    }
    const before = this.journal.offset;
    this.pending = [];
    try {
      this.lock.assertOurs();
      if (records.length > 0) this.journal.append(records, this.mustSync);
      else {
        this.journal.sync();
        this.journal.assertInPlace();
      }
    } catch (error) {
      this.didSync = this.mustSync = false;
      this.journal.cutBackTo(this.follower.durableEnd);
      this.follower.reload();
      throw error;
    }
    this.saver.note(records.length, this.journal.offset - before);
    if (this.mustSync) this.markSynced();
  }

  private writePendingQuietly(): void {
    try {
      this.writePending();
    } catch (error) {
      // The work has already failed with its own error.
      this.options.log.warn("the journal was not written", {
        error: String(error),
      });
    }
  }

  private markSynced(): void {
    this.didSync = true;
    this.mustSync = false;
    this.follower.durableEnd = this.journal.offset;
  }

  saveIndexQuietly(): void {
    this.saver.quietly(() => this.saveIndex());
  }
}
