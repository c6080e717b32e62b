import { spawn } from "node:child_process";
import fs from "node:fs";
import { sleepSync } from "../../base/processes";
import type { Env } from "../../host/dataDir";
import { answerFor, mustWait } from "./answers";
import { AGENTS } from "./identify";
import { identify } from "./identify";
import { hookLog } from "./hookLog";
import { ENV_FIELDS, putDown } from "./inbox";
import { logMistake } from "./mistake";
import { parsePayload, textOf } from "./payload";
import { readEvent } from "./readEvent";
import { readInput } from "./readInput";
import { isWorking } from "./workerLock";

export interface HookCall {
  agent: string | null;
  event: string | null;
  dataDir: string;
  cwd: string;
  env: Env;
  /** How to start this command again, to do the work. */
  worker: { command: string; args: string[] };
}

/** An agent is never held up for longer, whatever happens. */
const PATIENCE_MS = 1500;

/**
 * The hook as an agent runs it: puts the event down for the worker, starts one
 * if none is there, and returns what the agent is to be answered. It waits only
 * before a tool that may destroy something, and then not for long. Never throws.
 */
export async function runHook(call: HookCall): Promise<string> {
  let answer = answerFor(known(call.agent), call.event ?? "");
  try {
    // Codex's older way hands the event over as an argument.
    const isArgument = call.event?.trimStart().startsWith("{") ?? false;
    const text = isArgument ? call.event! : await readInput();
    const event = isArgument ? null : call.event;
    const payload = parsePayload(text);
    const told = { agent: call.agent, event, payload: text };
    if (payload === null) {
      logMistake(hookLog(call.dataDir), told, null, null);
      return answer;
    }
    const name = textOf(payload, "hook_event_name", "hookEventName") ?? event;
    answer = answerFor(identify(payload, call.agent, call.env), name ?? "");
    const read = readEvent(payload, call.agent, event, call.env);
    if (read === null) {
      logMistake(hookLog(call.dataDir), told, payload, null);
      return answer;
    }
    if (read.tool?.does === "other") return answer;
    const file = putDown(call.dataDir, {
      ...told,
      cwd: call.cwd,
      env: Object.fromEntries(ENV_FIELDS.map((key) => [key, call.env[key]])),
    });
    if (!isWorking(call.dataDir)) startWorker(call);
    if (mustWait(read)) waitUntilGone(file);
  } catch (error) {
    hookLog(call.dataDir).error("An event could not be put down", error);
  }
  return answer;
}

/** The same for a hook that was called wrongly, so that nothing can be read. */
export function wrongHook(
  dataDir: string,
  words: readonly string[],
  error: unknown,
): string {
  const [agent = "", event = ""] = words;
  const why = error instanceof Error ? error.message : String(error);
  hookLog(dataDir).warn("The hook was called wrongly", { agent, event, why });
  return answerFor(known(agent), event);
}

function known(agent: string | null) {
  return AGENTS.find((one) => one === agent) ?? "claude-code";
}

function startWorker({ worker, dataDir }: HookCall): void {
  const child = spawn(worker.command, worker.args, {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
    // Not in the workspace: it must stay removable.
    cwd: dataDir,
  });
  child.on("error", (error) =>
    hookLog(dataDir).error("The worker could not be started", error),
  );
  child.unref();
}

function waitUntilGone(file: string): void {
  const end = performance.now() + PATIENCE_MS;
  while (fs.existsSync(file) && performance.now() < end) sleepSync(3);
}
