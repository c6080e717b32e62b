import { homeDir } from "../base/homeDir";
import path from "node:path";
import type { Log } from "../base/log";
import type { Engine, LockHolder } from "../engine/api";
import type { EngineSettings } from "../engine/model/settings";
import { attributionBy } from "../recorder/attribution";
import { readClaims } from "./claims";
import type { Location } from "./locate";
import { openInOtherEditors } from "./otherEditors";
import { register } from "./registry";
import { mergeSettings, readSettingsFile, withGlobs } from "./settingsFile";
import type { Clock } from "../base/time";

export interface OpenOptions {
  /** The folder with the bundle's own files: the index's wasm, the thread scripts. */
  assetsDir: string;
  /** The settings of a host that has its own (the editor). They are registered for other hosts. */
  settings?: Partial<EngineSettings> | undefined;
  /** Only read, beside the thread or process that writes. */
  readOnly?: boolean | undefined;
  /** True if the store was created for this folder under a different path. */
  adopt?: boolean | undefined;
  /** Globs that apply to this run only. */
  exclude?: readonly string[] | undefined;
  include?: readonly string[] | undefined;
  log?: Log | undefined;
  clock?: Clock | undefined;
  lockPatienceMs?: number | undefined;
  onWait?: ((holder: LockHolder | null) => void) | undefined;
}

/**
 * Opens the history of a located folder and registers where it is. The engine module
 * is loaded here and not at start-up, so that commands without a history start quickly.
 */
export async function openFor(
  location: Location,
  options: OpenOptions,
): Promise<Engine> {
  const settings = settingsFor(location, options);
  const { openEngine } = await import("../engine/openEngine");
  const { root, dataDir } = location;
  const engine = await openEngine({
    root,
    storeDir: location.storeDir,
    assetsDir: options.assetsDir,
    settings,
    adopt: options.adopt,
    readOnly: options.readOnly,
    home: homeDir(),
    ownFolders: [dataDir, path.join(location.home, "stores")],
    attribution: attributionBy(
      () => readClaims(dataDir, root, Date.now()),
      () => openInOtherEditors(root),
    ),
    lockPatienceMs: options.lockPatienceMs,
    onWait: options.onWait,
    ...(options.log ? { log: options.log } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
  });
  registerStore(location, options);
  return engine;
}

/**
 * Returns a folder's settings: the account's, overridden by its main recorder's, then by
 * this run's.
 */
export function settingsFor(
  location: Location,
  options: Omit<OpenOptions, "assetsDir">,
): Partial<EngineSettings> {
  return withGlobs(
    mergeSettings(
      readSettingsFile(location.dataDir),
      location.settings,
      options.settings,
    ),
    {
      ...(options.exclude ? { exclude: options.exclude } : {}),
      ...(options.include ? { include: options.include } : {}),
    },
  );
}

/** Registers the store, unless the caller named it explicitly. */
function registerStore(location: Location, options: OpenOptions): void {
  if (location.isExplicit || options.readOnly) return;
  const { root, storeDir, dataDir } = location;
  try {
    register(dataDir, {
      root,
      storeDir,
      ...(options.settings ? { settings: options.settings } : {}),
    });
  } catch (error) {
    // The history works without the entry; other hosts just may not find it.
    options.log?.warn("The store could not be registered.", {
      storeDir,
      error: String(error),
    });
  }
}
