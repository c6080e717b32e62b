import path from "node:path";
import type { Disk } from "../base/disk";
import { isErrno } from "../base/disk";
import { randomBytes } from "../base/random";
import { realDisk } from "../base/realDisk";
import { realProcesses } from "../base/processes";
import type { Log } from "../base/log";
import { silentLog } from "../base/log";
import type { Attribution, Engine, LockHolder } from "./api";
import { SecondThread } from "./capture/parallel/secondThread";
import type { Context } from "./context";
import { FolderEngine } from "./folderEngine";
import { Rewrites } from "./capture/rewrites";
import { DirtyPaths } from "./history/dirty";
import { KeptEvents } from "./keptEvents";
import { problem } from "./model/errors";
import { diskError } from "./model/diskError";
import { newId } from "./model/ids";
import type { EngineSettings } from "./model/settings";
import { refusedFolder } from "./model/refusedFolder";
import { parseSettings } from "./model/settings";
import { forgetUnsettled } from "./restore/mendTorn";
import { recover, recoverAtOpen } from "./restore/recover";
import { beatingDisk } from "./store/lock/beatingDisk";
import { readFormat } from "./store/formatFile";
import { ownedDisk } from "./store/lock/ownedDisk";
import { layoutOf } from "./store/layout";
import { loadSql } from "./store/index/sql";
import { Store } from "./store/store";
import { recordedRoot } from "./store/storeFiles";
import { explainOpenError } from "./store/explainOpenError";
import { verify } from "./verify/verify";
import { Listings } from "./workspace/listings";
import { isStore, OwnData } from "./workspace/ownData";
import { GitIndexes } from "./workspace/tracked";
import { Links } from "./workspace/links";
import { FileModes } from "./workspace/modes";
import { systemClock, type Clock } from "../base/time";

export interface OpenOptions {
  /** The workspace folder. */
  root: string;
  /** The store of that folder; created if missing. */
  storeDir: string;
  /** The folder with sql-wasm.wasm and captureThread.js. */
  assetsDir: string;
  settings?: Partial<EngineSettings> | undefined;
  clock?: Clock | undefined;
  log?: Log | undefined;
  disk?: Disk | undefined;
  /** The user's home folder, which is never recorded. */
  home: string;
  /**
   * Other folders with Checkpoint's data, besides stores: never recorded, written
   * or deleted.
   */
  ownFolders?: readonly string[] | undefined;
  /** Read a first capture on two threads. Default: true with the real disk. */
  threads?: boolean | undefined;
  lockTimeoutMs?: number | undefined;
  /**
   * How long an operation that has not started yet waits for another process. A
   * host that can retry the whole operation stays responsive to other requests
   * meanwhile.
   */
  lockPatienceMs?: number | undefined;
  /** Attributes what a capture finds. Default: to the requester. */
  attribution?: Attribution | undefined;
  /** Called repeatedly while a change waits for another process. */
  onWait?: ((holder: LockHolder | null) => void) | undefined;
  /**
   * Only read, beside the process or thread that writes: nothing is created, repaired or
   * saved, and `diff` compares with what was last recorded instead of recording first.
   */
  readOnly?: boolean | undefined;
  /** Accept a store that was created for another folder, because the folder was moved. */
  adopt?: boolean | undefined;
  /** Identifies this boot of the machine. Default: as reported by the system. */
  boot?: string | undefined;
}

/** Opens the history of a folder, and finishes or rolls back interrupted restores. */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  const plainDisk = options.disk ?? realDisk;
  let beat = () => {};
  const clock = options.clock ?? systemClock;
  const log = options.log ?? silentLog;
  const settings = parseSettings(options.settings);
  const root = realRoot(plainDisk, options.root);
  const storeDir = path.resolve(options.storeDir);
  const disk = beatingDisk(ownedDisk(plainDisk, storeDir), () => beat());
  const ownFolders = (options.ownFolders ?? []).map((folder) =>
    realPlace(disk, folder),
  );
  refuse(disk, root, storeDir, options.home, ownFolders);
  const adopt = options.adopt ?? false;
  const readOnly = options.readOnly ?? false;
  const reach = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw explainOpenError(disk, error, storeDir);
    }
  };
  if (!adopt) reach(() => checkRoot(disk, root, storeDir));
  const sql = await loadSql(options.assetsDir);
  const events = new KeptEvents((error) => log.error("listener", error));
  const makeId = () => newId(clock.now(), randomBytes(9));
  const store = reach(
    () =>
      new Store({
        disk,
        dir: storeDir,
        root,
        sql,
        log,
        nowMs: clock.now(),
        newId: makeId,
        lockTimeoutMs: options.lockTimeoutMs,
        lockPatienceMs: options.lockPatienceMs,
        readOnly,
        onDamage: (finding) => {
          log.warn("damage", { ...finding });
          events.fire({ type: "damaged", finding });
        },
      }),
  );
  beat = () => store.lock.beat();
  const context: Context = {
    disk,
    root,
    readOnly,
    store,
    settings,
    clock,
    log,
    newId: makeId,
    emit: (event) => events.fire(event),
    attribution: options.attribution,
    onWait: options.onWait,
    second:
      (options.threads ?? plainDisk === realDisk)
        ? new SecondThread(options.assetsDir, log)
        : null,
    listings: new Listings(disk, root),
    ownData: new OwnData(disk, root, ownFolders),
    gitIndexes: new GitIndexes(disk),
    modes: new FileModes(disk, root),
    links: new Links(disk, root),
    ruleFiles: new Map(),
    plans: new Map(),
    keeps: [],
    recover: () => recover(context),
    mend: () => void verify(context, { repair: true }),
    stuck: new Set(),
    boot: options.boot ?? realProcesses.boot,
    compared: new Set(),
    synced: new Map(),
    dirty: new DirtyPaths(),
    rewrites: new Rewrites(),
  };
  try {
    if (adopt) {
      if (store.adopt(root)) forgetUnsettled(context);
    } else {
      // A missing format file has been rewritten by now, so check again.
      checkRoot(disk, root, storeDir);
      if (!readOnly) mendRoot(store, root);
    }
    if (!readOnly) recoverAtOpen(context);
  } catch (error) {
    store.close();
    throw diskError(error, "open", storeDir);
  }
  events.opened();
  return new FolderEngine(context, events);
}

function realRoot(disk: Disk, given: string): string {
  const resolved = path.resolve(given);
  let root: string;
  try {
    root = disk.realPath(resolved);
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR"))
      throw problem("no-such-folder", { path: resolved });
    throw diskError(error, "open", resolved);
  }
  if (disk.lstat(root)?.kind !== "folder")
    throw problem("not-a-folder", { path: resolved });
  return root;
}

/**
 * The home folder, disk roots and any folder that contains the store are never
 * recorded.
 */
function refuse(
  disk: Disk,
  root: string,
  storeDir: string,
  home: string,
  ownFolders: readonly string[],
): void {
  const store = realPlace(disk, storeDir);
  const why =
    refusedFolder(root, realPlace(disk, home)) ??
    (isAtOrBelow(root, store)
      ? "own-store"
      : isAtOrBelow(store, root)
        ? "holds-own-store"
        : isOwn(disk, root, ownFolders)
          ? "own-data"
          : null);
  if (why) throw problem("folder-refused", { root, why, store });
}

/**
 * True for a folder inside another folder's store, or inside one of the host's own
 * folders.
 */
function isOwn(
  disk: Disk,
  root: string,
  ownFolders: readonly string[],
): boolean {
  if (ownFolders.some((folder) => isAtOrBelow(root, folder))) return true;
  for (let at = root; path.dirname(at) !== at; at = path.dirname(at))
    if (isStore(disk, at)) return true;
  return false;
}

/** The real path of a folder that may not exist yet. */
function realPlace(disk: Disk, dir: string): string {
  const absolute = path.resolve(dir);
  try {
    return disk.realPath(absolute);
  } catch {
    // It does not exist yet, so its real path is below that of its parent.
    const parent = path.dirname(absolute);
    return parent === absolute
      ? absolute
      : path.join(realPlace(disk, parent), path.basename(absolute));
  }
}

function isAtOrBelow(dir: string, top: string): boolean {
  return dir === top || dir.startsWith(top + path.sep);
}

/** Rewrites the format file if it names another folder than the journal does. */
function mendRoot(store: Store, root: string): void {
  if (store.format?.root === root) return;
  // Does not wait for the lock: the next open can do this as well.
  store.tryWrite(() => store.mendFormat());
}

function checkRoot(disk: Disk, root: string, storeDir: string): void {
  if (!disk.lstat(storeDir)) return;
  const format = readFormat(disk, layoutOf(storeDir));
  if (!format || format.root === root) return;
  // The journal has checksums, the format file has none: one flipped bit in its
  // path must not lock the user out.
  if (recordedRoot(disk, layoutOf(storeDir)) === root) return;
  throw problem("other-root", { root, recorded: format.root });
}
