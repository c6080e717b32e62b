import type { WorkspacePath } from "../../../model/workspacePath";
import { ownPath } from "../../../model/workspacePath";
import type { Place } from "../../packs/packs";
import { hashText } from "../decode";
import { LOST } from "../schema";
import type { StoreIndex } from "../storeIndex";

/** Matches contents that some version has. */
const NEEDED = "id IN (SELECT content FROM version WHERE content IS NOT NULL)";

/** The location of a content; undefined if it is not stored, or lost. */
export function placeOf(index: StoreIndex, hash: string): Place | undefined {
  const content = index.content(hash);
  return content === undefined || content.pack === LOST ? undefined : content;
}

/** The highest pack with a content, and the offset of its last record. */
export function lastPlace(
  index: StoreIndex,
): { pack: number; offset: number } | null {
  const [pack, offset] = index.sql.first(
    `SELECT pack, max(offset) FROM content
     WHERE pack = (SELECT max(pack) FROM content)`,
  ) as [number | null, number];
  return pack === null ? null : { pack, offset };
}

export function highestPack(index: StoreIndex): number {
  return index.sql.number("SELECT max(pack) FROM content");
}

export function hashOf(index: StoreIndex, content: number): string {
  return hashText(
    index.sql.first("SELECT hash FROM content WHERE id = ?", content)![0],
  );
}

export interface PlacedContent extends Place {
  id: number;
  hash: string;
}

/** Every content, in its order on disk. */
export function* contentsInDiskOrder(
  index: StoreIndex,
  isWanted: (id: number) => boolean,
): Iterable<PlacedContent> {
  const rows = index.sql.all(
    "SELECT id, hash, pack, offset, slot FROM content ORDER BY pack, offset, slot",
  );
  for (const [id, hash, pack, offset, slot] of rows)
    if (isWanted(id as number))
      yield {
        id: id as number,
        hash: hashText(hash),
        pack: pack as number,
        offset: offset as number,
        slot: slot as number,
      };
}

/** Calls back for each content that a version needs. */
export function eachNeededContent(
  index: StoreIndex,
  onContent: (content: PlacedContent) => void,
): void {
  index.sql.each(
    `SELECT id, hash, pack, offset, slot FROM content WHERE ${NEEDED}`,
    [],
    ([id, hash, pack, offset, slot]) =>
      onContent({
        id: id as number,
        hash: hashText(hash),
        pack: pack as number,
        offset: offset as number,
        slot: slot as number,
      }),
  );
}

/** True if a pack's record has a content that a version needs. */
export function isNeededAt(
  index: StoreIndex,
  { pack, offset }: Pick<Place, "pack" | "offset">,
): boolean {
  const row = index.sql.first(
    `SELECT 1 FROM content WHERE pack = ? AND offset = ? AND ${NEEDED}`,
    pack,
    offset,
  );
  return row !== undefined;
}

/** The first hundred paths that ever had a content, and the checkpoints that contain it. */
export function usesOf(
  index: StoreIndex,
  content: number,
): { paths: WorkspacePath[]; checkpoints: number[] } {
  const paths = index.sql
    .all(
      `SELECT DISTINCT p.path FROM version v JOIN path p ON p.id = v.path
       WHERE v.content = ? ORDER BY p.path LIMIT 100`,
      content,
    )
    .map((row) => ownPath(row[0]));
  const checkpoints = index.sql
    .all(
      `SELECT DISTINCT c.number FROM version v JOIN checkpoint c
         ON c.moment >= v.born AND (v.died IS NULL OR c.moment < v.died)
       WHERE v.content = ? ORDER BY c.number`,
      content,
    )
    .map((row) => row[0] as number);
  return { paths, checkpoints };
}

/** A version of a file whose text can be searched. */
export interface SearchableVersion {
  path: WorkspacePath;
  content: number;
  born: number;
  died: number | null;
  unsaved: boolean;
}

/** Calls back for each version of a regular file that existed after a moment. */
export function eachSearchable(
  index: StoreIndex,
  after: number,
  onVersion: (version: SearchableVersion) => void,
): void {
  index.sql.each(
    `SELECT p.path, v.content, v.born, v.died, v.layer FROM version v NOT INDEXED JOIN path p ON p.id = v.path
     WHERE v.content IS NOT NULL AND v.mode <> 40960 AND (v.died IS NULL OR v.died > ?)`,
    [after],
    (row) =>
      onVersion({
        path: ownPath(row[0]),
        content: row[1] as number,
        born: row[2] as number,
        died: row[3] as number | null,
        unsaved: row[4] === 1,
      }),
  );
}
