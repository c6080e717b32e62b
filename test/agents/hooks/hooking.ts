import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { isErrno } from "../../../src/base/disk";
import { homeDir } from "../../../src/base/homeDir";
import { isProcessAlive } from "../../../src/base/processes";
import type { Engine } from "../../../src/engine/api";
import { openEngine } from "../../../src/engine/openEngine";
import { writeLauncher } from "../../../src/agents/writeLauncher";
import { storeDirFor } from "../../../src/host/stores";
import { repository } from "../../helpers/repository";
import { DIST, type Place } from "../place";

const FIXTURES = path.join(repository, "test", "fixtures", "hooks");

/** How a hook is run: by the launcher in plain sh, or by the command itself. */
export type Front = "launcher" | "command";

export interface HookResult {
  code: number | null;
  stdout: string;
  stderr: string;
  ms: number;
}

/** Returns a fixture's payload, with the workspace instead of the placeholder. */
export function fixture(name: string, root: string): unknown {
  const text = fs.readFileSync(path.join(FIXTURES, `${name}.json`), "utf8");
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === "string" ? value.replaceAll("__WORKSPACE__", root) : value,
  ) as unknown;
}

/** Every fixture: `claude-code/user-prompt` and so on. */
export function allFixtures(): string[] {
  const names = fs.readdirSync(FIXTURES, { recursive: true }) as string[];
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length).replaceAll("\\", "/"))
    .sort();
}

/** The events of Copilot's fixtures, whose payloads do not contain the name. */
const CAMEL: Record<string, string> = {
  "session-start": "sessionStart",
  "user-prompt": "userPromptSubmitted",
  "pre-": "preToolUse",
  "post-": "postToolUse",
  "turn-end": "agentStop",
  "session-end": "sessionEnd",
};

/** Returns the event's name to pass as an argument, if the payload does not contain it. */
export function eventArgument(name: string): string | null {
  if (!name.startsWith("copilot-cli/")) return null;
  const file = name.split("/")[1] ?? "";
  const start = Object.keys(CAMEL).find((key) => file.startsWith(key));
  return start === undefined ? null : (CAMEL[start] ?? null);
}

/** Runs a hook with this input and waits for it to exit. */
export async function hook(
  place: Place,
  front: Front,
  args: readonly string[],
  input: unknown,
  env: Record<string, string> = {},
): Promise<HookResult> {
  const script = path.join(place.dist, "cli.js");
  const program = { execPath: process.execPath, script };
  const [command, ...first] =
    front === "launcher"
      ? [writeLauncher(place.dataDir, program)]
      : [process.execPath, script];
  const began = performance.now();
  const child = spawn(command ?? "", [...first, "hook", ...args], {
    cwd: place.root,
    // Workers must not outlive the tests for long.
    env: { ...place.env, CHECKPOINT_HOOK_IDLE_MS: "3000", ...env },
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  // A hook may exit before it has read all of its input.
  child.stdin.on("error", () => {});
  child.stdin.end(typeof input === "string" ? input : JSON.stringify(input));
  const [code] = (await once(child, "close")) as [number | null];
  return {
    code,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
    ms: performance.now() - began,
  };
}

/** Waits until all events have been recorded. */
export async function recorded(place: Place, withinMs = 60_000): Promise<void> {
  const inbox = path.join(place.dataDir, "hooks", "inbox");
  const end = Date.now() + withinMs;
  while (fs.existsSync(inbox) && fs.readdirSync(inbox).length > 0) {
    if (Date.now() > end) throw new Error(`not recorded: ${logOf(place)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The worker that an event has started; it may still be starting when its hook has ended. */
export async function workerPid(place: Place): Promise<number> {
  const end = Date.now() + 60_000;
  for (;;) {
    const pid = knownPid(place);
    if (pid !== null) return pid;
    if (Date.now() > end) throw new Error(`no worker: ${logOf(place)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Null if there is no worker, or none yet. */
function knownPid(place: Place): number | null {
  const file = path.join(place.dataDir, "hooks", "worker.pid");
  try {
    const pid = Number.parseInt(fs.readFileSync(file, "utf8"), 10);
    return Number.isNaN(pid) ? null : pid;
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  }
}

/** Kills the worker, which waits for more events, so that its folders can be removed. */
export async function ended(place: Place): Promise<void> {
  const pid = knownPid(place);
  if (pid === null) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
  const end = Date.now() + 60_000;
  while (isProcessAlive(pid)) {
    if (Date.now() > end) throw new Error(`still at work: ${logOf(place)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function logOf(place: Place): string {
  const file = path.join(place.dataDir, "logs", "hooks.log");
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
}

/** Reads the folder's history with a separate engine. */
export async function reading<T>(
  place: Place,
  work: (engine: Engine) => T,
  root = place.root,
): Promise<T> {
  const engine = await openEngine({
    root,
    storeDir: storeDirFor(place.dataDir, root),
    assetsDir: DIST,
    home: place.env["HOME"] ?? homeDir(),
  });
  try {
    return work(engine);
  } finally {
    engine.close();
  }
}
