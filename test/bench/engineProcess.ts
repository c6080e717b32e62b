import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import type { SearchRequest } from "../../src/engine/api";
import { YOUNG_GENERATION_MB } from "../../src/worker/engineThread";
import type { Build } from "./builds";
import type { Story } from "./story";

/** What the engine's process can be asked to do. */
export type Ask =
  | { do: "open"; root: string; storeDir: string; unsynced?: boolean }
  | { do: "capture" | "checkpoint"; paths?: string[] }
  | { do: "restore"; to: string; paths?: string[] }
  | { do: "fill"; count: number; files: string[] }
  // Both record a verdict about every second checkpoint.
  | { do: "judge"; newest: number; count: number }
  | { do: "story"; story: Story }
  | { do: "list"; limit: number }
  | { do: "diff"; from: string; to: string }
  | { do: "history"; path: string }
  | { do: "verdict"; of: string }
  | { do: "resolve"; ref: string }
  | { do: "search"; request: SearchRequest }
  | { do: "memory" }
  | { do: "close" };

export interface Answer {
  ms: number;
  /**
   * Processor time, which is more meaningful than elapsed time on a busy machine.
   */
  cpuMs: number;
  value: unknown;
  error?: string | undefined;
}

/** The engine on the other side of a pipe; one request at a time. */
export class EngineProcess {
  private readonly child: ChildProcess;

  constructor(build: Build) {
    this.child = fork(build.entry, {
      // As small as on the extension's thread; V8 divides it into three such
      // spaces.
      execArgv: [
        `--max-semi-space-size=${Math.ceil(YOUNG_GENERATION_MB / 3)}`,
        ...(process.env["CHECKPOINT_BENCH_NODE"] ?? "")
          .split(" ")
          .filter(Boolean),
      ],
    });
  }

  ask(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.child.off("message", onMessage);
        this.child.off("exit", onExit);
      };
      const onMessage = (answer: Answer) => {
        end();
        if (answer.error) reject(new Error(`${ask.do}: ${answer.error}`));
        else resolve(answer);
      };
      const onExit = (code: number | null) => {
        end();
        reject(new Error(`the engine's process ended (${code}) at ${ask.do}`));
      };
      this.child.on("message", onMessage);
      this.child.on("exit", onExit);
      this.child.send(ask);
    });
  }

  /** Closes the engine, ends the process, and returns its peak memory in MB. */
  async end(): Promise<number> {
    const peak = (await this.ask({ do: "memory" })).value as number;
    await this.ask({ do: "close" });
    this.child.disconnect();
    await once(this.child, "exit");
    return peak;
  }
}
