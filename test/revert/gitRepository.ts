import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Tree } from "../helpers/tree";
import { treeOf } from "../helpers/tree";
import type { History } from "./histories";

export type Outcome = Conflicted | Clean;
export interface Conflicted {
  conflict: true;
  paths: string[];
  said: string;
}
export interface Clean {
  conflict: false;
  tree: Tree;
}

/** Arguments before and after the word `revert`. */
export interface GitSetting {
  before?: readonly string[];
  after?: readonly string[];
}

/** A real repository with every history on its own branch. */
export class GitRepository {
  private readonly root: string;
  private wasConflicted = false;

  constructor(histories: readonly History[]) {
    const made = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-git-"));
    this.root = fs.realpathSync(made);
    this.git(["init", "-q", "-b", "none"]);
    this.git(["fast-import", "--quiet"], importStream(histories));
  }

  /** Runs `git revert` on the tip of a history, optionally with other settings. */
  revert(number: number, history: History, setting?: GitSetting): Outcome {
    const tip = `h${number}`;
    this.git(["reset", "-q", "--hard", tip]);
    if (this.wasConflicted) this.git(["clean", "-fdxq"]);
    const back = history.states.length - 1 - history.reverted;
    const run = this.run([
      ...(setting?.before ?? []),
      ...["revert", "--no-edit", ...(setting?.after ?? [])],
      `${tip}~${back}`,
    ]);
    this.wasConflicted = run.status !== 0;
    const said = (run.stdout.toString() + run.stderr.toString()).trim();
    // A revert that changes nothing also exits with 1: there is nothing to commit.
    if (run.status === 0 || said.includes("nothing to commit"))
      return { conflict: false, tree: this.tree() };
    const paths = this.unmerged();
    if (paths.length === 0) throw new Error(said);
    return { conflict: true, paths, said };
  }

  dispose(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }

  private unmerged(): string[] {
    const rows = this.git(["ls-files", "-u", "-z"]).toString().split("\0");
    const paths = rows.filter(Boolean).map((row) => row.split("\t")[1]!);
    return [...new Set(paths)].sort();
  }

  private tree(): Tree {
    const tree = treeOf(this.root);
    for (const name of tree.keys())
      if (name.startsWith(".git/")) tree.delete(name);
    return tree;
  }

  private git(args: readonly string[], input?: Buffer): Buffer {
    const run = this.run(args, input);
    if (run.status !== 0)
      throw new Error(`git ${args.join(" ")}: ${run.stderr.toString()}`);
    return run.stdout;
  }

  private run(args: readonly string[], input?: Buffer) {
    const run = spawnSync("git", args, {
      cwd: this.root,
      input,
      maxBuffer: 1 << 28,
      env: {
        ...process.env,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@example.com",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@example.com",
        LC_ALL: "C",
      },
    });
    if (run.error) throw run.error;
    return run;
  }
}

const MODES: Record<string, string> = {
  "644": "100644",
  "755": "100755",
  link: "120000",
};

/** Every history as commits of a branch `h<number>`, for `git fast-import`. */
function importStream(histories: readonly History[]): Buffer {
  const out: Buffer[] = [];
  const put = (text: string) => void out.push(Buffer.from(text, "utf8"));
  const data = (bytes: Buffer) => {
    put(`data ${bytes.length}\n`);
    out.push(bytes);
    put("\n");
  };
  histories.forEach(({ states }, number) => {
    states.forEach((tree, n) => {
      put(`commit refs/heads/h${number}\n`);
      put(`committer a <a@example.com> ${1_700_000_000 + n} +0000\n`);
      data(Buffer.from(`commit ${n}`));
      put("deleteall\n");
      for (const [name, { mode, bytes }] of tree) {
        put(`M ${MODES[mode]} inline ${JSON.stringify(name)}\n`);
        data(bytes);
      }
    });
  });
  return Buffer.concat(out);
}
