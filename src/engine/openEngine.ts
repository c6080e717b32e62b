import crypto from "node:crypto";
import path from "node:path";
import { systemClock } from "../base/clock";
import type { Clock } from "../base/clock";
import type { Disk } from "../base/disk";
import { isErrno, realDisk } from "../base/disk";
import { homeDir } from "../base/homeDir";
import type { Log } from "../base/log";
import { silentLog } from "../base/log";
import type { Engine } from "./api";
import { SecondThread } from "./capture/secondThread";
import type { Context } from "./context";
import { FolderEngine } from "./folderEngine";
import { DirtyPaths } from "./history/dirty";
import { KeptEvents } from "./keptEvents";
import { CheckpointError } from "./model/errors";
import { diskError } from "./model/diskError";
import { newId } from "./model/ids";
import type { EngineSettings } from "./model/settings";
import { parseSettings } from "./model/settings";
import { recover, sweepLast } from "./restore/recover";
import { readFormat } from "./store/formatFile";
import { layoutOf } from "./store/layout";
import { loadSql } from "./store/sql";
import { Store } from "./store/store";
import { unreachable } from "./store/unreachable";
import { Listings } from "./workspace/listings";

export interface OpenOptions {
  /** The workspace folder. */
  root: string;
  /** The store of that folder; made when missing. */
  storeDir: string;
  /** Where sql-wasm.wasm and captureThread.js lie. */
  assetsDir: string;
  settings?: Partial<EngineSettings> | undefined;
  clock?: Clock | undefined;
  log?: Log | undefined;
  disk?: Disk | undefined;
  /** The home folder, which is refused; the host knows it. */
  home?: string | undefined;
  /** Read a first capture on two threads. Default true with the real disk. */
  threads?: boolean | undefined;
  lockTimeoutMs?: number | undefined;
  /** Use a store that was made for another folder (it was moved). */
  adopt?: boolean | undefined;
}

/** Opens the history of a folder, and ends restores that were cut off. */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  const disk = options.disk ?? realDisk;
  const clock = options.clock ?? systemClock;
  const log = options.log ?? silentLog;
  const settings = parseSettings(options.settings);
  const root = realRoot(disk, options.root);
  const storeDir = path.resolve(options.storeDir);
  refuse(disk, root, storeDir, options.home ?? homeDir());
  const adopt = options.adopt ?? false;
  const reach = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw unreachable(disk, error, storeDir);
    }
  };
  if (!adopt) reach(() => checkRoot(disk, root, storeDir));
  const sql = await loadSql(options.assetsDir);
  const events = new KeptEvents((error) => log.error("listener", error));
  const makeId = () => newId(clock.now(), crypto.randomBytes(9));
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
        onDamage: (detail) => {
          log.warn("damage", { detail });
          events.fire({ type: "damaged", detail });
        },
      }),
  );
  const context: Context = {
    disk,
    root,
    store,
    settings,
    clock,
    log,
    newId: makeId,
    emit: (event) => events.fire(event),
    second:
      (options.threads ?? disk === realDisk)
        ? new SecondThread(options.assetsDir, log)
        : null,
    listings: new Listings(disk, root),
    ruleFiles: new Map(),
    plans: new Map(),
    keeps: [],
    recover: () => recover(context),
    stuck: new Set(),
    dirty: new DirtyPaths(),
  };
  try {
    // A damaged format file was written anew by now: look again.
    if (adopt) store.adopt(root);
    else checkRoot(disk, root, storeDir);
    recover(context);
    sweepLast(context);
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
      throw new CheckpointError("not-found", `There is no folder ${resolved}.`);
    throw diskError(error, "open", resolved);
  }
  if (disk.lstat(root)?.kind !== "folder")
    throw new CheckpointError("bad-input", `${resolved} is not a folder.`);
  return root;
}

/** Home, roots and whatever our own store lies in are never recorded. */
function refuse(
  disk: Disk,
  root: string,
  storeDir: string,
  home: string,
): void {
  const real = (dir: string): string => {
    try {
      return disk.realPath(dir);
    } catch {
      // Not there yet: it will be in its parent.
      const parent = path.dirname(dir);
      return parent === dir ? dir : path.join(real(parent), path.basename(dir));
    }
  };
  const store = real(storeDir);
  const why =
    path.dirname(root) === root
      ? "it is the root of a file system"
      : root === real(home)
        ? "it is your home folder"
        : isAtOrBelow(root, store)
          ? "it is part of Checkpoint's own store"
          : isAtOrBelow(store, root)
            ? `it holds Checkpoint's own store, ${store}`
            : null;
  if (why)
    throw new CheckpointError(
      "refused",
      `Checkpoint does not record ${root}: ${why}.`,
      {
        hint: isAtOrBelow(store, root)
          ? "Open a project folder inside it, or keep the store elsewhere (checkpoint.storagePath, --store)."
          : "Open a project folder instead.",
        data: { root },
      },
    );
}

function isAtOrBelow(dir: string, top: string): boolean {
  return dir === top || dir.startsWith(top + path.sep);
}

function checkRoot(disk: Disk, root: string, storeDir: string): void {
  if (!disk.lstat(storeDir)) return;
  const format = readFormat(disk, layoutOf(storeDir));
  if (!format || format.root === root) return;
  throw new CheckpointError(
    "wrong-root",
    `This history belongs to another folder: ${format.root}, not ${root}.`,
    {
      hint: "Nothing was changed. If the folder was moved, run “checkpoint adopt OLD-PATH” in it.",
      data: { root, recorded: format.root },
    },
  );
}
