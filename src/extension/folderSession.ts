import type * as vscode from "vscode";
import { Emitter } from "../base/event";
import { DisposableList } from "../base/lifecycle";
import type { EngineEvent } from "../engine/api";
import { CheckpointError, type ErrorJson } from "../engine/model/errors";
import type { UnsavedText } from "../engine/model/restorePlan";
import type { EngineClient } from "../worker/client";
import type { EngineWorker } from "../worker/startWorker";
import type { Editors } from "./capture/captures";
import type { Guarded } from "./capture/guards";
import type { EditorListener } from "./capture/listenToEditors";
import { openEditors } from "./capture/openEditors";
import { Recording } from "./capture/recording";
import { systemTime, type Time } from "./capture/time";
import type { FolderSession, FolderState } from "./folders";
import { Health } from "./health";
import { LaterTries } from "./laterTries";
import { log } from "./log";
import { OverBudget } from "./overBudget";
import { relativePath } from "./relativePath";
import { SessionEngine } from "./sessionEngine";
import { onDidChangeSettings, settingsOf } from "./settings";
import type { GuardSettings, Settings } from "./settingsRules";
import { noLongerOpen, whyNotRecorded } from "./whyNotRecorded";

export interface SessionParts {
  worker: EngineWorker;
  /** The extension's own storage: where stores go unless the settings say else. */
  home: string;
  assetsDir: string;
  memory: vscode.Memento;
  isPaused: () => boolean;
  time?: Time;
}

/** States in which nothing is recorded and the engine answers nothing. */
const blocked: ReadonlySet<FolderState> = new Set([
  "refused",
  "over-budget",
  "unsupported",
  "failed",
]);

/** One workspace folder: its engine, its recording, and how both are doing. */
export class RecordedFolder implements FolderSession, EditorListener, Guarded {
  private readonly events = new Emitter<EngineEvent>(complain);
  private readonly states = new Emitter<void>(complain);
  private readonly disposables = new DisposableList();
  private readonly editors: Editors;
  private readonly health: Health;
  private readonly laterTries: LaterTries;
  private readonly overBudget: OverBudget;
  private readonly sessionEngine: SessionEngine;
  private settings: Settings;
  private standing: Exclude<FolderState, "paused"> = "starting";
  private trouble: ErrorJson | null = null;
  private recording: Recording | undefined;
  /** Raised by each start and stop: what an older turn still does is void. */
  private turn = 0;
  private isClosed = false;

  readonly onDidChange = this.events.event;
  readonly onDidChangeState = this.states.event;

  constructor(
    readonly folder: vscode.WorkspaceFolder,
    private readonly parts: SessionParts,
  ) {
    this.settings = settingsOf(folder);
    this.health = new Health(folder, () => this.states.fire());
    this.laterTries = new LaterTries(parts.time ?? systemTime, () =>
      this.run(this.retry()),
    );
    this.overBudget = new OverBudget(folder, parts.memory);
    this.sessionEngine = new SessionEngine(
      folder.uri.fsPath,
      this.onDidChange,
      () => (blocked.has(this.state) ? this.trouble : null),
    );
    this.editors = openEditors(
      (uri) => this.pathOf(uri),
      () => ({
        isOn: this.settings.captureUnsaved,
        limitBytes: this.settings.engine.maxFileSizeBytes,
      }),
    );
    this.disposables.add(
      onDidChangeSettings(folder, () => this.run(this.applySettings())),
    );
    this.disposables.add(
      parts.worker.onDidRestart(() => {
        if (this.recording) this.run(this.recording.rescan());
        else if (this.standing === "failed") this.run(this.retry());
      }),
    );
  }

  get engine(): EngineClient {
    return this.sessionEngine.client;
  }

  get state(): FolderState {
    const isPaused = this.standing === "ready" && this.parts.isPaused();
    return isPaused ? "paused" : this.standing;
  }

  get problem(): ErrorJson | null {
    const failure = this.recording?.recorder.problem;
    return this.trouble ?? failure?.toJSON() ?? this.health.problem;
  }

  get isBusy(): boolean {
    return this.standing === "starting" || !!this.recording?.recorder.isBusy;
  }

  get guards(): GuardSettings {
    return this.settings.guards;
  }

  pathOf(uri: vscode.Uri): string | undefined {
    if (uri.scheme !== this.folder.uri.scheme) return undefined;
    return relativePath(this.folder.uri.fsPath, uri.fsPath);
  }

  unsavedTexts(): UnsavedText[] {
    return this.editors.unsavedTexts();
  }

  willSave(path: string): void {
    this.recording?.recorder.willSave(path);
  }

  byEditor(path: string): void {
    this.recording?.recorder.byEditor(path);
  }

  textTouched(path: string): void {
    if (this.settings.captureUnsaved)
      this.recording?.recorder.textTouched(path);
  }

  async guard(name: string, paths?: readonly string[]): Promise<void> {
    await this.recording?.recorder.guard(name, paths);
  }

  async flush(): Promise<void> {
    await this.recording?.recorder.flush();
  }

  whileWriting<T>(work: () => Promise<T>): Promise<T> {
    return this.recording?.recorder.whileWriting(work) ?? work();
  }

  async consent(): Promise<void> {
    await this.overBudget.agree();
    await this.retry();
  }

  async retry(): Promise<void> {
    const turn = this.turn + 1;
    await this.stop();
    // Unless somebody else started it while the old engine was closing.
    if (turn === this.turn) await this.start();
  }

  forgetDamage(): void {
    this.health.forgetDamage();
  }

  applyPause(): void {
    this.recording?.applyPause();
    this.states.fire();
  }

  /** Opens the history and begins to record; what goes wrong is the state. */
  async start(): Promise<void> {
    if (this.isClosed) return; // A question was answered later than that.
    const turn = ++this.turn;
    this.settings = settingsOf(this.folder);
    const reason = whyNotRecorded(this.folder, this.settings.enabled);
    if (reason) return this.become(...reason);
    this.become("starting", null);
    const { settings } = this;
    try {
      const engine = await this.sessionEngine.open(this.open());
      if (turn !== this.turn) return await engine.close();
      const recording = (this.recording = this.record(engine, settings));
      // They may have changed while it was opening.
      await recording.applySettings(this.settings);
      await recording.begin();
      if (turn !== this.turn) return;
      this.laterTries.succeeded();
      this.become("ready", null);
    } catch (error) {
      if (turn === this.turn) this.fail(CheckpointError.from(error));
    }
  }

  /** Records what waits and lets go of the history. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.disposables.dispose();
    try {
      if (this.standing === "ready") await this.flush();
    } catch (error) {
      log.error("Could not record the last changes", error);
    }
    await this.stop();
    this.events.dispose();
    this.states.dispose();
  }

  /** The folder left the window: whoever holds on to it is told, and waits no longer. */
  async leave(): Promise<void> {
    const closing = this.close();
    this.become("refused", noLongerOpen(this.folder));
    await closing;
  }

  private async stop(): Promise<void> {
    this.turn++;
    this.laterTries.dispose();
    this.endRecording();
    await this.sessionEngine.close();
  }

  private endRecording(): void {
    this.recording?.dispose();
    this.recording = undefined;
  }

  private open(): Promise<EngineClient> {
    const { worker, home, assetsDir } = this.parts;
    const { storagePath, engine } = this.settings;
    return worker.open({
      root: this.folder.uri.fsPath,
      home: storagePath ?? home,
      isHomeChosen: storagePath !== null,
      assetsDir,
      settings: engine,
    });
  }

  private record(engine: EngineClient, settings: Settings): Recording {
    engine.onDidChange((event) => {
      this.health.hear(event);
      this.events.fire(event);
    });
    const recording = new Recording({
      folder: this.folder,
      engine,
      editors: this.editors,
      settings,
      memory: this.parts.memory,
      pathOf: (uri) => this.pathOf(uri),
      isPaused: () => this.parts.isPaused(),
      isForced: () => this.overBudget.isAgreed,
    });
    recording.recorder.onDidChange(() => this.states.fire());
    return recording;
  }

  private async applySettings(): Promise<void> {
    const before = this.settings;
    const now = settingsOf(this.folder);
    const isElsewhere = before.storagePath !== now.storagePath;
    // In a blocked state any setting may be the one that helps.
    if (
      isElsewhere ||
      before.enabled !== now.enabled ||
      blocked.has(this.state)
    )
      return this.retry();
    this.settings = now;
    await this.recording?.applySettings(now);
  }

  private fail(error: CheckpointError): void {
    if (error.code === "cancelled") return;
    log.warn(`Not recording ${this.folder.name}: ${error.message}`);
    this.endRecording();
    const isKnown = error.code === "refused" || error.code === "over-budget";
    this.become(isKnown ? error.code : "failed", error.toJSON());
    this.laterTries.failed(error);
    if (error.code === "over-budget") this.run(this.ask(error));
    else if (error.code !== "refused") log.error("Could not start", error);
  }

  private async ask(error: CheckpointError): Promise<void> {
    if (await this.overBudget.ask(error)) await this.consent();
  }

  private become(
    standing: Exclude<FolderState, "paused">,
    trouble: ErrorJson | null,
  ): void {
    this.standing = standing;
    this.trouble = trouble;
    this.states.fire();
  }

  private run(work: Promise<void>): void {
    work.catch(complain);
  }
}

function complain(error: unknown): void {
  if (!CheckpointError.is(error, "cancelled")) log.error("Unexpected", error);
}
