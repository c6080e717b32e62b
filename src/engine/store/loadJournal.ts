import { CheckpointError } from "../model/errors";
import { loadIndex } from "./indexFile";
import { JournalFile, journalNumbers } from "./journalFile";
import type { Layout } from "./layout";
import type { StoreOptions } from "./storeFiles";
import { StoreIndex } from "./storeIndex";

export interface Loaded {
  index: StoreIndex;
  /** Goes on where the index ends. */
  journal: JournalFile;
  /** The index knows more than the journal has: nothing is read on. */
  isCut: boolean;
}

/** Returns the journal that counts, and the tables as far as an index has them. */
export function loadJournal(options: StoreOptions, layout: Layout): Loaded {
  const { disk, sql, log } = options;
  const number = journalNumbers(disk, layout).at(-1);
  if (number === undefined)
    throw new CheckpointError(
      "damaged",
      `The journal of this history is gone: ${layout.journals} holds none.`,
      { hint: "Open the folder again; what can be found is used." },
    );
  const index = loadIndex(disk, layout, sql, log);
  const stat = disk.lstat(layout.journal(number));
  if (!stat) {
    // Another process wrote it anew meanwhile.
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
  options.onDamage(
    `${journal.name} is shorter than it was; what else is known of it is used`,
  );
  journal.offset = stat.sizeBytes;
  return { index, journal, isCut: true };
}
