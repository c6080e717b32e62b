import type { Clock } from "../base/clock";
import type { Log } from "../base/log";
import type { Engine } from "../engine/api";
import type { EngineSettings } from "../engine/model/settings";
import { attributing } from "./attributing";
import type { Location } from "./locate";
import { register } from "./registry";
import { mergeSettings, readSettingsFile, withGlobs } from "./settingsFile";

export interface OpenOptions {
  /** Where the bundle's own files are: the index's wasm, the thread scripts. */
  assetsDir: string;
  /** The settings of a host that has its own (the editor); they are remembered for others. */
  settings?: Partial<EngineSettings> | undefined;
  /** The store was made for this folder under another path. */
  adopt?: boolean | undefined;
  /** Globs of this run alone. */
  exclude?: readonly string[] | undefined;
  include?: readonly string[] | undefined;
  log?: Log | undefined;
  clock?: Clock | undefined;
}

/**
 * Opens the history of a located folder and remembers where it is. The engine
 * is loaded only here, so that what needs no history starts at once.
 */
export async function openFor(
  location: Location,
  options: OpenOptions,
): Promise<Engine> {
  const settings = settingsFor(location, options);
  const { openEngine } = await import("../engine/openEngine");
  const engine = await openEngine({
    root: location.root,
    storeDir: location.storeDir,
    assetsDir: options.assetsDir,
    settings,
    adopt: options.adopt,
    ...(options.log ? { log: options.log } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
  });
  remember(location, options);
  return attributing(engine, location.dataDir);
}

/** Returns the settings of a folder: the account's, then its main recorder's, then this run's. */
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

/** Remembers the store, unless the caller named it: that choice is the caller's alone. */
function remember(location: Location, options: OpenOptions): void {
  if (location.isExplicit) return;
  const { root, storeDir, dataDir } = location;
  try {
    register(dataDir, {
      root,
      storeDir,
      ...(options.settings ? { settings: options.settings } : {}),
    });
  } catch (error) {
    // The history works without it; only finding it from elsewhere suffers.
    options.log?.warn("The store could not be registered.", {
      storeDir,
      error: String(error),
    });
  }
}
