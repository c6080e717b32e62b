import fs from "node:fs/promises";
import type * as vscode from "vscode";
import { relativePath } from "./relativePath";

/** The paths of one folder in the window: its own, and those of links to it. */
export class FolderRoots {
  private uris: readonly vscode.Uri[];

  constructor(private readonly own: vscode.Uri) {
    this.uris = [own];
  }

  /** True if a path leads to this folder, through any links. */
  async isSame(uri: vscode.Uri): Promise<boolean> {
    if (uri.scheme !== this.own.scheme) return false;
    return (await realPath(uri)) === (await realPath(this.own));
  }

  add(uri: vscode.Uri): void {
    this.uris = [...this.uris, uri];
  }

  remove(uri: vscode.Uri): void {
    this.uris = this.uris.filter((each) => each.toString() !== uri.toString());
  }

  /** True for the folder itself, by any of its paths. */
  has(uri: vscode.Uri): boolean {
    return this.uris.some((each) => each.toString() === uri.toString());
  }

  /** Returns the path of a file in this folder, with `/` between names; undefined if it is outside. */
  pathOf(uri: vscode.Uri): string | undefined {
    if (uri.scheme !== this.own.scheme) return undefined;
    for (const root of this.uris) {
      const path = relativePath(root.fsPath, uri.fsPath);
      if (path !== undefined) return path;
    }
    return undefined;
  }
}

async function realPath({ fsPath }: vscode.Uri): Promise<string> {
  try {
    return await fs.realpath(fsPath);
  } catch {
    return fsPath; // It is gone or unreadable; opening it will report that.
  }
}
