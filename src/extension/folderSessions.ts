import * as vscode from "vscode";
import { Emitter } from "../base/event";
import { DisposableList } from "../base/lifecycle";
import type { EngineEvent } from "../engine/api";
import { guardRiskyWork } from "./capture/guards";
import { listenToEditors } from "./capture/listenToEditors";
import { RecordedFolder, type SessionParts } from "./folderSession";
import type { Folders, FolderSession } from "./folders";
import { log } from "./log";

const PAUSED = "paused";

/** The folders of the window: one session each, coming and going with them. */
export class FolderSessions implements Folders {
  private readonly disposables = new DisposableList();
  private readonly changes = new Emitter<{
    session: FolderSession;
    event: EngineEvent;
  }>(complain);
  private readonly folderChanges = new Emitter<void>(complain);
  private sessions: RecordedFolder[] = [];
  private paused: boolean;

  readonly onDidChange = this.changes.event;
  readonly onDidChangeFolders = this.folderChanges.event;

  constructor(private readonly parts: Omit<SessionParts, "isPaused">) {
    this.paused = parts.memory.get(PAUSED, false);
    this.disposables.add(listenToEditors(() => this.sessions));
    this.disposables.add(guardRiskyWork(() => this.sessions));
    this.disposables.add(
      vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const folder of removed) void this.remove(folder);
        const sessions = added.map((folder) => this.add(folder));
        this.folderChanges.fire();
        for (const session of sessions) void session.start();
      }),
    );
    for (const folder of vscode.workspace.workspaceFolders ?? [])
      this.add(folder);
  }

  get all(): readonly FolderSession[] {
    return this.sessions;
  }

  /** The folder a file is in; of nested ones the innermost. */
  of(uri: vscode.Uri): FolderSession | undefined {
    const depth = ({ folder }: RecordedFolder) => folder.uri.path.length;
    return this.sessions
      .filter(
        (session) =>
          session.folder.uri.toString() === uri.toString() ||
          session.pathOf(uri) !== undefined,
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
    // For those who follow no session because there is none.
    if (this.sessions.length === 0) this.folderChanges.fire();
  }

  /** Begins to record; nothing was opened before. */
  start(): void {
    for (const session of this.sessions) void session.start();
  }

  /** Records what waits and closes every history. */
  async close(): Promise<void> {
    this.dispose();
    await Promise.all(this.sessions.map((session) => session.close()));
    await this.parts.worker.close();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private add(folder: vscode.WorkspaceFolder): RecordedFolder {
    const session = new RecordedFolder(folder, {
      ...this.parts,
      isPaused: () => this.paused,
    });
    session.onDidChange((event) => this.changes.fire({ session, event }));
    this.sessions = [...this.sessions, session];
    return session;
  }

  private async remove(folder: vscode.WorkspaceFolder): Promise<void> {
    const uri = folder.uri.toString();
    const gone = this.sessions.find(
      (session) => session.folder.uri.toString() === uri,
    );
    this.sessions = this.sessions.filter((session) => session !== gone);
    await gone?.leave();
  }
}

function complain(error: unknown): void {
  log.error("A listener failed", error);
}
