import type { EngineSettings } from "../engine/model/settings";
import { isWorkspacePath } from "../engine/model/workspacePath";
import { FolderWatcher } from "./folderWatcher";
import { IgnoredFolders } from "./ignored";
import type { WatchLoop } from "./watchLoop";

export interface WatchFolderOptions {
  root: string;
  settings: Partial<EngineSettings>;
  /** How often to scan the whole folder for events that the watcher missed. */
  rescanMs?: number;
  /** Called once, if some folders cannot be watched: only rescans find their changes. */
  onError: (error: Error) => void;
}

const RESCAN_MS = 300_000;

/**
 * Reports a folder's changes to a loop, for hosts without an editor. Resolves once the folder is
 * watched; what changed before that is found by a scan, which the loop starts at once.
 */
export async function watchFolder(
  loop: Pick<WatchLoop, "changed">,
  { root, settings, rescanMs = RESCAN_MS, onError }: WatchFolderOptions,
): Promise<{ close(): Promise<void> }> {
  let ignored = new IgnoredFolders(root, settings);
  let hasFailed = false;
  const watcher = await FolderWatcher.start({
    root,
    isIgnoredFolder: (folder) => isWorkspacePath(folder) && ignored.has(folder),
    onChange: (path) => {
      const changesRules = /(^|\/)\.gitignore$/.test(path);
      if (changesRules) ignored = new IgnoredFolders(root, settings);
      loop.changed(changesRules ? "" : path);
    },
    onError: (error) => {
      if (hasFailed) return;
      hasFailed = true;
      onError(error);
    },
  });
  loop.changed("");
  const rescan = setInterval(() => loop.changed(""), rescanMs);
  return {
    close() {
      clearInterval(rescan);
      return watcher.close();
    },
  };
}
