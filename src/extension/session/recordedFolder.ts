import type * as vscode from "vscode";
import { Emitter } from "../../base/event";
import { DisposableList } from "../../base/lifecycle";
import type { EngineEvent } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import type { SpokenError } from "../../wording/errors";
import type { UnsavedText } from "../../engine/model/restorePlan";
import type { Call, EngineClient } from "../../worker/client";
import type { EngineWorker } from "../../worker/startWorker";
import type { Editors } from "../recording/captures";
import type { Guarded } from "../recording/guards";
import type { EditedFolder } from "../recording/editedFolders";
import { openEditors } from "../recording/openEditors";
import { HeldUnsaved } from "../recording/heldUnsaved";
import type { Recorder } from "../recording/recorder";
import { Recording } from "../recording/recording";
import { systemTime, type Time } from "../../base/time";
import type { CheckSettings } from "../../engine/model/settings";
import { FolderRoots } from "./folderRoots";
import type { FolderSession, FolderState } from "./folders";
import { Health } from "./health";
import { RetryBackoff } from "./retryBackoff";
import { log } from "../log";
import { OverBudget } from "./overBudget";
import { SessionEngine } from "./sessionEngine";
import { onDidChangeSettings, settingsOf } from "../settings/settings";
import type { GuardSettings, Settings } from "../settings/settingsRules";
import { waitShowingHolder } from "./waitShowingHolder";
import { noLongerOpen, whyNotRecorded } from "./whyFolderNotRecorded";
import { spoken } from "../../wording/errors";
import { voice } from "../text/voice";

export interface SessionParts {
  worker: EngineWorker;
  /** The extension's own storage: the default location of stores. */
  home: string;
  assetsDir: string;
  memory: vscode.Memento;
  isPaused: () => boolean;
  time?: Time;
}

/** States in which nothing is recorded and the engine does not answer. */
const blocked: ReadonlySet<FolderState> = new Set([
  "refused",
  "over-budget",
  "unsupported",
  "failed",
]);

/** One workspace folder: its engine, its recording and their state. */
export class RecordedFolder implements FolderSession, EditedFolder, Guarded {
  private readonly events = new Emitter<EngineEvent>(complain);
  private readonly states = new Emitter<void>(complain);
  private readonly disposables = new DisposableList();
  private readonly editors: Editors;
  private readonly health: Health;
  private readonly laterTries: RetryBackoff;
  private readonly overBudget: OverBudget;
  private readonly sessionEngine: SessionEngine;
  private settings: Settings;
  private standing: Exclude<FolderState, "paused"> = "starting";
  private trouble: SpokenError | null = null;
  private recording: Recording | undefined;
  /** Incremented by each start and stop, so that results of an earlier one are ignored. */
  private turn = 0;
  private isClosed = false;

  readonly roots: FolderRoots;

  readonly onDidChange = this.events.event;
  readonly onDidChangeState = this.states.event;

  constructor(
    readonly folder: vscode.WorkspaceFolder,
    private readonly parts: SessionParts,
  ) {
    this.settings = settingsOf(folder);
    this.roots = new FolderRoots(folder.uri);
    this.health = new Health(folder, () => this.states.fire());
    this.laterTries = new RetryBackoff(parts.time ?? systemTime, () =>
      this.run(this.retry()),
    );
    this.overBudget = new OverBudget(folder, parts.memory);
    this.sessionEngine = new SessionEngine(
      folder.uri.fsPath,
      this.onDidChange,
      () => (blocked.has(this.state) ? this.trouble : null),
    );
    this.editors = openEditors(this, () => ({
      isOn: this.settings.captureUnsaved,
      limitBytes: this.settings.engine.maxFileSizeBytes,
    }));
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

  get problem(): SpokenError | null {
    const failure = this.recorder?.problem;
    return (
      this.trouble ?? (failure ? spoken(failure, voice) : this.health.problem)
    );
  }

  get isBusy(): boolean {
    return this.standing === "starting" || !!this.recorder?.isBusy;
  }

  /** The recorder; undefined while nothing is recorded. */
  get recorder(): Recorder | undefined {
    return this.recording?.recorder;
  }

  get guards(): GuardSettings {
    return this.settings.guards;
  }

  get checks(): CheckSettings {
    return this.settings.engine.checks;
  }

  get recordsDiagnostics(): boolean {
    return this.settings.diagnostics;
  }

  pathOf(uri: vscode.Uri): string | undefined {
    return this.roots.pathOf(uri);
  }

  unsavedTexts(): UnsavedText[] {
    return this.editors.unsavedTexts();
  }

  async flush(call?: Call): Promise<void> {
    const flushing = this.recorder?.flush();
    await (flushing && call
      ? waitShowingHolder(flushing, call, {
          holder: () => this.health.holder,
          onDidChange: this.onDidChangeState,
        })
      : flushing);
  }

  whileWriting<T>(work: () => Promise<T>): Promise<T> {
    return this.recorder?.whileWriting(work) ?? work();
  }

  async consent(): Promise<void> {
    await this.overBudget.agree();
    await this.retry();
  }

  async retry(): Promise<void> {
    const turn = this.turn + 1;
    await this.stop();
    // Unless it was started again while the old engine was closing.
    if (turn === this.turn) await this.start();
  }

  forgetDamage(): void {
    this.health.forgetDamage();
  }

  applyPause(): void {
    this.recording?.applyPause();
    this.states.fire();
  }

  /** Opens the history and starts recording; failures become the folder's state. */
  async start(): Promise<void> {
    if (this.isClosed) return; // A question was answered after the session was closed.
    const turn = ++this.turn;
    this.settings = settingsOf(this.folder);
    const reason = whyNotRecorded(
      this.folder,
      this.settings.enabled,
      this.parts.home,
    );
    if (reason) return this.become(...reason);
    this.become("starting", null);
    const { settings } = this;
    try {
      const { home } = this.parts;
      const reading = HeldUnsaved.open(home, this.folder.uri.toString());
      // Hand over the promise now, so that calls made meanwhile wait. Nothing is awaited between
      // opening and `record`, which must not miss an event.
      const engine = await this.sessionEngine.open(
        reading.then(() => this.open()),
      );
      const held = await reading;
      if (turn !== this.turn) return await engine.close();
      const recording = (this.recording = this.record(engine, held, settings));
      // The settings may have changed while it was opening.
      await recording.applySettings(this.settings);
      await recording.begin();
      if (turn !== this.turn) return;
      this.laterTries.succeeded();
      this.become("ready", null);
    } catch (error) {
      if (turn === this.turn) this.fail(CheckpointError.from(error));
    }
  }

  /** Records pending changes and closes the history. */
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

  /** The folder left the window: pending callers are notified and stop waiting. */
  async leave(): Promise<void> {
    const closing = this.close();
    this.become("refused", noLongerOpen(this.folder));
    await closing;
  }

  private async stop(): Promise<void> {
    this.turn++;
    this.laterTries.dispose();
    this.health.stopWaiting();
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
      // Reads are still answered, and the status bar shows what it waits for.
      waitMs: 10 * 60_000,
    });
  }

  private record(
    engine: EngineClient,
    held: HeldUnsaved,
    settings: Settings,
  ): Recording {
    engine.onDidChange((event) => {
      this.health.hear(event);
      this.events.fire(event);
    });
    const recording = new Recording({
      folder: this.folder,
      engine,
      editors: this.editors,
      settings,
      held,
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
    // In a blocked state any changed setting may resolve the problem.
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
    const problem = spoken(error, voice);
    log.warn(`Not recording ${this.folder.name}: ${problem.message}`);
    this.endRecording();
    const isKnown = error.code === "refused" || error.code === "over-budget";
    this.become(isKnown ? error.code : "failed", problem);
    this.laterTries.failed(error);
    if (error.code === "over-budget") this.run(this.ask(error));
    else if (error.code !== "refused") log.error("Could not start", error);
  }

  private async ask(error: CheckpointError): Promise<void> {
    if (await this.overBudget.ask(error)) await this.consent();
  }

  private become(
    standing: Exclude<FolderState, "paused">,
    trouble: SpokenError | null,
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
