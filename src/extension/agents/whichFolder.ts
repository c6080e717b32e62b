import { problem } from "../../engine/model/errors";
import { recordedSessions } from "../commands/sessions";
import { activeSession } from "../documents/activeFile";
import type { FolderSession, Folders } from "../session/folders";

/**
 * Returns the folder that an agent refers to: the one it names, the only one, or that of the active
 * editor. Throws `ambiguous` with the names if several remain.
 */
export function whichFolder(
  folders: Folders,
  name: string | undefined,
): FolderSession {
  const sessions = recordedSessions(folders);
  const names = sessions.map(({ folder }) => folder.name);
  if (name !== undefined) {
    const named = sessions.find(({ folder }) => folder.name === name);
    if (named) return named;
    throw problem("unknown-folder", { name: name.slice(0, 100), names });
  }
  const [only] = sessions;
  if (only && sessions.length === 1) return only;
  const near = activeSession(folders);
  if (near && sessions.includes(near)) return near;
  throw problem("which-folder", { names });
}
