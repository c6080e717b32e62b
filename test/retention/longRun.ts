import crypto from "node:crypto";
import fs from "node:fs";
import type { Engine } from "../../src/engine/api";
import type { ManualClock } from "../helpers/manualClock";
import { MINUTE } from "../helpers/manualClock";
import { Random } from "../helpers/random";
import type { TempWorkspace } from "../helpers/tempWorkspace";

const FILES = 40;
const LINES = 60;
const CAPTURES_PER_CHECKPOINT = 5;

/** The size of the store after a number of captures. */
export interface Growth {
  captures: number;
  sizeBytes: number;
  packBytes: number;
  journalBytes: number;
  indexBytes: number;
  checkpoints: number;
}

/**
 * Somebody who works without end: a file changes every minute and is recorded,
 * every fifth time as an automatic checkpoint.
 */
export class LongRun {
  /** The largest size seen, looked at after every checkpoint. */
  largestBytes = 0;
  private captures = 0;
  private readonly random = new Random(1);
  private readonly files: { path: string; lines: string[]; hash: string }[];
  /** What every checkpoint has to hold, as one hash. */
  private readonly expected = new Map<number, string>();

  constructor(
    private readonly workspace: TempWorkspace,
    private readonly engine: Engine,
    private readonly clock: ManualClock,
  ) {
    const line = () => `export const value = ${this.random.below(1e9)};`;
    this.files = Array.from({ length: FILES }, (_, i) => ({
      path: `src/module${i}.ts`,
      lines: Array.from({ length: LINES }, line),
      hash: "",
    }));
    for (const file of this.files) {
      workspace.write(file.path, "");
      this.write(file);
    }
    const { number } = engine.checkpoint({ name: "first" });
    this.expected.set(number, this.stateHash());
  }

  /** Continues until there were this many captures. */
  upTo(captures: number): Growth {
    while (this.captures < captures) this.captureOnce();
    const usage = this.engine.usage();
    return {
      captures,
      ...usage,
      checkpoints: this.engine.list({ limit: 1 }).total,
    };
  }

  /** Names the checkpoints whose files are not what they were. */
  wrongCheckpoints(): number[] {
    const { checkpoints } = this.engine.list({ limit: 100_000 });
    return checkpoints
      .map(({ number }) => number)
      .filter((number) => {
        const hashes = new Map(
          this.engine.files(`#${number}`).map(({ path, hash }) => [path, hash]),
        );
        const found = this.files.map(({ path }) => hashes.get(path));
        return hashOf(found.join()) !== this.expected.get(number);
      });
  }

  private captureOnce(): void {
    const file = this.random.pick(this.files);
    const { path, lines } = file;
    lines[this.random.below(LINES)] = `changed ${this.random.below(1e9)};`;
    this.write(file);
    this.clock.advance(MINUTE);
    if (++this.captures % CAPTURES_PER_CHECKPOINT !== 0) {
      this.engine.capture({ paths: [path], source: "editor" });
      return;
    }
    const { number } = this.engine.checkpoint({
      ...{ kind: "automatic", paths: [path] },
    });
    this.expected.set(number, this.stateHash());
    this.largestBytes = Math.max(this.largestBytes, this.storeBytes());
  }

  /** In place: some file systems wait for the disk when a file is emptied first. */
  private write(file: { path: string; lines: string[]; hash: string }): void {
    const text = file.lines.join("\n");
    const fd = fs.openSync(this.workspace.at(file.path), "r+");
    fs.writeSync(fd, text);
    fs.ftruncateSync(fd, Buffer.byteLength(text));
    fs.closeSync(fd);
    file.hash = hashOf(text);
  }

  private stateHash(): string {
    return hashOf(this.files.map(({ hash }) => hash).join());
  }

  private storeBytes(): number {
    let bytes = 0;
    for (const folder of ["packs", "journal", "index"])
      for (const name of fs.readdirSync(`${this.workspace.storeDir}/${folder}`))
        bytes += fs.statSync(
          `${this.workspace.storeDir}/${folder}/${name}`,
        ).size;
    return bytes;
  }
}

function hashOf(text: string): string {
  return crypto.createHash("sha256").update(text).digest("hex");
}
