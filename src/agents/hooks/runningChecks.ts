import fs from "node:fs";
import {
  parseSettings,
  type EngineSettings,
} from "../../engine/model/settings";
import { checkOfLineIn, isResult } from "../../host/checkCommands";
import type { EngineClient } from "../../worker/client";
import { toolKey } from "./claimBook";
import type { HookEvent } from "./readEvent";
import { exitCodeOf } from "./transcript";

interface Running {
  label: string;
  /** The moment with the state that the command sees. */
  moment: number;
  startedMs: number;
  /** Whose it is. */
  source: string;
  session: string | null;
}

/** An agent that never reports the end of its tools leaves no more than this behind. */
const MOST_RUNNING = 100;
/** A check that has not ended after this time belongs to an agent that was killed. */
const MOST_RUN_MS = 3 * 60 * 60_000;

/** The checks, such as tests, that agents are running in one folder. */
export class RunningChecks {
  private readonly running = new Map<string, Running>();

  constructor(
    private readonly root: string,
    private readonly settings: () => Partial<EngineSettings>,
    private readonly now: () => number,
  ) {}

  /** True while a check is running. */
  get isRunning(): boolean {
    const now = this.now();
    return [...this.running.values()].some(
      ({ startedMs }) => now - startedMs < MOST_RUN_MS,
    );
  }

  /** Forgets the checks of a conversation whose agent has stopped. */
  endAll({ source, session }: HookEvent): void {
    for (const [key, check] of this.running)
      if (check.source === source && check.session === session)
        this.running.delete(key);
  }

  /** Returns the label of the check that an event is about; null if it is about none. */
  labelOf({ tool, cwd }: HookEvent): string | null {
    if (tool?.does !== "shell" || tool.command === null) return null;
    const { checks } = parseSettings(this.settings());
    if (!checks.enabled) return null;
    const place = {
      cwd: realPath(cwd ?? this.root),
      root: realPath(this.root),
    };
    return checkOfLineIn(tool.command, place, checks);
  }

  /** A check begins: the folder has been captured, and the agent waits. */
  async begin(engine: EngineClient, event: HookEvent): Promise<void> {
    const label = this.labelOf(event);
    if (label === null) return;
    const { moment } = await engine.resolve("workspace");
    const { source, session } = event;
    this.running.set(toolKey(event), {
      ...{ label, moment, startedMs: this.now(), source, session },
    });
    const [oldest] = this.running.keys();
    if (this.running.size > MOST_RUNNING && oldest !== undefined)
      this.running.delete(oldest);
  }

  /** Records whether a check passed, if its agent says so. */
  async end(engine: EngineClient, event: HookEvent): Promise<void> {
    const check = this.running.get(toolKey(event));
    this.running.delete(toolKey(event));
    if (!check) return;
    const exitCode = event.exitCode ?? (await writtenExitCode(event));
    if (exitCode === null || !isResult(exitCode)) return;
    const { label, moment, startedMs } = check;
    await engine.verdict({
      ...{ label, passed: exitCode === 0, exitCode, source: event.source },
      durationMs: event.durationMs ?? this.now() - startedMs,
      since: moment,
    });
  }
}

/** The transcript is written beside the events, so it may be a little late. */
const TRANSCRIPT_MS = 2000;

async function writtenExitCode(event: HookEvent): Promise<number | null> {
  const { agent, transcript, tool } = event;
  if (agent !== "codex" || transcript === null || !tool?.id) return null;
  const endMs = Date.now() + TRANSCRIPT_MS;
  for (;;) {
    const code = exitCodeOf(transcript, tool.id);
    if (code !== null || Date.now() > endMs) return code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** An agent may have reached the folder through a link. */
function realPath(folder: string): string {
  try {
    return fs.realpathSync.native(folder);
  } catch {
    return folder;
  }
}
