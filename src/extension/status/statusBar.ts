import * as vscode from "vscode";
import type { CheckSeries } from "../../answers/verdict";
import { isStrong } from "../../engine/model/verdicts";
import { stateTimeOf, type Checkpoint } from "../../engine/model/checkpoint";
import type { Folders, FolderSession } from "../session/folders";
import type { Baselines } from "../documents/baseline";
import { log } from "../log";
import { statusLook } from "./statusText";
import { isRecorded } from "../timeline/recorded";
import { checkpointTitle } from "../../wording/kinds";
import { clockTime } from "../../wording/times";
import { failingText } from "../../wording/verdicts";
import { timeStyle } from "../timeline/viewSettings";
import { voice } from "../text/voice";

/** Delay before the spinner is shown, so that it does not flicker on every save. */
const BUSY_AFTER_MS = 400;
const AGE_EVERY_MS = 30_000;

/** The status bar item: the age of the last checkpoint, their number, and any problem. */
export class StatusBar implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly disposables: vscode.Disposable[] = [];
  private sessions: { dispose(): void }[] = [];
  private readonly known = new Map<FolderSession, Known>();
  private isBusyShown = false;
  private busyTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly folders: Folders,
    private readonly baselines: Pick<Baselines, "numbers" | "onDidChange">,
  ) {
    this.item = vscode.window.createStatusBarItem(
      "checkpoint.status",
      vscode.StatusBarAlignment.Left,
      -10,
    );
    this.item.name = "Checkpoint";
    this.item.command = "checkpoint.showMenu";
    const ageTimer = setInterval(() => this.show(), AGE_EVERY_MS);
    this.disposables.push(
      this.item,
      folders.onDidChangeFolders(() => this.follow()),
      baselines.onDidChange(() => this.show()),
      folders.onDidChange(({ session, event }) => {
        const isOfInterest =
          event.type === "captured"
            ? this.known.get(session)?.hasChecks
            : event.type !== "thread";
        if (isOfInterest) void this.learn(session);
      }),
      { dispose: () => clearInterval(ageTimer) },
      { dispose: () => clearTimeout(this.busyTimer) },
    );
    this.follow();
  }

  dispose(): void {
    for (const each of [...this.disposables, ...this.sessions]) each.dispose();
  }

  private follow(): void {
    for (const each of this.sessions) each.dispose();
    const { all } = this.folders;
    for (const session of [...this.known.keys()])
      if (!all.includes(session)) this.known.delete(session);
    this.sessions = all.map((session) =>
      session.onDidChangeState(() => {
        this.spin();
        this.show();
        const isReady = ["ready", "paused"].includes(session.state);
        if (isReady && !this.known.has(session)) void this.learn(session);
      }),
    );
    this.spin();
    this.show();
  }

  /** Shows the spinner only if the work takes a while. */
  private spin(): void {
    if (!this.folders.all.some((session) => session.isBusy)) {
      clearTimeout(this.busyTimer);
      this.busyTimer = undefined;
      this.isBusyShown = false;
    } else
      this.busyTimer ??= setTimeout(() => {
        this.isBusyShown = true;
        this.show();
      }, BUSY_AFTER_MS);
  }

  private async learn(session: FolderSession): Promise<void> {
    try {
      const { checkpoints, total } = await session.engine.list({ limit: 1 });
      const checks = await session.engine.checks();
      if (!this.folders.all.includes(session)) return; // The folder has left the window.
      this.known.set(session, {
        last: checkpoints[0] ?? null,
        total,
        hasChecks: checks.length > 0,
        failing: checks.filter(
          (one) => one.failingSince !== null && isStrong(one),
        ),
      });
      this.show();
    } catch (error) {
      // The session's state says why; there is just nothing to show here.
      log.info(`The status bar could not ask: ${String(error)}`);
    }
  }

  /** Returns a sentence for each check that fails, with the folder if there are several. */
  private failing(): string[] {
    const { locale } = timeStyle();
    const timeOf = (at: string) => clockTime(at, locale);
    return [...this.known].flatMap(([{ folder }, { failing }]) =>
      failing.map((series) => {
        const text = failingText(series, timeOf, voice) ?? "";
        return this.folders.all.length > 1 ? `${folder.name}: ${text}` : text;
      }),
    );
  }

  private show(): void {
    const { all } = this.folders;
    if (all.length === 0) return this.item.hide();
    const known = [...this.known.values()];
    const last = known
      .flatMap((each) => each.last ?? [])
      .sort((a, b) => stateTimeOf(a).localeCompare(stateTimeOf(b)))
      .at(-1);
    const look = statusLook(
      {
        checkpoints: known.reduce((sum, { total }) => sum + total, 0),
        lastAt: last ? Date.parse(stateTimeOf(last)) : null,
        lastTitle: last ? checkpointTitle(last, voice) : null,
        baselines: this.baselines.numbers,
        isBusy: this.isBusyShown,
        isStarting: all.some((session) => session.state === "starting"),
        isPaused: this.folders.isPaused,
        isRecording: all.some(isRecorded),
        failing: this.failing(),
        problems: all.flatMap(({ folder, problem }) =>
          problem
            ? [{ folder: all.length > 1 ? folder.name : null, problem }]
            : [],
        ),
      },
      Date.now(),
    );
    this.item.text = look.text;
    this.item.tooltip = look.tooltip;
    this.item.accessibilityInformation = { label: look.label, role: "button" };
    this.item.backgroundColor = look.isWarning
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
    this.item.show();
  }
}

interface Known {
  last: Checkpoint | null;
  total: number;
  hasChecks: boolean;
  failing: CheckSeries[];
}
