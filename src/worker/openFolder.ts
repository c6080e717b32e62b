import fs from "node:fs";
import { homeDir } from "../base/homeDir";
import type { Log } from "../base/log";
import type { Engine } from "../engine/api";
import type { EngineSettings } from "../engine/model/settings";
import { layoutOf } from "../engine/store/layout";
import { dataDir } from "../host/dataDir";
import { locate, type Location } from "../host/locate";
import { openFor, settingsFor } from "../host/openFor";
import { register } from "../host/registry";
import { realRoot, storeDirFor } from "../host/stores";
import type { Open, OpenedEngine } from "./hostEngines";
import type { OpenFolder } from "./protocol";
import { watchWith } from "./watchWith";

/** Other processes append in small steps; this delay lets several be read together. */
const REFRESH_AFTER_MS = 100;

const AWAIT_FOLDER_MS = 1000;

/**
 * A change that cannot get the lock within this time is retried later, so that other calls
 * can be answered.
 */
const PATIENCE_MS = 250;

/**
 * Returns the function that opens folders for the editor: in the store that the registry
 * lists, otherwise in the editor's own storage. The editor's settings are also written
 * to the registry, so that the command and agents record with the same ones.
 */
export function openFolderWith(log: Log): Open {
  return async (options) => {
    const { guest, assetsDir } = options;
    const location =
      options.location ??
      (guest ? guestLocation(options) : locationOf(options));
    const exclude = guest?.exclude;
    const isOwner = !options.location && !guest;
    if (options.readFrom !== undefined)
      return openReader(location, options, log);
    const engine = await openFor(location, {
      assetsDir,
      ...(isOwner ? { settings: options.settings } : {}),
      exclude,
      log,
      lockPatienceMs: PATIENCE_MS,
    });
    const following = followOthers(engine, log);
    const watching = options.watch
      ? await watchWith(engine, settingsFor(location, { exclude }), log).catch(
          (error: unknown) => {
            following.close();
            engine.close();
            throw error;
          },
        )
      : undefined;
    return {
      engine,
      noteEvent: (event) => watching?.noteEvent(event),
      didConfigure: (settings) => remember(settings, location, log),
      dispose: () => {
        following.close();
        watching?.dispose();
      },
    };
  };
}

/** Opens a history that another thread has open; only reads, follows nothing and registers nothing. */
async function openReader(
  location: Location,
  { readFrom, assetsDir, settings, guest }: OpenFolder,
  log: Log,
): Promise<OpenedEngine> {
  const storeDir = readFrom ?? location.storeDir;
  const engine = await openFor(
    { ...location, storeDir },
    { assetsDir, settings, exclude: guest?.exclude, log, readOnly: true },
  );
  return { engine, dispose() {} };
}

/** Locates a folder's store as the command does. What the guest asks for applies only to this run. */
function guestLocation({ root, guest = {} }: OpenFolder): Location {
  const { store, maxCheckpoints } = guest;
  const { env } = process;
  const location = locate({ workspace: root, store, env, cwd: process.cwd() });
  return maxCheckpoints === undefined
    ? location
    : { ...location, settings: { ...location.settings, maxCheckpoints } };
}

function locationOf({
  root: folder,
  home,
  isHomeChosen,
}: OpenFolder): Location {
  const root = realRoot(folder);
  if (!isHomeChosen)
    // Ignore CHECKPOINT_STORE: an editor started from another editor's terminal
    // inherits it, although it refers to a different folder.
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

/** Writes changed settings to the registry, for other processes. */
function remember(
  settings: Partial<EngineSettings>,
  { dataDir, root, storeDir }: Location,
  log: Log,
): void {
  try {
    register(dataDir, { root, storeDir, settings });
  } catch (error) {
    // Other processes keep using the old settings until the next start registers these.
    log.warn("The settings could not be registered.", {
      error: String(error),
    });
  }
}

/** Watches the journals and loads what other processes append. */
function followOthers(engine: Engine, log: Log): { close(): void } {
  const { journals } = layoutOf(engine.storeDir);
  let watcher: fs.FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  const refresh = (): void => {
    timer = undefined;
    try {
      engine.refresh();
    } catch (error) {
      log.error("Could not follow the journal", error);
    }
    if (!fs.existsSync(journals)) awaitFolder();
  };
  // The folder was deleted. The next write creates it again, and that one must be watched.
  const awaitFolder = (): void => {
    watcher?.close();
    timer = setTimeout(() => {
      if (!fs.existsSync(journals)) return awaitFolder();
      watch();
      refresh();
    }, AWAIT_FOLDER_MS);
  };
  const watch = (): void => {
    try {
      watcher = fs.watch(journals, () => {
        timer ??= setTimeout(refresh, REFRESH_AFTER_MS);
      });
      watcher.on("error", (error) => log.warn(`Journal watcher: ${error}`));
    } catch (error) {
      // Some file systems cannot be watched. Each request loads new records anyway.
      log.warn("The journal cannot be watched.", { error: String(error) });
    }
  };
  watch();
  return {
    close() {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}
