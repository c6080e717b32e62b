import type * as vscode from "vscode";
import type { Documents } from "../documents/registerDocuments";
import type { Folders } from "../folders";
import type { Views } from "../views/registerViews";

/** What a command may use. */
export interface CommandContext {
  extension: vscode.ExtensionContext;
  folders: Folders;
  documents: Documents;
  views: Views;
}

/** A command; what menus pass comes as it is, from the palette nothing does. */
export type Command = (
  context: CommandContext,
  ...args: unknown[]
) => Promise<unknown>;
