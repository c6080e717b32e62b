import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { homeDir } from "../../src/base/homeDir";
import type { Engine } from "../../src/engine/api";
import type { OpenOptions } from "../../src/engine/openEngine";
import { openEngine } from "../../src/engine/openEngine";
import { madeForEach } from "./madeForEach";
import { quickDisk } from "./quickDisk";
import { assetsDir } from "./repository";
import type { Tree } from "./tree";
import { treeOf } from "./tree";

/**
 * A workspace folder on the real disk, with a store next to it. `dispose` closes
 * the engines it opened and removes everything.
 */
export class TempWorkspace {
  readonly base: string;
  readonly root: string;
  readonly storeDir: string;
  private readonly engines: Engine[] = [];

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    const made = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-"));
    this.base = fs.realpathSync(made);
    this.root = path.join(this.base, "work");
    this.storeDir = path.join(this.base, "stores", "store");
    fs.mkdirSync(this.root);
    for (const [name, content] of Object.entries(files))
      this.write(name, content);
  }

  /**
   * In the engine's spelling, also on Windows: tests compare it with the paths of
   * disk calls.
   */
  at(name: string): string {
    if (process.platform === "win32") return `${this.root}/${name}`;
    return path.join(this.root, name);
  }

  write(name: string, content: string | Uint8Array, mode?: number): void {
    fs.mkdirSync(path.dirname(this.at(name)), { recursive: true });
    fs.writeFileSync(this.at(name), content);
    if (mode !== undefined) fs.chmodSync(this.at(name), mode);
  }

  link(name: string, target: string): void {
    fs.mkdirSync(path.dirname(this.at(name)), { recursive: true });
    fs.symlinkSync(target, this.at(name));
  }

  /** Removes a file, a link or a whole folder. */
  remove(name: string): void {
    fs.rmSync(this.at(name), { recursive: true, force: true });
  }

  rename(from: string, to: string): void {
    fs.mkdirSync(path.dirname(this.at(to)), { recursive: true });
    // Wine ignores a rename that only changes the case.
    const isInTwoSteps =
      process.platform === "win32" && from.toLowerCase() === to.toLowerCase();
    const by = isInTwoSteps ? `${this.at(to)}.renamed` : this.at(from);
    if (isInTwoSteps) fs.renameSync(this.at(from), by);
    fs.renameSync(by, this.at(to));
  }

  exists(name: string): boolean {
    return fs.lstatSync(this.at(name), { throwIfNoEntry: false }) !== undefined;
  }

  read(name: string): Buffer {
    return fs.readFileSync(this.at(name));
  }

  text(name: string): string {
    return this.read(name).toString("utf8");
  }

  tree(): Tree {
    return treeOf(this.root);
  }

  /**
   * Opens the engine without waiting for the disk's cache, unless configured
   * otherwise.
   */
  async open(options: Partial<OpenOptions> = {}): Promise<Engine> {
    const engine = await openEngine({
      home: homeDir(),
      root: this.root,
      storeDir: this.storeDir,
      assetsDir,
      disk: quickDisk,
      ...options,
    });
    this.engines.push(engine);
    return engine;
  }

  /** Closes and reopens: nothing reported as saved may depend on memory. */
  async reopen(
    engine: Engine,
    options: Partial<OpenOptions> = {},
  ): Promise<Engine> {
    engine.close();
    return this.open(options);
  }

  dispose(): void {
    for (const engine of this.engines) {
      try {
        engine.close();
      } catch {
        // A test may have broken its store on purpose.
      }
    }
    fs.rmSync(this.base, { recursive: true, force: true });
  }
}

/** Creates a workspace for one test; mocha disposes of it afterwards. */
export const workspaceForEach = () =>
  madeForEach(
    (files?: Readonly<Record<string, string | Uint8Array>>) =>
      new TempWorkspace(files),
  );
