import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../src/engine/api";
import type { Frame } from "../../src/engine/store/journal/journal";
import { scanFrames } from "../../src/engine/store/journal/journal";
import { decodeHeader } from "../../src/engine/store/packs/packRecord";
import { contentHash } from "../../src/engine/store/packs/hash";
import { restore, stateAt, undo } from "../helpers/history";
import { DAY, ManualClock } from "../helpers/manualClock";
import { Random } from "../helpers/random";
import { Snapshot } from "../helpers/snapshot";
import { TempWorkspace } from "../helpers/tempWorkspace";
import type { Tree } from "../helpers/tree";

/** A range of a file: the location of a record, or what was damaged. */
export interface Range {
  file: string;
  from: number;
  to: number;
}

/** The shape of the store before it is damaged. */
export type Shape = "indexed" | "bare" | "rewritten";

/** A store with every kind of data and fully known content, to be damaged many times. */
export class Subject {
  readonly workspace = new TempWorkspace();
  readonly clock = new ManualClock();
  /** Every checkpoint's tree by its id, and every moment's by `@n`. */
  readonly truth = new Map<string, Tree>();
  /** The moment of each checkpoint by its id. */
  readonly moments = new Map<string, number>();
  /** The locations of journal frames and pack records. */
  readonly frames: (Range & { frame: Frame })[] = [];
  readonly records: (Range & { hashes: string[] })[] = [];
  files: string[] = [];
  private snapshot!: Snapshot;

  static async make(shape: Shape): Promise<Subject> {
    const subject = new Subject();
    const { workspace } = subject;
    let engine = await subject.open();
    live(workspace, engine, subject.clock);
    if (shape === "rewritten") {
      // An index that lags behind the journal, then a rewritten journal.
      engine.close();
      fs.rmSync(path.join(workspace.storeDir, "index"), { recursive: true });
      const journal = path.join(workspace.storeDir, "journal", "1.log");
      const bytes = fs.readFileSync(journal);
      bytes[bytes.indexOf('"t":"edit"')]! ^= 1;
      fs.writeFileSync(journal, bytes);
      engine = await subject.open();
      engine.checkpoint({ name: "after the rewriting" });
      workspace.write("late", "one more");
      engine.checkpoint({ name: "last" });
    }
    subject.learn(engine);
    engine.close();
    if (shape !== "indexed")
      fs.rmSync(path.join(workspace.storeDir, "index"), { recursive: true });
    subject.map();
    subject.snapshot = new Snapshot(workspace.base);
    return subject;
  }

  open(): Promise<Engine> {
    return this.workspace.open({ clock: this.clock, lockTimeoutMs: 300 });
  }

  putBack(): void {
    this.snapshot.putBack();
  }

  /** Paths whose content has this hash, for every known point. */
  hashesOf(ref: string): Set<string> {
    const tree = this.truth.get(ref)!;
    return new Set([...tree.values()].map((entry) => contentHash(entry.bytes)));
  }

  private learn(engine: Engine): void {
    for (const { id, moment } of engine.list({ limit: 1000 }).checkpoints) {
      this.truth.set(id, stateAt(engine, id));
      this.moments.set(id, moment);
    }
    const { moments } = engine.status();
    for (let n = 1; n <= moments; n++)
      this.truth.set(`@${n}`, stateAt(engine, `@${n}`));
  }

  private map(): void {
    const { storeDir } = this.workspace;
    this.files = fs
      .readdirSync(storeDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(storeDir, path.join(entry.parentPath, entry.name)),
      )
      .sort();
    for (const file of this.files) {
      const bytes = fs.readFileSync(path.join(storeDir, file));
      if (file.startsWith("journal")) {
        let from = 0;
        for (const frame of scanFrames(bytes).frames) {
          this.frames.push({ file, from, to: frame.end, frame });
          from = frame.end;
        }
      }
      if (file.startsWith("packs"))
        for (let from = 0; from < bytes.length;) {
          const header = decodeHeader(bytes.subarray(from))!;
          const to = from + header.totalLength;
          const hashes = header.blobs.map((blob) => blob.hash);
          this.records.push({ file, from, to, hashes });
          from = to;
        }
    }
  }
}

/** A history with captures of every kind, restores, deletions and threads. */
function live(
  workspace: TempWorkspace,
  engine: Engine,
  clock: ManualClock,
): void {
  const random = new Random(7);
  const names = ["a", "b", "src/c", "src/d", "lib/deep/e", "f g"];
  workspace.write(".gitignore", "*.log\n");
  for (const name of names) workspace.write(name, `first ${name}`);
  engine.checkpoint({ name: "zero" });
  for (let i = 0; i < 14; i++) {
    clock.advance(DAY / 8);
    const name = random.pick(names);
    if (random.chance(0.2)) workspace.remove(name);
    else workspace.write(name, random.bytes(random.between(0, 400)));
    if (random.chance(0.5)) engine.capture({ paths: [name], source: "agent" });
    if (random.chance(0.6)) engine.checkpoint({ name: `made at ${i}` });
    if (i === 5) restore(engine, { to: "zero" });
    if (i === 8) undo(engine);
    if (i === 9) engine.rename("0", "renamed");
    if (i === 9) engine.rename("0", "zero");
    if (i === 10)
      engine.capture({ unsaved: [{ path: "a", text: "being typed" }] });
    if (i === 11)
      engine.recordMessage({ thread: "t", role: "user", text: "hello" });
  }
  engine.checkpoint({ name: "end" });
}
