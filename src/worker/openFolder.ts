import fs from "node:fs";
import { homeDir } from "../base/homeDir";
import type { Log } from "../base/log";
import type { Engine } from "../engine/api";
import { layoutOf } from "../engine/store/layout";
import { dataDir } from "../host/dataDir";
import { locate, type Location } from "../host/locate";
import { openFor } from "../host/openFor";
import { register } from "../host/registry";
import { realRoot, storeDirFor } from "../host/stores";
import type { Open } from "./hostEngines";
import type { OpenFolder } from "./protocol";

/** Other processes write in small steps: their news are read together. */
const REFRESH_AFTER_MS = 100;

/**
 * Returns how folders are opened for the editor: in the store that the registry
 * already knows, else in the editor's own storage. The registry learns the
 * editor's settings too, so that the command and agents record by the same.
 */
export function openFolderWith(log: Log): Open {
  return async (options) => {
    const location = options.location ?? locationOf(options);
    const engine = await openFor(location, {
      assetsDir: options.assetsDir,
      ...(options.location ? {} : { settings: options.settings }),
      log,
    });
    const watching = followOthers(engine, log);
    return {
      engine: withRegistry(engine, location, log),
      dispose: () => watching?.close(),
    };
  };
}

function locationOf({
  root: folder,
  home,
  isHomeChosen,
}: OpenFolder): Location {
  const root = realRoot(folder);
  if (!isHomeChosen)
    // Without CHECKPOINT_STORE: an editor started from another one's terminal
    // inherits it, and it is not about this folder.
    return locate({
      workspace: root,
      newStores: home,
      env: { ...process.env, CHECKPOINT_STORE: undefined },
      cwd: root,
    });
  return {
    root,
    storeDir: storeDirFor(home, root),
    home,
    dataDir: dataDir(process.env, process.platform, homeDir()),
    isExplicit: false,
    settings: null,
  };
}

/** Changed settings are remembered for the other processes as well. */
function withRegistry(engine: Engine, location: Location, log: Log): Engine {
  const configure = engine.configure.bind(engine);
  const { root, storeDir } = location;
  engine.configure = (settings) => {
    configure(settings);
    try {
      register(location.dataDir, { root, storeDir, settings });
    } catch (error) {
      // Only a process elsewhere would miss it, and the next start tells it.
      log.warn("The settings could not be registered.", {
        error: String(error),
      });
    }
  };
  return engine;
}

/** Reads what other processes append to the journal, soon after they do. */
function followOthers(engine: Engine, log: Log): fs.FSWatcher | null {
  let timer: NodeJS.Timeout | undefined;
  const refresh = (): void => {
    timer = undefined;
    try {
      engine.refresh();
    } catch (error) {
      log.error("Could not follow the journal", error);
    }
  };
  try {
    const { journals } = layoutOf(engine.storeDir);
    const watcher = fs.watch(journals, () => {
      timer ??= setTimeout(refresh, REFRESH_AFTER_MS);
    });
    watcher.on("error", (error) => log.warn(`Journal watcher: ${error}`));
    watcher.on("close", () => clearTimeout(timer));
    return watcher;
  } catch (error) {
    // Some file systems cannot be watched; each request reads the news anyway.
    log.warn("The journal cannot be watched.", { error: String(error) });
    return null;
  }
}
