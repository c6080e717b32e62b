import * as vscode from "vscode";

const SCHEME = "checkpoint-more";

/** The views whose last row stands for what is not loaded yet. */
export type Paged = "timeline" | "history";

/** A uri for such a row; another for each page, or it is asked for once only. */
export function moreUri(view: Paged, page: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, authority: view, path: "/" + page });
}

/**
 * Loads the next page when the last row comes into sight. A tree says nothing of
 * scrolling, but the editor asks for the decoration of a row when it draws it.
 */
export class MoreInSight implements vscode.FileDecorationProvider {
  constructor(
    private readonly load: Record<Paged, (page: string) => unknown>,
  ) {}

  provideFileDecoration(uri: vscode.Uri): undefined {
    if (uri.scheme !== SCHEME) return;
    // Not at once: the tree must not change while a row of it is drawn.
    setTimeout(() => this.load[uri.authority as Paged]?.(uri.path.slice(1)), 0);
  }
}
