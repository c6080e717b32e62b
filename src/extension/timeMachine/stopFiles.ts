import type { TimelineFile } from "../../answers/timeline";
import { inOrder } from "../timeline/changeRows";
import type { TimelineFilter } from "../timeline/filter";
import type { FolderSession } from "../session/folders";
import { isImage } from "./images";
import { spanOf, type Playhead } from "./playhead";
import type {
  Counted,
  FileContent,
  FileKey,
  StopFile,
  StopFiles,
} from "./protocol";

/** How many files the page lists; the number of all is beside the list. */
const MOST_LISTED = 200;
/** ...and during a drag: more than anybody sees. */
const LISTED_IN_DRAG = 40;

/** Returns the first files that differ at the playhead, without reading any. */
export async function stopFiles(
  playhead: Playhead,
  { path }: TimelineFilter,
  isHeld: boolean,
): Promise<StopFiles> {
  const { against } = playhead;
  const limit = isHeld ? LISTED_IN_DRAG : MOST_LISTED;
  const found = await Promise.all(
    playhead.all.map(async ({ session, place }) => {
      const span = spanOf(place, against);
      if (!span) return { files: [], total: 0 };
      const { files, total } = await session.engine.timelineFiles({
        ...{ ...span, path, limit },
      });
      return { files: inPathOrder(session, files), total };
    }),
  );
  return {
    against,
    files: found.flatMap(({ files }) => files).slice(0, limit),
    total: found.reduce((sum, { total }) => sum + total, 0),
  };
}

/** Reads the files that the page shows, and counts their lines. */
export async function countLines(
  playhead: Playhead,
  wanted: readonly FileKey[],
): Promise<Counted[]> {
  const counted = await Promise.all(
    playhead.all.map(async ({ session, place }) => {
      const folder = session.folder.uri.toString();
      const span = spanOf(place, playhead.against);
      const paths = wanted
        .filter((each) => each.folder === folder)
        .map(({ path }) => path);
      if (!span || paths.length === 0) return [];
      const { files } = await session.engine.timelineFiles({
        ...{ ...span, paths, limit: MOST_LISTED, lines: true },
      });
      return files.map((file): Counted => ({
        folder,
        path: file.path,
        added: file.linesAdded,
        removed: file.linesRemoved,
        content: contentOf(file) ?? "binary",
      }));
    }),
  );
  return counted.flat();
}

function inPathOrder(
  { folder }: FolderSession,
  files: readonly TimelineFile[],
): StopFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return inOrder(files).flatMap(({ path }) => {
    const file = byPath.get(path);
    return file
      ? [
          {
            ...{ folder: folder.uri.toString(), path, from: file.from },
            ...{ status: file.status, added: null, removed: null },
            content: contentOf(file),
          },
        ]
      : [];
  });
}

/** An image shows itself by its name; of all else the engine knows more. */
function contentOf({ path, content }: TimelineFile): FileContent | null {
  return isImage(path) && content !== "text" ? "image" : content;
}
