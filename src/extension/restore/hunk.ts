/** A change as the gutter knows it: line numbers from 1; an end of 0 or below the start means no lines. */
export interface LineChange {
  originalStartLineNumber: number;
  originalEndLineNumber: number;
  modifiedStartLineNumber: number;
  modifiedEndLineNumber: number;
}

/** A replacement of whole lines: `from` to before `to`, counted from 0. */
export interface LineReplacement {
  from: number;
  to: number;
  lines: string[];
}

/** Returns the edit that puts one change back to the original. */
export function putBack(
  original: readonly string[],
  change: LineChange,
): LineReplacement {
  const isInserted =
    change.originalEndLineNumber < change.originalStartLineNumber ||
    change.originalEndLineNumber === 0;
  const isRemoved =
    change.modifiedEndLineNumber < change.modifiedStartLineNumber ||
    change.modifiedEndLineNumber === 0;
  const lines = isInserted
    ? []
    : original.slice(
        change.originalStartLineNumber - 1,
        change.originalEndLineNumber,
      );
  // Removed lines were after the given line.
  return isRemoved
    ? {
        from: change.modifiedStartLineNumber,
        to: change.modifiedStartLineNumber,
        lines,
      }
    : {
        from: change.modifiedStartLineNumber - 1,
        to: change.modifiedEndLineNumber,
        lines,
      };
}
