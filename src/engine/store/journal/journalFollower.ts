import type { Format } from "../formatFile";
import { readFormat, refuseNewer } from "../formatFile";
import { applyRecord } from "../index/applyRecord";
import type { IndexSaver } from "../index/indexSaver";
import type { StoreIndex } from "../index/storeIndex";
import type { Layout } from "../layout";
import type { StoreOptions } from "../storeFiles";
import { formatOf } from "../storeFiles";
import { whatVanished } from "../vanished";
import type { JournalFile } from "./journalFile";
import { loadJournal } from "./loadJournal";
import type { JournalRecord } from "./records";
import { replay } from "./replay";

/** Keeps the index up to date with the journal, whichever process writes to it. */
export class JournalFollower {
  private indexNow!: StoreIndex;
  private journalNow!: JournalFile;
  private identityNow!: Format;
  /** The end of the part of the journal that is known to be durable. */
  durableEnd = 0;
  /** True if the journal cannot be used as it is; the next write rewrites it. */
  mustRewrite = false;
  private mustMend = false;
  private hasNews = false;

  constructor(
    private readonly options: StoreOptions,
    private readonly layout: Layout,
    private readonly saver: IndexSaver,
    private readonly store: {
      /** Do we still have the store's lock? */
      isLockOurs: () => boolean;
      /** Called when packs may have been rewritten: closes all open packs. */
      forgetPacks: () => void;
    },
  ) {}

  get index(): StoreIndex {
    return this.indexNow;
  }

  get journal(): JournalFile {
    return this.journalNow;
  }

  /** Identifies this store, even while its format file is missing. */
  get identity(): Format {
    return this.identityNow;
  }

  /** Reads what others wrote; true if there was anything. */
  refresh(): boolean {
    const isNew = this.readNews();
    this.hasNews ||= isNew;
    return isNew;
  }

  /** True if others have written since the last call, whoever read it. */
  takeNews(): boolean {
    const { hasNews } = this;
    this.hasNews = false;
    return hasNews;
  }

  /**
   * True once after files disappeared: contents may be missing that the folder
   * still has.
   */
  takeMending(): boolean {
    const { mustMend } = this;
    this.mustMend = false;
    return mustMend;
  }

  /** Reads everything again from the files. */
  reload(): void {
    const { options, layout } = this;
    const { index, journal, isCut } = loadJournal(options, layout);
    this.indexNow?.close();
    this.journalNow?.close();
    this.store.forgetPacks();
    this.indexNow = index;
    this.journalNow = journal;
    this.identityNow =
      readFormat(options.disk, layout) ??
      this.identityNow ??
      formatOf(options, layout);
    journal.mayCut = this.store.isLockOurs;
    if (isCut) {
      this.mustRewrite = true;
      return;
    }
    this.saver.reset();
    this.refresh();
    // Reading may have shown that another journal replaced this one meanwhile.
    this.durableEnd = this.journal.offset;
  }

  /** Switches to another journal with the same content as the index. */
  followInstead(journal: JournalFile): void {
    journal.mayCut = this.store.isLockOurs;
    journal.offset = journal.sizeBytes();
    this.journalNow = journal;
    this.durableEnd = journal.offset;
    this.mustRewrite = false;
    journal.anchorAtFirst();
  }

  close(): void {
    this.journalNow.close();
    this.indexNow.close();
  }

  private readNews(): boolean {
    const { seq: lastSeq, offset } = this.journal;
    const scan = this.journal.isReplaced ? null : this.journal.readNew();
    if (!scan) {
      if (this.knowsMore()) return false;
      this.reload();
      return true;
    }
    const isMissing = replay(this.index, scan.frames, lastSeq, (record) =>
      this.applyRead(record),
    );
    if (isMissing || scan.damaged.length > 0) {
      this.options.onDamage({
        kind: "records-unreadable",
        file: this.journal.name,
      });
      this.mustRewrite = true;
    }
    this.saver.note(0, this.journal.offset - offset);
    return scan.frames.length > 0;
  }

  /**
   * True if files disappeared whose content is in memory; the next write recreates
   * them.
   */
  private knowsMore(): boolean {
    const { layout, journal, durableEnd } = this;
    const { disk, onDamage } = this.options;
    const { store } = this.identity;
    const why = whatVanished(disk, layout, journal, durableEnd, store);
    if (why === null) return false;
    if (!this.mustMend) onDamage(why);
    this.mustMend = this.mustRewrite = true;
    return true;
  }

  private applyRead(record: JournalRecord): void {
    if (record.t === "open") refuseNewer(record.format);
    if (record.t === "compact") this.store.forgetPacks();
    try {
      applyRecord(this.index, record);
    } catch (error) {
      this.options.onDamage({
        kind: "record-unusable",
        record: record.t,
        reason: String(error),
      });
    }
    this.saver.note(1, 0);
  }
}
