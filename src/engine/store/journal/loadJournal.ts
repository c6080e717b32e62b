import { problem } from "../../model/errors";
import { loadIndex } from "../index/indexFile";
import { JournalFile, journalNumbers } from "./journalFile";
import type { Layout } from "../layout";
import type { StoreOptions } from "../storeFiles";
import { StoreIndex } from "../index/storeIndex";

export interface Loaded {
  index: StoreIndex;
  /** Continues where the index ends. */
  journal: JournalFile;
  /** The index has more than the journal, so reading does not continue. */
  isCut: boolean;
}

/** Returns the current journal, and the tables as far as a saved index has them. */
export function loadJournal(options: StoreOptions, layout: Layout): Loaded {
  const { disk, sql, log } = options;
  const number = journalNumbers(disk, layout).at(-1);
  if (number === undefined)
    throw problem("journal-gone", { folder: layout.journals });
  const index = loadIndex(disk, layout, sql, log);
  const stat = disk.lstat(layout.journal(number));
  if (!stat) {
    // Another process has rewritten it meanwhile.
    index?.close();
    return loadJournal(options, layout);
  }
  if (!index || index.metaNumber("journal") !== number) {
    index?.close();
    const journal = new JournalFile(disk, layout, number);
    return { index: new StoreIndex(sql), journal, isCut: false };
  }
  const offset = index.metaNumber("offset");
  const seq = index.metaNumber("seq");
  const journal = new JournalFile(disk, layout, number, offset, seq);
  if (offset <= stat.sizeBytes) {
    journal.anchorAtFirst();
    return { index, journal, isCut: false };
  }
  options.onDamage({ kind: "journal-shorter", file: journal.name });
  journal.offset = stat.sizeBytes;
  return { index, journal, isCut: true };
}
