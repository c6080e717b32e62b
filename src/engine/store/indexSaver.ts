import type { Disk } from "../../base/disk";
import type { Log } from "../../base/log";
import { saveIndex } from "./indexFile";
import type { JournalFile } from "./journalFile";
import type { Layout } from "./layout";
import type { StoreIndex } from "./storeIndex";

/** Saved sooner the more there is to read again at the next start. */
const AFTER_RECORDS = 2_000;
const AFTER_BYTES = 4 * 1024 * 1024;
const AT_CLOSE_RECORDS = 20;
const AT_CLOSE_BYTES = 256 * 1024;

/** Knows how much of the journal the saved index lacks, and saves it anew. */
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

  /** Notes what came to the journal. */
  note(records: number, bytes: number): void {
    this.records += records;
    this.bytes += bytes;
  }

  reset(): void {
    this.records = this.bytes = 0;
  }

  /** Under the lock, and with the journal durable: an index must not know more. */
  save(index: StoreIndex, journal: JournalFile): void {
    index.setMeta("journal", journal.number);
    index.setMeta("offset", journal.offset);
    index.setMeta("seq", journal.seq);
    saveIndex(this.disk, this.layout, index);
    this.reset();
  }

  /** Runs what saves it. A cache: the journal already holds everything. */
  quietly(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.log.warn("the index was not saved", { error: String(error) });
    }
  }
}
