// A benchmark inside the real extension host: does recording ever block the user?
// Prints its measurements; `run` rejects only if it could not measure. After a
// build with tests: node test/run/host.mjs out/test/extension/host/stall.entry.js
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import * as vscode from "vscode";
import { collectGarbage } from "./collectGarbage";
import { longestOfOurs } from "./ourStalls";
import {
  api,
  configure,
  nextCheckpoint,
  nextEvent,
  type,
  write,
} from "./support";

const FILES = Number(process.env["CHECKPOINT_BENCH_FILES"] || 10_000);
const TIMES = 40;
const [FEW, MANY] = [100, 1000];

export async function run(): Promise<void> {
  await (await api()).initialize();
  printActivation();
  await printStalls();
  await printLatencies();
  if (!process.env["CHECKPOINT_BENCH_QUICK"]) await printMemory();
}

function printActivation(): void {
  const [mark] = performance.getEntriesByName("checkpoint.activate");
  const { detail } = mark as unknown as { detail: { busyMs: number } };
  print("activation, main thread", ms(detail.busyMs), "50 ms");
}

async function printStalls(): Promise<void> {
  await type("a.txt", "warm up ");
  const control = await longestStallWhile(async () => {
    for (let n = 0; n < 100; n++) await typeOnce();
  });
  print("longest stall, typing alone", control);

  const folder = await manyFiles();
  try {
    let tookMs = 0;
    const stall = await longestStallWhile(async () => {
      const startedAt = performance.now();
      const done = addFolder(folder).then(() => {
        tookMs = performance.now() - startedAt;
      });
      while (tookMs === 0) await typeOnce();
      await done;
    });
    print(
      `longest stall, typing while ${FILES} files are first captured`,
      stall,
      "20 ms",
    );
    print(`first capture of ${FILES} files`, ms(tookMs));
  } finally {
    removeFolder(folder);
    await fs.rm(folder, { recursive: true, force: true });
  }
  const burst = await longestStallWhile(async () => {
    const made = nextCheckpoint(({ kind }) => kind === "automatic");
    await Promise.all(
      Array.from({ length: 500 }, (_, n) => write(`burst/f${n}.txt`, `${n}`)),
    );
    await made;
  });
  print("longest stall, outside burst of 500 files", burst, "20 ms");
}

async function printLatencies(): Promise<void> {
  // Only the timed changes are recorded.
  await configure("captureUnsaved", false);
  const captured = () => nextEvent((e) => e.type === "captured", "moment");
  const saves: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const moment = captured();
    const document = await type("a.txt", `${n} `);
    await document.save();
    const savedAt = performance.now();
    await moment;
    saves.push(performance.now() - savedAt);
  }
  print("save to recorded moment", spread(saves));
  const writes: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const moment = captured();
    const startedAt = performance.now();
    await write("outside.txt", `${n}`);
    await moment;
    writes.push(performance.now() - startedAt);
  }
  print("outside write to event for the views", spread(writes));
}

/**
 * Saves a file many times, first with recording off, to subtract what the editor
 * itself grows by. Then each save creates a checkpoint.
 */
async function printMemory(): Promise<void> {
  const document = await type("a.txt", "");
  const save = async (n: number) => {
    await type("a.txt", `${n}\n`);
    await document.save();
  };
  await configure("enabled", false);
  await printGrowth("saves without recording", save);
  await configure("auto.quietSeconds", 0);
  await configure("auto.afterFiles", 1);
  await configure("enabled", true);
  await (await api()).initialize();
  await printGrowth("automatic checkpoints", async (n) => {
    const made = nextCheckpoint(({ kind }) => kind === "automatic");
    await save(n);
    await made;
  });
}

async function printGrowth(
  what: string,
  once: (n: number) => Promise<void>,
): Promise<void> {
  let few = 0;
  for (let n = 1; n <= MANY; n++) {
    await once(n);
    if (n % FEW !== 0) continue;
    const heaps = await collectGarbage();
    const { rss } = process.memoryUsage();
    if (n === FEW) few = rss;
    const used = heaps.map((heap) => `${heap.thread} ${mb(heap.usedBytes)}`);
    print(
      `memory after ${n} ${what}`,
      `${mb(rss)} resident (${mb(rss - few)} more than after ${FEW}), heaps in use: ${used.join(", ")}`,
    );
  }
}

/**
 * Returns the longest delay of the main thread: by the clock, whatever caused it,
 * and by the profile, only ours. On a busy machine the first is mostly other
 * programs.
 */
async function longestStallWhile(work: () => Promise<void>): Promise<string> {
  const resolution = 1;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const ours = await longestOfOurs(work);
  delay.disable();
  const all = delay.max / 1e6 - resolution;
  const where = ours.where && ` in ${ours.where}`;
  return `${ms(ours.ms)} of ours${where}, ${ms(all)} of anybody's`;
}

async function typeOnce(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  await editor?.edit((edit) => edit.insert(new vscode.Position(0, 0), "x"));
  await new Promise((resolve) => setTimeout(resolve, 20));
}

async function manyFiles(): Promise<string> {
  const folder = await fs.realpath(
    await fs.mkdtemp(path.join(os.tmpdir(), "checkpoint-many-")),
  );
  const line = "const value = compute(the, usual, length, of, a, line);\n";
  for (let dir = 0; dir < FILES / 100; dir++) {
    const at = path.join(folder, "src", `part${dir}`);
    await fs.mkdir(at, { recursive: true });
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        fs.writeFile(
          path.join(at, `file${n}.ts`),
          `// ${dir} ${n}\n${line.repeat(40)}`,
        ),
      ),
    );
  }
  return folder;
}

async function addFolder(folder: string): Promise<void> {
  const uri = vscode.Uri.file(folder);
  const count = vscode.workspace.workspaceFolders?.length ?? 0;
  const changed = new Promise<void>((resolve) => {
    const listening = vscode.workspace.onDidChangeWorkspaceFolders(() => {
      listening.dispose();
      resolve();
    });
  });
  vscode.workspace.updateWorkspaceFolders(count, 0, { uri });
  await changed;
  await (await api()).initialize(uri);
}

function removeFolder(folder: string): void {
  const at = (vscode.workspace.workspaceFolders ?? []).findIndex(
    ({ uri }) => uri.fsPath === folder,
  );
  if (at >= 0) vscode.workspace.updateWorkspaceFolders(at, 1);
}

function print(what: string, value: string, goal?: string): void {
  console.log(`${what}: ${value}${goal ? ` (goal: under ${goal})` : ""}`);
}

function spread(values: number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return `median ${ms(at(0.5) ?? NaN)}, 95 of 100 under ${ms(at(0.95) ?? NaN)}`;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function mb(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
