import * as vscode from "vscode";
import type { CommandContext } from "../commands/commandContext";
import type { FolderSession, Folders } from "../session/folders";
import { actHere } from "./actions";
import { openFollowedDiff } from "./followedDiff";
import { parsePlayhead, PLAYHEAD_KEY } from "./memory";
import type { OpensTimeMachine } from "./opensTimeMachine";
import { Playhead } from "./playhead";
import type { Action, FileKey } from "./protocol";
import { TimeMachineView, VIEW, type Deeds } from "./timeMachineView";

/** The playhead where it was before the window was reloaded. */
export function rememberedPlayhead(
  { workspaceState }: Pick<vscode.ExtensionContext, "workspaceState">,
  folders: Pick<Folders, "all">,
): Playhead {
  return new Playhead(folders, parsePlayhead(workspaceState.get(PLAYHEAD_KEY)));
}

/** The time machine: its view, and what its buttons do. */
export class TimeMachine implements OpensTimeMachine, Deeds, vscode.Disposable {
  private readonly view: TimeMachineView;
  private readonly registered: vscode.Disposable;
  private readonly context: CommandContext;

  constructor(
    extension: vscode.ExtensionContext,
    private readonly folders: Folders,
    readonly playhead: Playhead,
    parts: Pick<CommandContext, "documents" | "views" | "lineAuthors">,
  ) {
    this.context = { extension, folders, ...parts, timeMachine: this };
    this.view = new TimeMachineView(
      ...([extension, folders, playhead, parts.views.timeline, this] as const),
    );
    this.registered = vscode.window.registerWebviewViewProvider(
      VIEW,
      this.view,
    );
  }

  dispose(): void {
    this.registered.dispose();
    this.view.dispose();
  }

  async open(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW}.focus`);
  }

  async moveTo(session: FolderSession, moment: number): Promise<void> {
    const { at } = await session.engine.resolve(`@${moment}`);
    await this.playhead.move(
      { to: "time", atMs: Date.parse(at) },
      ...(["moment", {}] as const),
    );
    this.view.showMoved();
  }

  async choose(file: FileKey, isPinned: boolean): Promise<void> {
    const session = this.sessionOf(file);
    if (!session) return;
    const { playhead } = this;
    const { chosen, against } = playhead;
    const isSame = chosen?.folder === file.folder && chosen.path === file.path;
    if (!isSame) {
      playhead.chosen = { folder: file.folder, path: file.path, from: null };
      await playhead.findNames();
    }
    this.view.showChosen();
    await openFollowedDiff(session, file.path, against, isPinned);
  }

  act(action: Action, file: FileKey | null): Promise<void> {
    return actHere(this.context, this.playhead, action, file);
  }

  private sessionOf({ folder }: FileKey): FolderSession | undefined {
    return this.folders.all.find(
      (session) => session.folder.uri.toString() === folder,
    );
  }
}
