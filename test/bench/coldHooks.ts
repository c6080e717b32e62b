import { spawnSync } from "node:child_process";
import path from "node:path";
import { ended, fixture, hook, recorded } from "../agents/hooks/hooking";
import { makePlace, type Place } from "../agents/place";
import { median, toRow, type Row } from "./measures";

const TIMES = 100;
const LARGE_TIMES = 5;
const LARGE_FILES = 20_000;
const MOST_MS = 100;
/** No model answers a prompt faster. */
const THINKING_MS = 1000;

/**
 * How long an agent waits for a hook when no worker is running: at the start of a session, and
 * in the unlikely case that its first event is a dangerous command. What no design could avoid
 * is measured in turn with them: the worker is a Node process, which runs the index on a thread.
 */
export async function coldHooks(log: (text: string) => void): Promise<Row[]> {
  log("cold hooks");
  const place = makePlace();
  const times: Record<string, number[]> = {};
  const note = (name: string, ms: number) => (times[name] ??= []).push(ms);
  try {
    for (let i = 0; i < 300; i++)
      place.write(`files/${i % 20}/${i}.txt`, `file ${i}\n`);
    for (let i = 0; i < 30; i++) place.write(`build/${i}.js`, `built ${i}\n`);
    await tell(place, "SessionStart", "session-start");
    await recorded(place);
    for (let n = 0; n < TIMES; n++) {
      await ended(place);
      note("node -e 0", bareNode("0"));
      note("node, a thread and sql.js", bareNode(SQL_ON_THREAD));
      note(
        "first hook, no worker",
        await tell(place, "UserPromptSubmit", "user-prompt"),
      );
      await new Promise((resolve) => setTimeout(resolve, THINKING_MS));
      note("rm -rf after a prompt", await tellRemoval(place, n));
      await recorded(place);
      await ended(place);
      note("rm -rf, no worker", await tellRemoval(place, n + TIMES));
      await recorded(place);
    }
  } finally {
    await ended(place);
    place.remove();
  }
  return Object.entries(times).flatMap(([name, all]) => [
    row(`${name}, median`, median(all), null),
    row(
      `${name}, 99th of ${TIMES}`,
      all.sort((a, b) => a - b)[Math.floor(all.length * 0.99) - 1]!,
      name.startsWith("node") ? null : MOST_MS,
    ),
  ]);
}

/** How long the first `rm -rf` of an agent waits in a folder of which nothing is recorded. */
export async function unrecordedFolder(
  log: (text: string) => void,
): Promise<Row[]> {
  log(`${LARGE_FILES} unrecorded files`);
  const times: number[] = [];
  for (let n = 0; n < LARGE_TIMES; n++) {
    const place = makePlace();
    try {
      for (let i = 0; i < LARGE_FILES; i++)
        place.write(`build/${i % 100}/${i}.js`, `built ${n} ${i}\n`);
      times.push(await tellRemoval(place, n));
      await recorded(place);
    } finally {
      await ended(place);
      place.remove();
    }
  }
  const name = `rm -rf of ${LARGE_FILES} unrecorded files, median`;
  return [row(name, median(times), null)];
}

function row(name: string, ms: number, target: number | null): Row {
  return toRow("1k", `an agent waits: ${name}`, "ms", {
    ...{ ours: ms, git: null, target, targetOf: "unit" },
  });
}

/** Compiles sql.js as the engine does, on a thread, and opens an empty database. */
const SQL_ON_THREAD = `
const { Worker } = require("node:worker_threads");
new Worker(\`
  const v8 = require("node:v8");
  for (const flag of ["lazy-compilation", "dynamic-tiering", "tier-up"])
    v8.setFlagsFromString("--no-wasm-" + flag);
  require(${JSON.stringify(path.resolve("node_modules/sql.js"))})().then(
    ({ Database }) => new Database().exec("SELECT 1"));
\`, { eval: true });
`;

function bareNode(code: string): number {
  const began = performance.now();
  spawnSync(process.execPath, ["-e", code]);
  return performance.now() - began;
}

async function tellRemoval(place: Place, n: number): Promise<number> {
  place.write("build/1.js", `built again ${n}\n`);
  const command = "rm -rf build";
  return tell(place, "PreToolUse", "pre-shell-destructive", { command });
}

async function tell(
  place: Place,
  event: string,
  payload: string,
  tool_input?: object,
): Promise<number> {
  const input = fixture(`claude-code/${payload}`, place.root) as object;
  const { ms } = await hook(
    ...([place, "launcher", ["claude-code", event]] as const),
    tool_input ? { ...input, tool_input } : input,
    { CHECKPOINT_HOOK_IDLE_MS: "60000" },
  );
  return ms;
}
