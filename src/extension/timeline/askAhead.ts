import type { Disposable } from "../../base/lifecycle";
import type { FolderSession, Folders } from "../session/folders";
import { onDidChangeStates } from "./recorded";

/**
 * Asks each folder, as soon as it is recorded, what the view will ask when it is opened. The engine
 * groups the history then and remembers the result, so that a long one does not delay the view.
 */
export function askAhead(
  folders: Pick<Folders, "all" | "onDidChangeFolders">,
  question: (session: FolderSession) => Promise<unknown>,
): Disposable {
  const asked = new WeakSet<FolderSession>();
  const ask = (): void => {
    for (const session of folders.all) {
      if (asked.has(session) || session.state !== "ready") continue;
      asked.add(session);
      question(session).catch(() => {
        // The view asks again, and says what is wrong.
      });
    }
  };
  ask();
  return onDidChangeStates(folders, ask);
}
