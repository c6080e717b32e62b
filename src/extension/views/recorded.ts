import { DisposableList, type Disposable } from "../../base/lifecycle";
import type { FolderSession, Folders } from "../folders";

/** Folders that answer; the others are shown with their problem. */
export function isRecorded({ state }: Pick<FolderSession, "state">): boolean {
  return ["starting", "ready", "paused"].includes(state);
}

/** Calls back when folders come or go, or one begins or ceases to be recorded. */
export function onDidChangeRecorded(
  folders: Pick<Folders, "all" | "onDidChangeFolders">,
  listener: () => void,
): Disposable {
  let states = new DisposableList();
  const follow = (): void => {
    states.dispose();
    states = new DisposableList();
    for (const session of folders.all) {
      let was = isRecorded(session);
      states.add(
        session.onDidChangeState(() => {
          if (was === isRecorded(session)) return;
          was = !was;
          listener();
        }),
      );
    }
  };
  follow();
  const following = folders.onDidChangeFolders(() => {
    follow();
    listener();
  });
  return {
    dispose() {
      following.dispose();
      states.dispose();
    },
  };
}
