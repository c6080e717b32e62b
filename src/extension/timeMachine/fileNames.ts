import type { FolderSession } from "../session/folders";
import type { Place, Playhead } from "./playhead";

/** What a file was called at the playhead, and what it is called now. */
export interface FileNames {
  then: string;
  now: string;
}

interface InFolder {
  session: FolderSession;
  place: Place;
}

/**
 * Returns what a file was called at the playhead, and what it is called now. The page lists it under its
 * name now, or, beside the stop before, under its name at the playhead.
 */
export async function namesOf(
  { against }: Pick<Playhead, "against">,
  { session, place }: InFolder,
  path: string,
): Promise<FileNames> {
  if (place.stop.isLast) return { then: path, now: path };
  const { files } = await session.engine.timelineFiles({
    ...{ from: place.stop.moment, paths: [path] },
  });
  if (against === "now") {
    const file = files.find((each) => each.path === path);
    return { then: file?.from ?? path, now: path };
  }
  const file = files.find((each) => each.from === path);
  return { then: path, now: file?.path ?? path };
}
