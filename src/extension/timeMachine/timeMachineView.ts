import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { DisposableList } from "../../base/lifecycle";
import type { Folders } from "../session/folders";
import { showError } from "../showError";
import { describeFilter, type TimelineFilter } from "../timeline/filter";
import { onDidChangeStates } from "../timeline/recorded";
import { Conversation } from "./conversation";
import { timeMachinePage } from "./page";
import { parseKept, parseRequest } from "./parseRequest";
import type { Playhead } from "./playhead";
import type {
  Action,
  Around,
  Event,
  FileKey,
  Kept,
  Question,
  Request,
} from "./protocol";
import { USUAL_SPEED } from "./speeds";
import { KEPT_KEY, PLAYHEAD_KEY } from "./memory";

export const VIEW = "checkpoint.timeMachine";
/** Events that arrive within this time are sent to the page as one. */
const GATHER_MS = 150;
const USUAL: Kept = {
  ...{ range: "all", step: "moment", speed: USUAL_SPEED, isTable: false },
};

/** What the page shares with other views. */
export interface SharedFilter {
  readonly filter: TimelineFilter;
  readonly onDidFilter: vscode.Event<void>;
}

/** What a click on the page does, besides asking. */
export interface Deeds {
  choose(file: FileKey, isPinned: boolean): Promise<void>;
  act(action: Action, file: FileKey | null): Promise<void>;
}

/** The view with the strip of time: it serves the page, and writes nothing itself. */
export class TimeMachineView
  implements vscode.WebviewViewProvider, vscode.Disposable
{
  private readonly disposables = new DisposableList();
  private readonly conversation: Conversation;
  private view: vscode.WebviewView | undefined;
  private kept: Kept;
  private changing: NodeJS.Timeout | undefined;
  private hasMoved = false;
  private lastKept = "";

  constructor(
    private readonly extension: vscode.ExtensionContext,
    private readonly folders: Folders,
    private readonly playhead: Playhead,
    private readonly shared: SharedFilter,
    private readonly deeds: Deeds,
  ) {
    const memory = extension.workspaceState;
    this.kept = parseKept(memory.get(KEPT_KEY)) ?? USUAL;
    this.conversation = new Conversation({
      ...{ folders, playhead },
      filter: () => shared.filter,
      step: () => this.kept.step,
      post: (event) => this.post(event),
    });
    const tell = () => this.tellLater();
    this.disposables.add(folders.onDidChange(tell));
    this.disposables.add(onDidChangeStates(folders, tell));
    this.disposables.add(shared.onDidFilter(tell));
    this.disposables.add({ dispose: () => clearTimeout(this.changing) });
  }

  dispose(): void {
    this.disposables.dispose();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    const dist = vscode.Uri.joinPath(this.extension.extensionUri, "dist");
    const { webview } = view;
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const at = (file: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
    webview.onDidReceiveMessage((said: unknown) => {
      const request = parseRequest(said);
      if (request)
        this.take(request).catch((error: unknown) => void showError(error));
    });
    view.onDidDispose(() => {
      if (this.view === view) this.view = undefined;
    });
    webview.html = timeMachinePage({
      ...{ script: at("timeMachine.js"), style: at("timeMachine.style.css") },
      source: webview.cspSource,
      nonce: randomBytes(16).toString("hex"),
      language: vscode.env.language,
    });
  }

  /** Tells the page that the playhead was moved elsewhere: by a command. */
  showMoved(): void {
    this.hasMoved = true;
    this.tellLater();
  }

  /** Tells the page which file the editor now compares. */
  showChosen(): void {
    this.post({ type: "chosen", file: this.playhead.chosen });
  }

  private async take(request: Request): Promise<void> {
    switch (request.type) {
      case "ready":
        return this.begin();
      case "ask":
        await this.conversation.answer(request.id, request.question);
        return isPlace(request.question) ? this.remember() : undefined;
      case "cancel":
        return this.conversation.cancel(request.id);
      case "choose":
        await this.deeds.choose(request.file, request.isPinned);
        return this.remember();
      case "act":
        return this.deeds.act(request.action, request.file);
      case "against":
        this.playhead.against = request.against;
        if (this.playhead.chosen)
          await this.deeds.choose(this.playhead.chosen, false);
        return this.remember();
      case "keep":
        this.kept = request.kept;
        await this.extension.workspaceState.update(KEPT_KEY, request.kept);
    }
  }

  private begin(): void {
    const { playhead, kept } = this;
    this.post({
      type: "begin",
      begin: {
        language: vscode.env.language,
        words: vscode.l10n.bundle ?? null,
        ...{ kept, against: playhead.against, chosen: playhead.chosen },
        around: this.around(),
      },
    });
  }

  private around(): Around {
    const filter = describeFilter(this.shared.filter);
    const failed = this.folders.all.find(({ problem }) => problem !== null);
    return { filter, problem: failed?.problem?.message ?? null };
  }

  private tellLater(): void {
    this.changing ??= setTimeout(() => {
      this.changing = undefined;
      const { hasMoved } = this;
      this.hasMoved = false;
      this.post({ type: "changed", now: this.around(), hasMoved });
    }, GATHER_MS);
  }

  private post(event: Event): void {
    void this.view?.webview.postMessage(event);
  }

  /**
   * Keeps the place of the playhead at once, so that it and the documents that follow it are right
   * after a reload.
   */
  private async remember(): Promise<void> {
    const { kept } = this.playhead;
    const text = JSON.stringify(kept);
    if (text === this.lastKept) return;
    this.lastKept = text;
    await this.extension.workspaceState.update(PLAYHEAD_KEY, kept);
  }
}

/** True where the playhead was put somewhere; while it is dragged or plays, it is not yet. */
function isPlace(question: Question): boolean {
  return question.type === "move" && !question.isHeld;
}
