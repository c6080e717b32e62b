/** After this long, other things may have changed the text as well. */
const MAX_MS = 3000;

/** Where an edit begins and ends, or a cursor is; lines and characters count from 0. */
interface Place {
  line: number;
  character: number;
}

/** An edit of a document's text. */
export interface Edit {
  range: { start: Place; end: Place };
  text: string;
}

/** A change of a document, with the cursors as they were before it. */
export interface TextChange {
  edits: readonly Edit[];
  isUndo: boolean;
  isDirty: boolean;
  version: number;
  cursors: readonly Place[];
}

/**
 * Watches a document from before its save until after it. What changes in between was changed by
 * formatters and other participants of the save, unless something hints at the person, or at a file
 * that was loaded again. Pure.
 */
export class SaveWatch {
  private isProved = true;
  /** A version that may have been loaded from the disk, because the document was clean with it. */
  private loaded: number | null = null;

  constructor(
    private readonly typed: string,
    private readonly version: number,
    private readonly sinceMs: number,
  ) {}

  changed({ edits, isUndo, isDirty, version, cursors }: TextChange): void {
    if (edits.length === 0) {
      // The editor's own changes are followed by news that the document is dirty.
      if (isDirty && this.loaded === version) this.loaded = null;
      return;
    }
    if (this.loaded !== null) this.isProved = false;
    if (!isDirty) this.loaded = version;
    if (isUndo || edits.some((edit) => mayBeDelete(edit, cursors)))
      this.isProved = false;
  }

  /** The person typed, or moved the cursor. */
  touched(): void {
    this.isProved = false;
  }

  /** Returns what formatters made of the text; null if nothing, or if that is not certain. */
  saved(
    version: number,
    text: () => string,
    nowMs: number,
  ): { typed: string; saved: string } | null {
    const tookMs = nowMs - this.sinceMs;
    if (version === this.version || !this.isProved || this.loaded !== null)
      return null;
    if (tookMs < 0 || tookMs > MAX_MS) return null;
    const saved = text();
    return saved === this.typed ? null : { typed: this.typed, saved };
  }
}

/** Unlike typing, deleting what is to the right does not move the cursor, so the editor tells nobody. */
function mayBeDelete(
  { range: { start, end }, text }: Edit,
  cursors: readonly Place[],
): boolean {
  return (
    text === "" &&
    cursors.some((cursor) => !isBefore(cursor, start) && isBefore(cursor, end))
  );
}

function isBefore(one: Place, other: Place): boolean {
  return (
    one.line < other.line ||
    (one.line === other.line && one.character < other.character)
  );
}
