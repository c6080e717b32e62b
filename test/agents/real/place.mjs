// A home, a workspace and an empty environment of one agent's own.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { projectDir } from "../../run/paths.mjs";

/** A program that takes longer than this hangs, also on a busy machine. */
const LIMIT_MS = 600_000;
const GIT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "x",
  GIT_AUTHOR_EMAIL: "x@example.invalid",
  GIT_COMMITTER_NAME: "x",
  GIT_COMMITTER_EMAIL: "x@example.invalid",
};

export class Place {
  /** `base` is a new folder; `programs` are the folders of the agents' programs. */
  constructor(base, name, programs, env) {
    this.home = path.join(base, `home-${name}`);
    this.workspace = path.join(base, `workspace-${name}`);
    this.data = path.join(this.home, ".local", "share", "checkpoint");
    const bin = path.join(base, "bin");
    this.env = {
      PATH: [
        ...programs,
        bin,
        path.dirname(process.execPath),
        "/usr/bin:/bin",
      ].join(":"),
      HOME: this.home,
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      NO_PROXY: "127.0.0.1",
      ...env,
    };
    fs.mkdirSync(this.home, { recursive: true });
    makeCommand(bin);
    makeWorkspace(this.workspace);
  }

  /** Runs a program here and returns its status and output; it may not read our input. */
  run(words, more = {}) {
    const [program, ...args] = words;
    return new Promise((resolve) => {
      const child = spawn(program, args, {
        cwd: more.cwd ?? this.workspace,
        env: { ...this.env, ...more.env },
        stdio: ["ignore", "pipe", "pipe"],
        timeout: LIMIT_MS,
      });
      let stdout = "";
      let stderr = "";
      child.stdout.on("data", (chunk) => (stdout += chunk));
      child.stderr.on("data", (chunk) => (stderr += chunk));
      child.on("error", (error) =>
        resolve({ status: -1, stdout, stderr: `${error}` }),
      );
      child.on("close", (status) => resolve({ status, stdout, stderr }));
    });
  }

  checkpoint(...words) {
    return this.run(["checkpoint", ...words]);
  }

  /** Returns the answer of a command of Checkpoint's as a value. */
  async json(...words) {
    const { stdout, stderr } = await this.checkpoint(...words, "--json");
    try {
      return JSON.parse(stdout);
    } catch {
      throw new Error(`checkpoint ${words.join(" ")}: ${stderr || stdout}`);
    }
  }

  write(file, text) {
    const full = path.join(this.workspace, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, text);
  }

  has(file) {
    return fs.existsSync(path.join(this.workspace, file));
  }

  /** Returns the texts of files below the home; null for those that do not exist. */
  texts(files) {
    return files.map((file) => {
      const full = path.join(this.home, file);
      return fs.existsSync(full) ? fs.readFileSync(full, "utf8") : null;
    });
  }

  /** Returns what differs from the first commit, as git lists it. */
  async status() {
    const { stdout } = await this.run(
      ["git", "status", "--short", "-uall", "--", ".", ":!.opencode"],
      { env: GIT },
    );
    return stdout.trim();
  }

  /** Returns a hash of every file's name and bytes. */
  hash() {
    const hash = createHash("sha256");
    const names = fs.readdirSync(this.workspace, { recursive: true });
    for (const name of names.sort()) {
      if (/^\.(git|opencode)(\/|$)/.test(name)) continue;
      const full = path.join(this.workspace, name);
      if (fs.statSync(full).isFile())
        hash.update(`${name}\0`).update(fs.readFileSync(full));
    }
    return hash.digest("hex");
  }

  /** Waits until every event has been recorded. */
  async recorded() {
    const inbox = path.join(this.data, "hooks", "inbox");
    const end = Date.now() + LIMIT_MS;
    while (fs.existsSync(inbox) && fs.readdirSync(inbox).length > 0) {
      if (Date.now() > end) throw new Error("events were not recorded");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Returns Checkpoint's log of hooks that went wrong. */
  log() {
    const file = path.join(this.data, "logs", "hooks.log");
    return fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : "";
  }

  /** Puts the recorder before the launcher, and returns how to remove it. */
  recordHooks() {
    const bin = path.join(this.data, "bin");
    const launcher = path.join(bin, "checkpoint");
    const real = path.join(bin, "checkpoint.real");
    fs.renameSync(launcher, real);
    fs.copyFileSync(path.join(import.meta.dirname, "recorder.sh"), launcher);
    fs.chmodSync(launcher, 0o755);
    return () => fs.renameSync(real, launcher);
  }

  /** Returns the hooks that ran so far, with the milliseconds their agent waited. */
  calls() {
    const file = path.join(this.data, "bin", "calls.log");
    if (!fs.existsSync(file)) return [];
    return fs
      .readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const [agent, event, us, code] = line.split(" ");
        return { agent, event, ms: Number(us) / 1000, code: Number(code) };
      });
  }

  /** Ends the processes that stay around: the worker behind the hooks, and Cline's daemon. */
  endDaemons() {
    for (const pid of processesWith("--cline-hub-daemon", this.workspace))
      process.kill(pid, "SIGTERM");
    const file = path.join(this.data, "hooks", "worker.pid");
    if (!fs.existsSync(file)) return;
    try {
      process.kill(
        Number.parseInt(fs.readFileSync(file, "utf8"), 10),
        "SIGTERM",
      );
    } catch {
      // It has already exited.
    }
  }
}

/** Returns the processes with all these words in their command lines; Linux only. */
function processesWith(...words) {
  if (!fs.existsSync("/proc/self/cmdline")) return [];
  return fs.readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const line = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return words.every((word) => line.includes(word)) ? [Number(pid)] : [];
    } catch {
      return []; // It has exited meanwhile.
    }
  });
}

/** The command as it is built here. */
function makeCommand(bin) {
  fs.mkdirSync(bin, { recursive: true });
  const script = path.join(projectDir, "dist", "cli.js");
  const command = path.join(bin, "checkpoint");
  // Another place may be running it: an empty script would succeed and do nothing.
  fs.writeFileSync(
    `${command}.new`,
    `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`,
    { mode: 0o755 },
  );
  fs.renameSync(`${command}.new`, command);
}

/** A repository of about 300 files with a `build` folder that is not ignored. */
function makeWorkspace(folder) {
  const write = (file, text) => {
    const full = path.join(folder, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, text);
  };
  const each = (count, fileOf) => {
    for (let i = 1; i <= count; i++) write(...fileOf(i));
  };
  each(150, (i) => [
    `src/m${i}.ts`,
    `export const value${i} = ${i};\n// colour of ${i}\n`,
  ]);
  each(80, (i) => [`docs/p${i}.md`, `# Page ${i}\n\nText of page ${i}.\n`]);
  each(40, (i) => [`test/t${i}.test.ts`, `test(${i});\n`]);
  each(30, (i) => [`build/out/b${i}.js`, `built ${i}\n`]);
  write("package.json", '{"name":"sample"}\n');
  write(".gitignore", "node_modules\n");
  write("README.md", "# Sample\n");
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "start"],
  ])
    spawnSync("git", args, { cwd: folder, env: { ...process.env, ...GIT } });
}
