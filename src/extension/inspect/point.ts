import type { FolderSession } from "../session/folders";

/** A state of a folder that can be inspected, and what to call it. */
export interface PointOf {
  session: FolderSession;
  moment: number;
  /** The number of its checkpoint; null if it has none. */
  number: number | null;
  title: string;
}

/** For instance “#12 before the parser”. */
export function pointName({ number, title }: PointOf): string {
  return number === null ? `“${title}”` : `#${number} ${title}`;
}
