import * as vscode from "vscode";
import { Emitter } from "../../base/event";
import { DisposableList } from "../../base/lifecycle";
import type { EngineEvent } from "../../engine/api";
import { guardRiskyWork } from "../recording/guards";
import { listenToEditors } from "../recording/listenToEditors";
import { watchFormatters } from "../recording/watchFormatters";
import { RecordedFolder, type SessionParts } from "./recordedFolder";
import type { Folders, FolderSession } from "./folders";
import { watchChecks } from "../verdicts/watchChecks";
import { watchDiagnostics } from "../verdicts/watchDiagnostics";
import { log } from "../log";

const PAUSED = "paused";

/** The window's folders, one session each, added and removed as they change. */
export class FolderSessions implements Folders {
  private readonly disposables = new DisposableList();
  private readonly changes = new Emitter<{
    session: FolderSession;
    event: EngineEvent;
  }>(complain);
  private readonly folderChanges = new Emitter<void>(complain);
  private sessions: RecordedFolder[] = [];
  /** Folders that are links to the folder of a session. */
  private links: { folder: vscode.WorkspaceFolder; to: RecordedFolder }[] = [];
  private paused: boolean;
  private isStarted = false;
  private isClosed = false;
  /** Changes to the folders are handled one at a time, because resolving links is asynchronous. */
  private turns: Promise<void> = Promise.resolve();

  readonly onDidChange = this.changes.event;
  readonly onDidChangeFolders = this.folderChanges.event;

  constructor(private readonly parts: Omit<SessionParts, "isPaused">) {
    this.paused = parts.memory.get(PAUSED, false);
    this.disposables.add(listenToEditors(() => this.sessions));
    this.disposables.add(watchFormatters(() => this.sessions));
    this.disposables.add(guardRiskyWork(() => this.sessions));
    this.disposables.add(watchChecks(() => this.sessions));
    this.disposables.add(watchDiagnostics(() => this.sessions));
    this.disposables.add(
      vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) =>
        this.change(added, removed),
      ),
    );
    // The first folder cannot be a link to an earlier one, so the views can show it immediately.
    const [first, ...others] = vscode.workspace.workspaceFolders ?? [];
    if (first) this.open(first);
    if (others.length > 0) this.change(others, []);
  }

  get whenAdded(): Promise<void> {
    return this.turns;
  }

  get all(): readonly FolderSession[] {
    return this.sessions;
  }

  /** Returns the folder that contains a file, the innermost if they are nested. */
  of(uri: vscode.Uri): FolderSession | undefined {
    const depth = ({ folder }: RecordedFolder) => folder.uri.path.length;
    return this.sessions
      .filter(
        (session) =>
          session.roots.has(uri) || session.pathOf(uri) !== undefined,
      )
      .sort((a, b) => depth(b) - depth(a))[0];
  }

  get isPaused(): boolean {
    return this.paused;
  }

  setPaused(paused: boolean): void {
    this.paused = paused;
    void this.parts.memory.update(PAUSED, paused);
    for (const session of this.sessions) session.applyPause();
    // For listeners that have no session to follow.
    if (this.sessions.length === 0) this.folderChanges.fire();
  }

  /** Starts recording; nothing was opened before. */
  start(): void {
    this.isStarted = true;
    for (const session of this.sessions) void session.start();
  }

  /** Records pending changes and closes every history. */
  async close(): Promise<void> {
    this.dispose();
    await Promise.all(this.sessions.map((session) => session.close()));
    await this.parts.worker.close();
  }

  dispose(): void {
    this.isClosed = true;
    this.disposables.dispose();
  }

  private change(
    added: readonly vscode.WorkspaceFolder[],
    removed: readonly vscode.WorkspaceFolder[],
  ): void {
    this.turns = this.turns
      .then(async () => {
        const again = removed.flatMap((folder) => this.remove(folder));
        for (const folder of [...again, ...added]) await this.add(folder);
        this.folderChanges.fire();
      })
      .catch(complain);
  }

  /**
   * Opens a folder. A link to a folder that is already open gets no session: there is one history,
   * and its files are found under both paths.
   */
  private async add(folder: vscode.WorkspaceFolder): Promise<void> {
    for (const session of this.sessions) {
      if (!(await session.roots.isSame(folder.uri))) continue;
      const { name } = session.folder;
      log.info(`${folder.name} is ${name}, opened through a link`);
      session.roots.add(folder.uri);
      this.links.push({ folder, to: session });
      return;
    }
    if (!this.isClosed) this.open(folder);
  }

  private open(folder: vscode.WorkspaceFolder): void {
    const session = new RecordedFolder(folder, {
      ...this.parts,
      isPaused: () => this.paused,
    });
    session.onDidChange((event) => this.changes.fire({ session, event }));
    this.sessions = [...this.sessions, session];
    if (this.isStarted) void session.start();
  }

  /** Returns the remaining folders that were only links to this one. */
  private remove(folder: vscode.WorkspaceFolder): vscode.WorkspaceFolder[] {
    const isIt = (each: { folder: vscode.WorkspaceFolder }): boolean =>
      each.folder.uri.toString() === folder.uri.toString();
    this.links.find(isIt)?.to.roots.remove(folder.uri);
    this.links = this.links.filter((link) => !isIt(link));
    const gone = this.sessions.find(isIt);
    if (!gone) return [];
    const left = this.links.filter(({ to }) => to === gone);
    this.links = this.links.filter(({ to }) => to !== gone);
    this.sessions = this.sessions.filter((session) => session !== gone);
    void gone.leave();
    return left.map((link) => link.folder);
  }
}

function complain(error: unknown): void {
  log.error("A listener failed", error);
}
