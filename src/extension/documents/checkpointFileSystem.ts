import { createHash } from "node:crypto";
import * as vscode from "vscode";
import type { Event } from "../../base/event";
import { CheckpointError } from "../../engine/model/errors";
import type { FolderSession, Folders } from "../session/folders";
import type { Address } from "./address";
import { BytesCache } from "./bytesCache";
import { fileUri, folderKey, fromUri } from "./checkpointUri";
import { withUtf8Mark } from "./utf8Mark";
import { spoken } from "../../wording/errors";
import { voice } from "../text/voice";

const CACHE_BYTES = 32 * 1024 * 1024;
const none = new Uint8Array();

/** The documents that follow the time machine's playhead, the only ones that change. */
export interface FollowingDocuments {
  read(
    uri: vscode.Uri,
    session: FolderSession,
    address: Address & { show: "playhead" },
  ): Promise<Uint8Array>;
  /** Increases whenever the content changed. */
  timeOf(uri: vscode.Uri): number;
  readonly onDidChange: Event<vscode.Uri[]>;
}

/**
 * Recorded files as a read-only file system, so that anything that opens files on disk (text in any
 * encoding, images, hex editors) can open these too.
 */
export class CheckpointFileSystem implements vscode.FileSystemProvider {
  private readonly cache = new BytesCache(CACHE_BYTES);
  private readonly changed = new vscode.EventEmitter<
    vscode.FileChangeEvent[]
  >();
  readonly onDidChangeFile = this.changed.event;

  constructor(
    private readonly folders: Folders,
    private readonly following: FollowingDocuments,
  ) {
    following.onDidChange((uris) =>
      this.changed.fire(
        uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })),
      ),
    );
  }

  /** What changes says so by itself. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const bytes = await this.readFile(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: await this.timeOf(uri),
      size: bytes.byteLength,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { address, session } = this.find(uri);
    if (address.show === "nothing" || !session) return none;
    if (address.show === "playhead")
      return this.following.read(uri, session, address);
    try {
      const bytes = await this.cache.get(uri.toString(), () =>
        read(session, address),
      );
      return isUnsaved(address) && !isTakenForUtf8(uri)
        ? withUtf8Mark(bytes)
        : bytes;
    } catch (error) {
      throw asFileError(uri, error);
    }
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  private async timeOf(uri: vscode.Uri): Promise<number> {
    const { address, session } = this.find(uri);
    if (address.show === "playhead") return this.following.timeOf(uri);
    if (address.show !== "point" || !session) return 0;
    const { ref, path, layer } = address;
    try {
      return Date.parse((await session.engine.resolve(ref, path, layer)).at);
    } catch (error) {
      throw asFileError(uri, error);
    }
  }

  private find(uri: vscode.Uri): {
    address: Address;
    session: FolderSession | undefined;
  } {
    const address = fromUri(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const session = this.folders.all.find(
      (each) => folderKey(each) === address.folder,
    );
    if (!session && address.show !== "nothing")
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t("The folder of this file is no longer open."),
      );
    return { address, session };
  }
}

function read(
  session: FolderSession,
  address: Exclude<Address, { show: "playhead" }>,
): Promise<Uint8Array> {
  switch (address.show) {
    case "point":
      return session.engine.read(address.ref, address.path, address.layer);
    case "content":
      return readContent(session, address.path, address.hash);
    case "nothing":
      return Promise.resolve(none);
  }
}

/** Unsaved text is stored as UTF-8, whatever the encoding of its file. */
function isUnsaved(address: Address): boolean {
  return address.show === "point" && address.layer === "unsaved";
}

/** True if the editor assumes UTF-8 for files without a declared encoding. */
function isTakenForUtf8(uri: vscode.Uri): boolean {
  const files = vscode.workspace.getConfiguration("files", uri);
  const languages = files.inspect("encoding")?.languageIds ?? [];
  return (
    files.get("encoding") === "utf8" &&
    files.get("autoGuessEncoding") !== true &&
    languages.length === 0
  );
}

/**
 * A preview also shows the current files, which may not be recorded yet. Then the file's own bytes
 * are used, if they still are what the preview was made from.
 */
async function readContent(
  session: FolderSession,
  path: string,
  hash: string,
): Promise<Uint8Array> {
  try {
    return await session.engine.readContent(hash);
  } catch (error) {
    if (!CheckpointError.is(error, "not-found")) throw error;
    const bytes = await vscode.workspace.fs.readFile(fileUri(session, path));
    if (createHash("sha256").update(bytes).digest("hex") === hash) return bytes;
    throw error;
  }
}

function asFileError(uri: vscode.Uri, error: unknown): vscode.FileSystemError {
  const problem = spoken(error, voice);
  return problem.code === "not-found"
    ? vscode.FileSystemError.FileNotFound(uri)
    : vscode.FileSystemError.Unavailable(problem.message);
}
