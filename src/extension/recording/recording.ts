import * as vscode from "vscode";
import { DisposableList, type Disposable } from "../../base/lifecycle";
import { CheckpointError } from "../../engine/model/errors";
import type { EngineClient } from "../../worker/client";
import { log } from "../log";
import type { Settings } from "../settings/settingsRules";
import { ownDataDir } from "../../agents/ownDataDir";
import { AnnouncedSaves } from "./announcedSaves";
import type { Editors } from "./captures";
import { GitFollower } from "./gitFollower";
import type { HeldUnsaved } from "./heldUnsaved";
import { quickExclude } from "./quickExclude";
import { Recorder } from "./recorder";
import { keepTidy } from "./tidying";
import { systemTime } from "../../base/time";
import { watchFolder, watchHead } from "./watchFolder";

export interface RecordingParts {
  folder: vscode.WorkspaceFolder;
  engine: EngineClient;
  editors: Editors;
  settings: Settings;
  held: HeldUnsaved;
  pathOf(uri: vscode.Uri): string | undefined;
  isPaused(): boolean;
  /** True if the user agreed to record the folder despite its size. */
  isForced(): boolean;
}

/** A folder with an open engine, watched and recorded until disposed. */
export class Recording implements Disposable {
  readonly recorder: Recorder;
  private readonly disposables = new DisposableList();
  private readonly git: GitFollower;
  private readonly ending = new AbortController();
  private settings: Settings;
  private isExcluded: (path: string) => boolean = () => false;

  constructor(private readonly parts: RecordingParts) {
    const { engine, editors, folder, held } = parts;
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
      recordsUnsaved: () => this.settings.captureUnsaved,
      guardsGit: () => this.settings.guards.branchSwitch,
      heldUnsaved: held.left,
      onHeldUnsaved: (paths) => void held.keep(paths),
      saves: new AnnouncedSaves(ownDataDir(), folder.uri.fsPath),
    });
    this.disposables.add(this.recorder);
    this.disposables.add(
      engine.onDidChange((event) => this.recorder.noteEvent(event)),
    );
    // Watch from before the first scan, so that changes during it are recorded too.
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
   * Records the folder's current state and names that moment. If this fails, for example because
   * the disk is full, the history can still be read and the recorder retries.
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

  /** Rescans the folder; errors are reported through the recorder's `problem`. */
  async rescan(): Promise<void> {
    try {
      const missed = await this.recorder.rescan();
      if (missed > 0) log.info(`A rescan found ${missed} changed files`);
    } catch (error) {
      log.error("Could not rescan", error);
    }
  }

  /** Applies changed settings without a restart. */
  async applySettings(settings: Settings): Promise<void> {
    const before = this.settings;
    this.useSettings(settings);
    const now = settings.engine;
    if (JSON.stringify(before.engine) !== JSON.stringify(now))
      await this.parts.engine.configure(now);
    if (scanned(before) !== scanned(settings)) await this.rescan();
  }

  /** Automatic checkpoints were paused or resumed. */
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

  /** Reloading a window without any changes does not create another session checkpoint. */
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

  /** Watches a repository that begins above the folder, which the folder's own watcher cannot see. */
  private watchDistantHead(): void {
    const { place } = this.git;
    if (place && !this.parts.pathOf(vscode.Uri.file(place.gitDir)))
      this.disposables.add(watchHead(place, () => this.recorder.headMoved()));
  }
}

/** The settings that decide which files are recorded. */
function scanned({ engine, captureUnsaved }: Settings): string {
  const { exclude, include, respectGitignore, maxFileSizeBytes } = engine;
  return JSON.stringify([
    ...[exclude, include, respectGitignore, maxFileSizeBytes],
    captureUnsaved,
  ]);
}

/** True if the folder must not be recorded. */
function isFinal(error: unknown): boolean {
  const { code } = CheckpointError.from(error);
  return ["refused", "over-budget", "cancelled"].includes(code);
}

/** Returning to the window triggers a rescan, unless there was one within this time. */
const FOCUS_AFTER_MS = 60_000;
/** A rescan also runs after this long without one, because watchers can fail silently. */
const IDLE_AFTER_MS = 10 * 60_000;
const CHECK_EVERY_MS = 60_000;

/** Calls `rescan` when the window gets focus after a pause, and from time to time. */
function scheduleRescans(rescan: () => Promise<void>): Disposable {
  let lastAt = Date.now();
  const after = (pause: number): void => {
    const sinceMs = Date.now() - lastAt;
    // A negative value means that the clock was set back, so the elapsed time is unknown.
    if (sinceMs >= 0 && sinceMs < pause) return;
    lastAt = Date.now();
    void rescan();
  };
  const timer = setInterval(() => {
    if (vscode.window.state.focused) after(IDLE_AFTER_MS);
  }, CHECK_EVERY_MS);
  return vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) after(FOCUS_AFTER_MS);
    }),
    { dispose: () => clearInterval(timer) },
  );
}
