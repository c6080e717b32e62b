import path from "node:path";
import type { FSWatcher } from "chokidar";
import { isProtectedPath } from "../engine/model/workspacePath";

/**
 * Watches a folder and says which paths may have changed. Events are hints:
 * some come twice, some never, a folder's means everything in it; whoever
 * listens records the paths and rescans now and then.
 *
 * chokidar rather than @parcel/watcher: the latter is native, one binary for
 * each platform and C library, and what we ship is one bundle that runs
 * anywhere without node_modules. chokidar is plain JavaScript with one small
 * dependency, and keeps the tree of watches in order as folders come and go.
 * Its usual price, a watch for every file, is not paid here: only folders are
 * given to it, and what happens in them comes as the folders' own raw events,
 * so that 100,000 files in 5,000 folders cost 5,000 watches.
 */
export interface FolderWatcherOptions {
  root: string;
  isIgnoredFolder: (path: string) => boolean;
  /** A path that may have changed, "" for anything; a folder means all in it. */
  onChange: (path: string) => void;
  /** Some folders cannot be watched: from now on only rescans find their changes. */
  onError: (error: Error) => void;
}

export class FolderWatcher {
  private constructor(private readonly watcher: FSWatcher) {}

  /** Resolves when every folder that can be watched is. */
  static async start(options: FolderWatcherOptions): Promise<FolderWatcher> {
    const { watch } = await import("chokidar");
    const { root, onChange, onError } = options;
    const pathOf = (full: string) =>
      path.relative(root, full).split(path.sep).join("/");
    const tell = (full: string) => {
      const changed = pathOf(full);
      if (changed.startsWith("../") || path.isAbsolute(changed)) return;
      if (changed === "" || !isProtectedPath(changed)) onChange(changed);
    };
    const watcher = watch(root, {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: (full, stats) => {
        const at = pathOf(full);
        if (at === "") return false;
        if (stats && !stats.isDirectory()) return true;
        return isProtectedPath(at) || options.isIgnoredFolder(at);
      },
    });
    watcher.on("raw", (_event, name, details) => {
      const { watchedPath } = details as { watchedPath?: string };
      if (watchedPath === undefined) return;
      tell(name ? path.join(watchedPath, name) : watchedPath);
    });
    // Files written before a new folder was watched made no event of their own.
    watcher.on("addDir", tell);
    watcher.on("error", (error) => onError(error as Error));
    await new Promise<void>((resolve) => watcher.once("ready", resolve));
    return new FolderWatcher(watcher);
  }

  close(): Promise<void> {
    return this.watcher.close();
  }
}
