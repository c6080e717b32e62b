import type * as vscode from "vscode";
import type { Documents } from "../documents/registerDocuments";
import type { Folders } from "../session/folders";
import type { LineAuthors } from "../lineAuthors/lineAuthors";
import type { Views } from "../timeline/registerViews";
import type { OpensTimeMachine } from "../timeMachine/opensTimeMachine";

/** What a command can use. */
export interface CommandContext {
  extension: vscode.ExtensionContext;
  folders: Folders;
  documents: Documents;
  views: Views;
  lineAuthors: LineAuthors;
  timeMachine: OpensTimeMachine;
}

/** A command. Menus pass their arguments; the palette passes none. */
export type Command = (
  context: CommandContext,
  ...args: unknown[]
) => Promise<unknown>;
