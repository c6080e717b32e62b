import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import readline from "node:readline";
import { DIST } from "../agents/place";
import { repository } from "../helpers/repository";
import type { Ran } from "./commandHost.entry";

/**
 * A process that runs the built command many times: starting one for each line takes
 * longer than most lines. See commandHost.entry.ts.
 */
export class CommandHost {
  private readonly child: ChildProcess;
  private readonly lines: AsyncIterator<string>;
  private stderr = "";

  constructor(cwd: string, env: Record<string, string | undefined>) {
    const entry = path.join(repository, "out/test/cli/commandHost.entry.js");
    this.child = spawn(process.execPath, [entry], {
      cwd,
      env: { ...env, CHECKPOINT_DIST: DIST },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.child.stderr!.on("data", (chunk) => (this.stderr += String(chunk)));
    const input = this.child.stdout!;
    this.lines = readline.createInterface({ input })[Symbol.asyncIterator]();
  }

  async run(argv: readonly string[]): Promise<Ran> {
    this.child.stdin!.write(JSON.stringify(argv) + "\n");
    const next = await this.lines.next();
    if (next.done) return { code: 99, out: `ended: ${this.stderr}` };
    return JSON.parse(next.value) as Ran;
  }

  /** Resolves once the process has ended. */
  async end(): Promise<void> {
    this.child.stdin!.end();
    if (this.child.exitCode === null && this.child.signalCode === null)
      await once(this.child, "exit");
  }
}
