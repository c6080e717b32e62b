import * as vscode from "vscode";
import { exactText } from "../../engine/model/exactText";

export const MERGE_SCHEME = "checkpoint-merge";

/**
 * An in-memory file system for conflicts being resolved. The merge editor reads its sides from here
 * and saves its result here, so that the workspace is not written until every path is resolved.
 */
export class MergeFileSystem implements vscode.FileSystemProvider {
  private readonly files = new Map<
    string,
    { bytes: Uint8Array; mtime: number; isSaved: boolean }
  >();
  private readonly changed = new vscode.EventEmitter<
    vscode.FileChangeEvent[]
  >();
  readonly onDidChangeFile = this.changed.event;

  /** Stores a text without counting as a save. */
  put(uri: vscode.Uri, text: string): void {
    this.files.set(uri.toString(), {
      bytes: new TextEncoder().encode(text),
      mtime: Date.now(),
      isSaved: false,
    });
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /**
   * Returns what was saved, byte for byte, including any byte order mark. Undefined until the user
   * saves: the initial text is not a decision.
   */
  savedText(uri: vscode.Uri): string | undefined {
    const file = this.files.get(uri.toString());
    return file?.isSaved ? exactText(file.bytes) : undefined;
  }

  clear(): void {
    this.files.clear();
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, mtime } = this.get(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: bytes.byteLength,
    };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.get(uri).bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    this.get(uri); // Only existing files can be saved here.
    const mtime = Date.now();
    this.files.set(uri.toString(), { bytes, mtime, isSaved: true });
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }
  createDirectory(): void {}
  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  private get(uri: vscode.Uri): { bytes: Uint8Array; mtime: number } {
    const file = this.files.get(uri.toString());
    if (!file) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }
}
