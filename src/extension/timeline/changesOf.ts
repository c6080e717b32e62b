import type { Checkpoint } from "../../engine/model/checkpoint";
import type { FolderSession } from "../session/folders";
import { changeRows, inOrder, type ChangeRow } from "./changeRows";
import type { Previous } from "./nodes";
import { totalOf } from "../../engine/model/checkpoint";

/** Past this many files lines are not counted: it would mean reading them all. */
const MAX_COUNTED = 200;
const MAX_REMEMBERED = 200;

export interface Changes {
  rows: ChangeRow[];
  previous: Previous;
}

/**
 * The changed files of checkpoints, asked for when a row is opened. What a
 * checkpoint holds never changes; what comes before it may, so deleting one
 * forgets the folder's answers.
 */
export class ChangesCache {
  private readonly known = new Map<string, Promise<Changes>>();

  of(session: FolderSession, checkpoint: Checkpoint): Promise<Changes> {
    const key = `${session.folder.uri.toString()}#${checkpoint.id}`;
    const known = this.known.get(key);
    if (known) return known;
    const asking = ask(session, checkpoint);
    this.known.set(key, asking);
    asking.catch(() => this.known.delete(key));
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size > MAX_REMEMBERED)
      this.known.delete(oldest);
    return asking;
  }

  clear(): void {
    this.known.clear();
  }
}

async function ask(
  { engine }: FolderSession,
  checkpoint: Checkpoint,
): Promise<Changes> {
  const { number, moment, filesChanged } = checkpoint;
  // As the engine counts them: what changed in the folder.
  const before = await engine.list({
    before: number,
    limit: 1,
    imports: false,
  });
  const previous = before.checkpoints[0] ?? null;
  if (!previous) return { rows: await firstRows(engine, moment), previous };
  const diff = await engine.diff(
    `@${previous.moment}`,
    `@${moment}`,
    { content: totalOf(filesChanged) <= MAX_COUNTED },
    { isShort: true },
  );
  return { rows: changeRows(diff), previous };
}

/** The first checkpoint has nothing to compare with: everything is new in it. */
async function firstRows(
  engine: FolderSession["engine"],
  moment: number,
): Promise<ChangeRow[]> {
  const files = await engine.files(`@${moment}`, { unsaved: true });
  return inOrder(
    files.map(({ path, unsaved }) => ({
      path,
      from: null,
      status: "added",
      isUnsaved: unsaved,
      linesAdded: null,
      linesRemoved: null,
    })),
  );
}
