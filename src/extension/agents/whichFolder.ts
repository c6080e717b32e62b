import { CheckpointError } from "../../engine/model/errors";
import { recordedSessions } from "../commands/sessions";
import { activeSession } from "../documents/activeFile";
import type { FolderSession, Folders } from "../folders";

/**
 * Returns the folder that an agent means: the one it names, the only one, or
 * that of the active editor. Throws `ambiguous` with the names when that leaves
 * several.
 */
export function whichFolder(
  folders: Folders,
  name: string | undefined,
): FolderSession {
  const sessions = recordedSessions(folders);
  if (name !== undefined) {
    const named = sessions.find(({ folder }) => folder.name === name);
    if (named) return named;
    throw new CheckpointError(
      "not-found",
      `No workspace folder called “${name.slice(0, 100)}” is being recorded.`,
      { hint: namesHint(sessions) },
    );
  }
  const [only] = sessions;
  if (only && sessions.length === 1) return only;
  const near = activeSession(folders);
  if (near && sessions.includes(near)) return near;
  throw new CheckpointError(
    "ambiguous",
    "Several workspace folders are being recorded.",
    { hint: namesHint(sessions) },
  );
}

function namesHint(sessions: readonly FolderSession[]): string {
  const names = sessions.map(({ folder }) => `“${folder.name}”`).join(", ");
  return `Say which one by its name: ${names}.`;
}
