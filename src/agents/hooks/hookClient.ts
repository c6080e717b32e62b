import { spawn } from "node:child_process";
import fs from "node:fs";
import { sleepSync } from "../../base/processes";
import type { Env } from "../../host/dataDir";
import { answerFor, mustWait } from "./answers";
import { AGENTS } from "./identify";
import { identify } from "./identify";
import { hookLog } from "./hookLog";
import { ENV_FIELDS, giveUpWaiting, isBeingGuarded, putDown } from "./inbox";
import { logMistake } from "./mistake";
import { parsePayload, textOf } from "./payload";
import { GUARD_PATIENCE_MS, PATIENCE_MS } from "./patience";
import { readEvent } from "./readEvent";
import { readInput } from "./readInput";
import { isWorking } from "./workerLock";

export interface HookCall {
  agent: string | null;
  event: string | null;
  dataDir: string;
  cwd: string;
  env: Env;
  /** How to start this command as the worker. */
  worker: { command: string; args: string[] };
}

/**
 * The hook that agents run: writes the event to the worker's inbox, starts a worker if none
 * is running, and returns the answer to print. It waits only before a tool that may destroy
 * something, and then only briefly. Never throws.
 */
export async function runHook(call: HookCall): Promise<string> {
  let answer = answerFor(known(call.agent), call.event ?? "");
  try {
    // Codex's older notify interface passes the event as an argument.
    const isArgument = call.event?.trimStart().startsWith("{") ?? false;
    const text = isArgument ? call.event! : await readInput();
    const event = isArgument ? null : call.event;
    const payload = parsePayload(text);
    const report = { agent: call.agent, event, payload: text };
    if (payload === null) {
      logMistake(hookLog(call.dataDir), report, null, null);
      return answer;
    }
    const name = textOf(payload, "hook_event_name", "hookEventName") ?? event;
    answer = answerFor(identify(payload, call.agent, call.env), name ?? "");
    const read = readEvent(payload, call.agent, event, call.env);
    if (read === null) {
      logMistake(hookLog(call.dataDir), report, payload, null);
      return answer;
    }
    if (read.tool?.does === "other") return answer;
    const file = putDown(call.dataDir, {
      ...report,
      cwd: call.cwd,
      env: Object.fromEntries(ENV_FIELDS.map((key) => [key, call.env[key]])),
    });
    if (!isWorking(call.dataDir)) startWorker(call);
    if (mustWait(read)) waitUntilHandled(file);
  } catch (error) {
    hookLog(call.dataDir).error("An event could not be put down", error);
  }
  return answer;
}

/** Logs and answers a hook whose arguments are invalid, so that no event can be read. */
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
    // Do not run in the workspace, which must remain deletable.
    cwd: dataDir,
  });
  child.on("error", (error) =>
    hookLog(dataDir).error("The worker could not be started", error),
  );
  child.unref();
}

function waitUntilHandled(file: string): void {
  const startMs = performance.now();
  while (fs.existsSync(file)) {
    // The agent counts from the start of this process, which `performance.now` does too.
    const ms = performance.now();
    const hasTime = isBeingGuarded(file)
      ? ms < GUARD_PATIENCE_MS
      : ms - startMs < PATIENCE_MS;
    if (!hasTime) return giveUpWaiting(file);
    sleepSync(3);
  }
}
