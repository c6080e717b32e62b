import { DisposableList, type Disposable } from "../../base/lifecycle";
import type { FolderSession, Folders } from "../session/folders";

/** Folders that answer; the others are shown with their problem. */
export function isRecorded({ state }: Pick<FolderSession, "state">): boolean {
  return ["starting", "ready", "paused"].includes(state);
}

/** True while another process keeps a folder's changes from being recorded. */
export function isWaiting({
  problem,
}: Pick<FolderSession, "problem">): boolean {
  return problem?.code === "store-locked";
}

type Followed = Pick<Folders, "all" | "onDidChangeFolders">;

/** Calls back when folders come or go, or the state or problem of one changes. */
export function onDidChangeStates(
  folders: Followed,
  listener: () => void,
): Disposable {
  return followEach(folders, listener, (session) =>
    session.onDidChangeState(listener),
  );
}

/** Calls back when folders come or go, or one begins or ceases to be recorded. */
export function onDidChangeRecorded(
  folders: Followed,
  listener: () => void,
): Disposable {
  return followEach(folders, listener, (session) => {
    let was = isRecorded(session);
    return session.onDidChangeState(() => {
      if (was === isRecorded(session)) return;
      was = !was;
      listener();
    });
  });
}

function followEach(
  folders: Followed,
  onFolders: () => void,
  follow: (session: FolderSession) => Disposable,
): Disposable {
  let followed = new DisposableList();
  const followAll = (): void => {
    followed.dispose();
    followed = new DisposableList();
    for (const session of folders.all) followed.add(follow(session));
  };
  followAll();
  const following = folders.onDidChangeFolders(() => {
    followAll();
    onFolders();
  });
  return {
    dispose() {
      following.dispose();
      followed.dispose();
    },
  };
}
