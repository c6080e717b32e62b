import path from "node:path";
import type { FSWatcher } from "chokidar";
import { isProtectedPath } from "../engine/model/workspacePath";

/**
 * Watches a folder and reports which paths may have changed. Events are only hints: some
 * arrive twice, some never, and a folder's event stands for everything in it. Listeners
 * record the reported paths and rescan the folder from time to time.
 *
 * We use chokidar rather than @parcel/watcher, which is native, with one binary per platform
 * and C library, while we ship one bundle that runs anywhere without node_modules.
 * chokidar is plain JavaScript with one small dependency, and keeps track of watches as
 * folders appear and disappear. We avoid its usual cost, a watch for every file, by giving
 * it only folders and listening to their raw events: 100,000 files in 5,000 folders need
 * 5,000 watches.
 */
export interface FolderWatcherOptions {
  root: string;
  isIgnoredFolder: (path: string) => boolean;
  /**
   * Called with a path that may have changed; "" means anything, a folder means everything
   * in it.
   */
  onChange: (path: string) => void;
  /** Called if some folders cannot be watched. From then on only rescans find their changes. */
  onError: (error: Error) => void;
}

export class FolderWatcher {
  private constructor(private readonly watcher: FSWatcher) {}

  /** Resolves once every folder that can be watched is watched. */
  static async start(options: FolderWatcherOptions): Promise<FolderWatcher> {
    const { watch } = await import("chokidar");
    const { root, onChange, onError } = options;
    const pathOf = (full: string) =>
      path.relative(root, full).split(path.sep).join("/");
    const report = (full: string) => {
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
      report(name ? path.join(watchedPath, name) : watchedPath);
    });
    // Files created before their new folder was watched caused no event, so report the folder.
    watcher.on("addDir", report);
    watcher.on("error", (error) => onError(error as Error));
    await new Promise<void>((resolve) => watcher.once("ready", resolve));
    return new FolderWatcher(watcher);
  }

  close(): Promise<void> {
    return this.watcher.close();
  }
}
