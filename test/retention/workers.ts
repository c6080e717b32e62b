import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import path from "node:path";
import readline from "node:readline";
import type { CheckpointKind } from "../../src/engine/model/checkpoint";
import type { EngineSettings } from "../../src/engine/model/settings";
import { seedOf } from "../helpers/random";
import { repository } from "../helpers/repository";
import type { TempWorkspace } from "../helpers/tempWorkspace";

/** What a worker process is to do. */
export interface Order {
  role: "write" | "tidy" | "both";
  name: string;
  root: string;
  storeDir: string;
  /** When it exists, tidying ends. */
  stopFile: string;
  count: number;
  /** For its contents and for what it reads: different for each worker. */
  seed: number;
  settings: Partial<EngineSettings>;
}

/** The messages of a worker, one line of JSON each. */
export type Line =
  | { type: "ready" }
  | {
      type: "made";
      number: number;
      kind: CheckpointKind;
      file: string;
      hash: string;
      /** It names an earlier moment. */
      isOfEarlier?: true;
    }
  | { type: "tidied"; freedBytes: number }
  | { type: "failed"; why: string }
  | { type: "done" };

/** Keeps only what it must, so that prune and compact always have work. */
export const GREEDY: Partial<EngineSettings> = {
  maxCheckpoints: 3,
  retention: {
    ...{ guard: 1, session: 1, hourlyForHours: 0, dailyForDays: 0 },
    windowHours: 0,
  },
};

let workers = 0;

export class Worker {
  readonly lines: Line[] = [];
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private onLine: (() => void)[] = [];

  constructor(
    workspace: TempWorkspace,
    order: Pick<Order, "role" | "name" | "count">,
  ) {
    const full: Order = {
      ...order,
      root: workspace.root,
      storeDir: workspace.storeDir,
      stopFile: path.join(workspace.base, "stop"),
      seed: seedOf(12) + workers++,
      settings: GREEDY,
    };
    this.child = spawn(
      process.execPath,
      [
        path.join(repository, "out/test/retention/worker.entry.js"),
        JSON.stringify(full),
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const input = readline.createInterface({ input: this.child.stdout! });
    input.on("line", (text) => {
      this.lines.push(JSON.parse(text) as Line);
      for (const wake of this.onLine.splice(0)) wake();
    });
    this.ended = new Promise((resolve) => {
      let left = 2;
      const one = () => {
        if (--left > 0) return;
        for (const wake of this.onLine.splice(0)) wake();
        resolve();
      };
      input.once("close", one);
      this.child.once("exit", one);
    });
  }

  get made() {
    return this.lines.filter((line) => line.type === "made");
  }

  /** Rounds of prune and compact that had something to do. */
  get rounds(): number {
    const isRound = (l: Line) => l.type === "tidied" && l.freedBytes > 0;
    return this.lines.filter(isRound).length;
  }

  get failures(): string[] {
    return this.lines.flatMap((l) => (l.type === "failed" ? [l.why] : []));
  }

  /** Waits until it has printed this many lines, or has exited. */
  async said(count: number): Promise<void> {
    while (this.lines.length < count && this.child.exitCode === null)
      await new Promise<void>((resolve) => void this.onLine.push(resolve));
  }

  kill(): Promise<void> {
    this.child.kill("SIGKILL");
    return this.ended;
  }
}
