import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../src/base/homeDir";
import type { Engine } from "../../src/engine/api";
import { openEngine } from "../../src/engine/openEngine";
import { locate } from "../../src/host/locate";
import { makePlace, type Place } from "../agents/place";
import { repository } from "../helpers/repository";

/** What a refused call must leave unchanged: every file, and the whole history. */
export interface State {
  files: Record<string, string>;
  history: unknown;
}

/** A folder with a little of everything and a history, observed from outside. */
export class Subject {
  readonly place: Place = makePlace();
  /** Next to the workspace: calls may create files here. */
  readonly base = path.dirname(this.place.root);
  private engine!: Engine;

  async begin(): Promise<this> {
    const { place } = this;
    place.write(".gitignore", "*.log\n");
    place.write("ignored.log", "mine\n");
    place.write("a.txt", "one\n");
    place.write("src/b.txt", "one\n");
    place.write("src/deep/c.txt", "one\n");
    fs.symlinkSync("a.txt", path.join(place.root, "link"));
    fs.mkdirSync(path.join(this.base, "other"));
    const { storeDir } = locate({ cwd: place.root, env: place.env });
    this.engine = await openEngine({
      home: homeDir(),
      ...{ root: place.root, storeDir },
      assetsDir: path.join(repository, "dist"),
      threads: false,
    });
    this.engine.checkpoint({ name: "one" });
    place.write("a.txt", "two\n");
    place.write("src/new.txt", "new\n");
    this.engine.checkpoint({ name: "two", source: "bot" });
    this.engine.recordMessage({ thread: "t", role: "user", text: "hello" });
    return this;
  }

  /** Changes a file from time to time, so that there is something to restore. */
  change(n: number): void {
    this.place.write("a.txt", `${n}\n`);
    this.place.write(`src/f${n % 5}.txt`, `${n}\n`);
    this.engine.checkpoint({ kind: "automatic" });
  }

  /** Records the current state, and returns what must stay unchanged. */
  state(): State {
    this.engine.capture();
    const { engine } = this;
    return {
      files: this.place.files(),
      history: {
        moment: engine.resolve("workspace").moment,
        checkpoints: engine.list({ limit: 1000 }).checkpoints,
        restores: engine.restores(),
        threads: engine.threads(),
      },
    };
  }

  assertUnchanged(before: State, what: string): void {
    assert.deepEqual(
      this.state(),
      before,
      `changed by a refused call: ${what}`,
    );
  }

  /** The folder itself must always stay usable. */
  assertSound(what: string): void {
    const { ok, damaged } = this.engine.verify();
    assert.ok(ok, `${what}: ${JSON.stringify(damaged)}`);
  }

  end(): void {
    this.engine.close();
    this.place.remove();
  }
}
