import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Checkpoint } from "../../src/engine/model/checkpoint";
import type { RestoreReport } from "../../src/engine/model/restorePlan";
import { assetsDir } from "../helpers/repository";
import type { Tree } from "../helpers/tree";
import { assertSameTree, treeOf } from "../helpers/tree";

/** Which of the two is on the disk under test; the other is on the usual one. */
export const PLACEMENTS = ["the workspace", "the store", "both"] as const;
export type Placement = (typeof PLACEMENTS)[number];

export interface Answer {
  code: number | null;
  isKilled: boolean;
  text: string;
  /** The output, if it is one complete document: then it was reported. */
  json: Partial<RestoreReport> & {
    checkpoint?: Checkpoint;
    checkpoints?: Checkpoint[];
    ok?: boolean;
    error?: { code: string; message: string };
  };
}

/**
 * A folder and its history, used through the built command, one or both on a given
 * disk.
 */
export class DiskStory {
  private readonly usual: string;
  readonly root: string;
  readonly storeDir: string;
  /** What each reported checkpoint must restore. */
  readonly states = new Map<number, Tree>();

  constructor(
    disk: string,
    placement: Placement,
    /**
     * A restore brings back the spelling of files, and leaves folders as they are.
     */
    private readonly ignoresCase = false,
    private readonly prefix: readonly string[] = [],
  ) {
    const usual = path.join(os.tmpdir(), "checkpoint-usual-");
    this.usual = fs.mkdtempSync(usual);
    const there = fs.mkdtempSync(path.join(disk, "story-"));
    const base = (what: Placement) =>
      placement === what || placement === "both" ? there : this.usual;
    this.root = path.join(base("the workspace"), "work");
    this.storeDir = path.join(base("the store"), "history");
    fs.mkdirSync(this.root);
  }

  write(name: string, content: string | Uint8Array, mode?: number): void {
    const file = this.at(name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    if (mode !== undefined) fs.chmodSync(file, mode);
  }

  at(name: string): string {
    return path.join(this.root, name);
  }

  tree(): Tree {
    const tree = treeOf(this.root);
    if (!this.ignoresCase) return tree;
    const folded = (name: string) => {
      const { dir, base } = path.posix.parse(name);
      return path.posix.join(dir.toLowerCase(), base);
    };
    return new Map([...tree].map(([name, entry]) => [folded(name), entry]));
  }

  run(args: readonly string[], killAfterMs?: number): Promise<Answer> {
    const cli = [process.execPath, path.join(assetsDir, "cli.js"), ...args];
    const place = ["--workspace", this.root, "--store", this.storeDir];
    const [program, ...rest] = [...this.prefix, ...cli, "--json", ...place];
    const child = spawn(program!, rest, {
      env: { ...process.env, HOME: this.usual, NO_FAKE_STAT: "1" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let text = "";
    child.stdout.on("data", (data: Buffer) => (text += data.toString("utf8")));
    const alarm =
      killAfterMs === undefined
        ? undefined
        : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => {
        clearTimeout(alarm);
        const isKilled = signal === "SIGKILL";
        resolve({ code, isKilled, text, json: parsed(text) });
      });
    });
  }

  async does(...args: string[]): Promise<Answer["json"]> {
    const { code, text, json } = await this.run(args);
    assert.equal(code, 0, `${args.join(" ")}: ${text}`);
    return json;
  }

  /** Records the current folder; returns the checkpoint's number. */
  async create(name: string): Promise<number> {
    const state = this.tree();
    const { checkpoint } = await this.does("create", "-m", name);
    this.states.set(checkpoint!.number, state);
    return checkpoint!.number;
  }

  async restores(number: number): Promise<void> {
    await this.does("restore", String(number), "--yes");
    this.isAt(number);
  }

  isAt(number: number): void {
    assertSameTree(this.tree(), this.states.get(number)!, `#${number}`);
  }

  /** Every reported checkpoint exists, is complete and can be restored. */
  async isWhole(): Promise<void> {
    const { ok } = await this.does("verify");
    assert.equal(ok, true);
    for (const number of this.states.keys()) await this.restores(number);
    assert.deepEqual(temporary(this.root), []);
  }

  dispose(): void {
    fs.rmSync(this.usual, { recursive: true, force: true });
  }
}

/** Our temporary files that are still in a folder. */
export function temporary(root: string): string[] {
  const names = fs.readdirSync(root, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.checkpoint-.*\.tmp$/.test(name));
}

function parsed(text: string): Answer["json"] {
  try {
    return JSON.parse(text) as Answer["json"];
  } catch {
    return {}; // truncated, or nothing was printed
  }
}
