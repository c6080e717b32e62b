import * as vscode from "vscode";
import { DisposableList, type Disposable } from "../../base/lifecycle";
import { CheckpointError } from "../../engine/model/errors";
import type { EngineClient } from "../../worker/client";
import { log } from "../log";
import type { Settings } from "../settingsRules";
import type { Editors } from "./captures";
import { GitFollower } from "./gitFollower";
import { HeldUnsaved } from "./heldUnsaved";
import { quickExclude } from "./quickExclude";
import { Recorder } from "./recorder";
import { scheduleRescans } from "./rescans";
import { keepTidy } from "./tidying";
import { systemTime } from "./time";
import { watchFolder, watchHead } from "./watchFolder";

export interface RecordingParts {
  folder: vscode.WorkspaceFolder;
  engine: EngineClient;
  editors: Editors;
  settings: Settings;
  memory: vscode.Memento;
  pathOf(uri: vscode.Uri): string | undefined;
  isPaused(): boolean;
  /** True when recording the folder was agreed to although it is large. */
  isForced(): boolean;
}

/** A folder whose engine is open, being watched and recorded until disposed. */
export class Recording implements Disposable {
  readonly recorder: Recorder;
  private readonly disposables = new DisposableList();
  private readonly git: GitFollower;
  private readonly ending = new AbortController();
  private settings: Settings;
  private isExcluded: (path: string) => boolean = () => false;

  constructor(private readonly parts: RecordingParts) {
    const { engine, editors, folder, memory } = parts;
    const held = new HeldUnsaved(memory, folder.uri.toString());
    this.settings = parts.settings;
    this.git = new GitFollower(folder.uri.fsPath);
    this.recorder = new Recorder({
      engine,
      editors,
      git: this.git,
      time: systemTime,
      log,
      isForced: () => parts.isForced(),
      signal: this.ending.signal,
      rules: this.rules(),
      guardsGit: () => this.settings.guards.branchSwitch,
      heldUnsaved: held.left(),
      onHeldUnsaved: (paths) => held.keep(paths),
    });
    this.disposables.add(this.recorder);
    this.disposables.add(
      engine.onDidChange((event) => this.recorder.noteEvent(event)),
    );
    // From before the first look on: what changes meanwhile is looked at again.
    this.disposables.add(
      watchFolder(folder, {
        pathOf: (uri) => parts.pathOf(uri),
        onDisk: (path) => {
          if (!this.isExcluded(path)) this.recorder.onDisk(path);
        },
        headMoved: () => this.recorder.headMoved(),
      }),
    );
    this.useSettings(parts.settings);
  }

  /**
   * Records the folder as it is found, and names that moment. When the disk is full,
   * say, what is held can be looked at all the same, and the recorder tries again.
   */
  async begin(): Promise<void> {
    await this.git.look();
    this.watchDistantHead();
    try {
      await this.recorder.rescan();
      await this.checkpointSession();
    } catch (error) {
      if (isFinal(error)) throw error;
      log.error("Could not record the folder as it was found", error);
    }
    this.disposables.add(scheduleRescans(() => this.rescan()));
    this.disposables.add(keepTidy(this.parts.engine, systemTime, log));
  }

  /** Looks at everything; what goes wrong is in the recorder's `problem`. */
  async rescan(): Promise<void> {
    try {
      const missed = await this.recorder.rescan();
      if (missed > 0) log.info(`A rescan found ${missed} changed files`);
    } catch (error) {
      log.error("Could not rescan", error);
    }
  }

  /** Takes over changed settings, without a restart. */
  async applySettings(settings: Settings): Promise<void> {
    const before = this.settings;
    this.useSettings(settings);
    const now = settings.engine;
    if (JSON.stringify(before.engine) !== JSON.stringify(now))
      await this.parts.engine.configure(now);
    if (scanned(before) !== scanned(settings)) await this.rescan();
  }

  /** Automatic checkpoints were paused or go on again. */
  applyPause(): void {
    this.recorder.setRules(this.rules());
  }

  dispose(): void {
    this.ending.abort();
    this.disposables.dispose();
  }

  private useSettings(settings: Settings): void {
    this.settings = settings;
    const { exclude, include } = settings.engine;
    this.isExcluded = quickExclude(exclude, include);
    this.recorder.setRules(this.rules());
  }

  private rules() {
    const { automatic } = this.settings;
    return {
      ...automatic,
      enabled: automatic.enabled && !this.parts.isPaused(),
    };
  }

  /** Reloading a window in which nothing happened makes no second session. */
  private async checkpointSession(): Promise<void> {
    const { engine } = this.parts;
    const [last] = (await engine.list({ limit: 1 })).checkpoints;
    const isSame = last?.moment === this.recorder.lastMoment;
    if (last?.kind === "session" && isSame) return;
    await engine.checkpoint({
      kind: "session",
      capture: false,
      source: "editor",
    });
  }

  /** The folder's own watcher does not see a repository that begins above it. */
  private watchDistantHead(): void {
    const { place } = this.git;
    if (place && !this.parts.pathOf(vscode.Uri.file(place.gitDir)))
      this.disposables.add(watchHead(place, () => this.recorder.headMoved()));
  }
}

/** The settings by which it is decided what is looked at. */
function scanned({ engine, captureUnsaved }: Settings): string {
  const { exclude, include, respectGitignore, maxFileSizeBytes } = engine;
  return JSON.stringify([
    ...[exclude, include, respectGitignore, maxFileSizeBytes],
    captureUnsaved,
  ]);
}

/** True when the folder is not to be recorded, or no longer. */
function isFinal(error: unknown): boolean {
  const { code } = CheckpointError.from(error);
  return ["refused", "over-budget", "cancelled"].includes(code);
}
