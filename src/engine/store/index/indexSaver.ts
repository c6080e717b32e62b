import type { Disk } from "../../../base/disk";
import type { Log } from "../../../base/log";
import { saveIndex } from "./indexFile";
import type { JournalFile } from "../journal/journalFile";
import type { Layout } from "../layout";
import type { StoreIndex } from "./storeIndex";

/** The more there is to read again at the next start, the sooner the index is saved. */
const AFTER_RECORDS = 2_000;
const AFTER_BYTES = 4 * 1024 * 1024;
const AT_CLOSE_RECORDS = 20;
const AT_CLOSE_BYTES = 256 * 1024;

/** Tracks how much of the journal the saved index lacks, and saves it again. */
export class IndexSaver {
  private records = 0;
  private bytes = 0;

  constructor(
    private readonly disk: Disk,
    private readonly layout: Layout,
    private readonly log: Log,
  ) {}

  get isDue(): boolean {
    return this.records > AFTER_RECORDS || this.bytes > AFTER_BYTES;
  }

  get isDueAtClose(): boolean {
    return this.records >= AT_CLOSE_RECORDS || this.bytes >= AT_CLOSE_BYTES;
  }

  /** Counts what was added to the journal. */
  note(records: number, bytes: number): void {
    this.records += records;
    this.bytes += bytes;
  }

  reset(): void {
    this.records = this.bytes = 0;
  }

  /**
   * The caller holds the lock, and the journal is durable: a saved index must not
   * contain more than the journal.
   */
  save(index: StoreIndex, journal: JournalFile): void {
    index.setMeta("journal", journal.number);
    index.setMeta("offset", journal.offset);
    index.setMeta("seq", journal.seq);
    saveIndex(this.disk, this.layout, index);
    this.reset();
  }

  /** Runs a save and logs failures. The index is a cache; the journal has everything. */
  quietly(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.log.warn("the index was not saved", { error: String(error) });
    }
  }
}
