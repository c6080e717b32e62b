import { constants } from "node:fs";
import path from "node:path";
import type { Disk } from "../../base/disk";
import type { WorkspacePath } from "../model/workspacePath";
import { ancestorsOf, baseOf } from "../model/workspacePath";
import { smallFileReader } from "./gitState";
import type { Listing } from "./listings";

/**
 * Recognises Checkpoint's own data in a workspace folder: stores by their contents,
 * whatever they are named and whoever created them, and the folders that the host
 * passed in. None of it is recorded, written or deleted; otherwise restoring one
 * folder would roll back the history of another.
 */
export class OwnData {
  private readonly known: ReadonlySet<string>;
  /** Folders recognised so far. */
  private readonly found = new Set<string>();

  constructor(
    private readonly disk: Disk,
    private readonly root: string,
    /** Absolute paths with symlinks resolved. */
    folders: readonly string[],
  ) {
    this.known = new Set(
      folders
        .filter((folder) => folder.startsWith(root + path.sep))
        .map((folder) =>
          folder
            .slice(root.length + 1)
            .split(path.sep)
            .join("/"),
        ),
    );
  }

  /** True for such a folder itself; passing its listing saves reading the disk. */
  isFolder(folder: WorkspacePath, listing?: Listing): boolean {
    const isOne =
      this.known.has(folder) ||
      this.isStoreAt(folder, listing) ||
      (baseOf(folder) === "registry" && this.isRegistry(folder));
    if (isOne) this.found.add(folder);
    else this.found.delete(folder);
    return isOne;
  }

  /**
   * The folder of Checkpoint's data that contains a path. The disk is read only for
   * folders in which the next name of the path is one that such a folder has.
   */
  folderOf(path: WorkspacePath): WorkspacePath | null {
    for (const folder of ancestorsOf(path)) {
      const start = folder.length + 1;
      const next = path.indexOf("/", start);
      const name = path.slice(start, next < 0 ? undefined : next);
      const isLikely =
        NAMES.test(name) || this.known.has(folder) || this.found.has(folder);
      if (isLikely && this.isFolder(folder)) return folder;
    }
    return null;
  }

  /** Called for every folder of a scan; the names in it rule out nearly all of them. */
  private isStoreAt(folder: string, listing: Listing | undefined): boolean {
    if (listing && !MARKED.some((one) => isListed(listing, one.folder)))
      return false;
    return isStore(this.disk, path.join(this.root, folder), listing);
  }

  /** The registry maps folders to stores: one file per entry, named after both. */
  private isRegistry(folder: string): boolean {
    const absolute = path.join(this.root, folder);
    const name = namesIn(this.disk, absolute).find((one) => ENTRY.test(one));
    if (name === undefined) return false;
    const entry = parsed(this.disk, path.join(absolute, name));
    return (
      typeof entry?.["root"] === "string" &&
      typeof entry["storeDir"] === "string"
    );
  }
}

const ENTRY = /-[0-9a-f]{16}\.json$/;

/** Names of the entries of a store or a registry. */
const NAMES =
  /^(?:format\.json|restore\.log|lock.*|journal|packs|index|.*\.tmp|.*-[0-9a-f]{16}\.json)$/;

/** Files of a store that are recognised by their first bytes: FORMAT.md. */
const MARKED = [
  { folder: "journal", name: /^\d+\.log$/, mark: "CKJ1" },
  { folder: "packs", name: /^\d+\.pack$/, mark: "CKP1" },
];

/** True for the folder of a store, even if damage has destroyed its format file. */
export function isStore(
  disk: Disk,
  absolute: string,
  listing?: Listing,
): boolean {
  const folders = MARKED.filter(({ folder }) =>
    listing
      ? isListed(listing, folder)
      : isThere(disk, path.join(absolute, folder)),
  );
  if (folders.length === 0) return false;
  if (isFormat(parsed(disk, path.join(absolute, "format.json")))) return true;
  return folders.some(({ folder, name, mark }) => {
    const inside = path.join(absolute, folder);
    const file = namesIn(disk, inside).find((one) => name.test(one));
    return (
      file !== undefined && beginsWith(disk, path.join(inside, file), mark)
    );
  });
}

function isListed({ folders, files }: Listing, name: string): boolean {
  return folders.includes(name) || files.includes(name);
}

/** The folder that would be a store if this path were one of its files. */
export function storeFolderOf(path: WorkspacePath): WorkspacePath | null {
  const folder = STORE_FILE.exec(path)?.[1];
  if (folder === undefined) return null;
  return ancestorsOf(path).find((above) => above === folder) ?? null;
}

const STORE_FILE =
  /^(.+)\/(?:format\.json|restore\.log|lock[^/]*|(?:journal|packs|index)\/[^/]+|[^/]+\.tmp)$/;

/**
 * True for the content of a format file; in later formats only the number is
 * guaranteed.
 */
export function isFormat(value: Record<string, unknown> | null): boolean {
  const format = value?.["format"];
  return (
    Number.isInteger(format) &&
    (typeof value?.["store"] === "string" || (format as number) > 1)
  );
}

export function parseObject(
  bytes: Uint8Array | null,
): Record<string, unknown> | null {
  try {
    const text = Buffer.from(bytes ?? []).toString("utf8");
    const value: unknown = JSON.parse(text);
    return typeof value === "object"
      ? (value as Record<string, unknown> | null)
      : null;
  } catch {
    return null;
  }
}

function parsed(disk: Disk, file: string): Record<string, unknown> | null {
  return parseObject(smallFileReader(disk)(file, 64 * 1024));
}

function isThere(disk: Disk, file: string): boolean {
  try {
    return disk.lstat(file) !== null;
  } catch {
    return false; // in a folder that cannot be entered
  }
}

function namesIn(disk: Disk, folder: string): string[] {
  try {
    return disk.readFolder(folder).map(({ name }) => name);
  } catch {
    return [];
  }
}

function beginsWith(disk: Disk, file: string, mark: string): boolean {
  let fd: number | undefined;
  try {
    fd = disk.open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const bytes = Buffer.alloc(mark.length);
    return (
      disk.read(fd, bytes, 0) === bytes.length &&
      bytes.toString("latin1") === mark
    );
  } catch {
    return false;
  } finally {
    if (fd !== undefined) disk.close(fd);
  }
}
