import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/**
 * What most rivals do: a git repository outside the workspace whose work tree is
 * the workspace; a checkpoint is `git add` and `git commit`.
 */
export class ShadowGit {
  constructor(
    readonly dir: string,
    private readonly workspace: string,
  ) {}

  init(): void {
    fs.mkdirSync(this.dir, { recursive: true });
    this.git("init", "-q");
    const settings = {
      "core.worktree": this.workspace,
      "commit.gpgSign": "false",
      "user.name": "bench",
      "user.email": "bench@localhost",
      // Garbage-collected between steps, not in the middle of one.
      "gc.auto": "0",
      "maintenance.auto": "false",
    };
    for (const [key, value] of Object.entries(settings))
      this.git("config", key, value);
    fs.writeFileSync(
      path.join(this.dir, ".git/info/exclude"),
      ".git/\nnode_modules/\n*.log\n",
    );
  }

  /** Returns milliseconds, like the methods below. */
  snapshot(): number {
    return timed(() => this.commit("checkpoint"));
  }

  restore(): number {
    return timed(() => {
      this.git("clean", "-fdq");
      this.git("reset", "--hard", "-q", "HEAD");
    });
  }

  collect(): void {
    this.git("gc", "-q");
  }

  /** Runs git; returns what it printed. */
  git(...args: string[]): string {
    return this.gitWith({}, ...args);
  }

  gitWith(
    options: { input?: string; inputFile?: string },
    ...args: string[]
  ): string {
    const file = options.inputFile && fs.openSync(options.inputFile, "r");
    const { status, stdout, stderr, error } = spawnSync("git", args, {
      cwd: this.dir,
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: process.platform === "win32" ? "NUL" : "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        HOME: this.dir,
      },
      encoding: "utf8",
      maxBuffer: 2 ** 30,
      ...(options.input === undefined ? {} : { input: options.input }),
      ...(file ? { stdio: [file, "pipe", "pipe"] } : {}),
    });
    if (file) fs.closeSync(file);
    if (error) throw error;
    if (status !== 0)
      throw new Error(`git ${args.join(" ")}: ${status}\n${stderr}`);
    return stdout;
  }

  private commit(message: string): void {
    this.git("add", ".", "--ignore-errors");
    this.git("commit", "--allow-empty", "--no-verify", "-qm", message);
  }
}

export function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The disk space of a folder: blocks, not lengths. */
export function diskBytes(dir: string): number {
  let bytes = 0;
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) bytes += diskBytes(file);
    const stat = fs.lstatSync(file);
    bytes += stat.blocks ? stat.blocks * 512 : stat.size;
  }
  return bytes;
}
