import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Engine, Progress } from "../../../src/engine/api";
import { realDisk } from "../../../src/base/realDisk";
import { errorOf, stateAt } from "../../helpers/history";
import { assetsDir } from "../../helpers/repository";
import {
  workspaceForEach,
  type TempWorkspace,
} from "../../helpers/tempWorkspace";
import { assertSameTree } from "../../helpers/tree";

/** Enough files for two threads to share the reading. */
const FILES = 3_400;
const MAX_BYTES = 200_000;

describe("a first capture on two threads", function () {
  this.timeout(60_000);
  const makeWorkspace = workspaceForEach();
  let work: TempWorkspace;

  beforeEach(() => {
    work = makeWorkspace();
    for (let i = 0; i < FILES; i++)
      // Every seventh file repeats another one's text; some are larger than a
      // group.
      work.write(
        `src/${i % 90}/f-${i}.ts`,
        `text ${i % 7 === 0 ? 0 : i}\n`.repeat(i % 400 === 1 ? 15_000 : 40),
      );
    work.write("empty", "");
    work.write("bytes", Buffer.from([0, 255, 13, 10, 0]), 0o755);
    work.link("link", "src/1/f-1.ts");
    work.write("large", "x".repeat(MAX_BYTES * 2));
  });

  const open = (options: Parameters<TempWorkspace["open"]>[0] = {}) =>
    work.open({
      disk: realDisk,
      threads: true,
      settings: { maxFileSizeBytes: MAX_BYTES },
      ...options,
    });

  /** Everything is recorded as on disk, also when read back from the journal. */
  const check = (engine: Engine) => {
    const tree = work.tree();
    tree.delete("large");
    assertSameTree(stateAt(engine, "0"), tree);
    assert.deepEqual(engine.verify().damaged, []);
    assert.equal(engine.capture().isNew, false);
  };

  it("records every file once, and names those that are too large", async () => {
    const engine = await open();
    const checkpoint = engine.checkpoint();
    assert.deepEqual(checkpoint.skipped, [
      { path: "large", reason: "too-large" },
    ]);
    check(engine);
    engine.close();
    fs.rmSync(path.join(work.storeDir, "index"), { recursive: true });
    check(await open());
  });

  it("records the unsaved text of editors along with the files", async () => {
    const engine = await open();
    const name = "src/1/f-1.ts";
    engine.checkpoint({ unsaved: [{ path: name, text: "typed" }] });
    const text = engine.read("0", name, "unsaved");
    assert.equal(Buffer.from(text).toString(), "typed");
    check(engine);
  });

  it("is completed by one thread if the other cannot start", async () => {
    const assets = path.join(work.base, "assets");
    fs.mkdirSync(assets);
    const wasm = "sql-wasm.wasm";
    fs.copyFileSync(path.join(assetsDir, wasm), path.join(assets, wasm));
    const engine = await open({ assetsDir: assets });
    engine.checkpoint();
    check(engine);
  });

  it("leaves nothing open or behind when it is cancelled, and completes the next time", async () => {
    const opened = new Set<number>();
    const engine = await open({
      disk: {
        ...realDisk,
        open(file, flags, mode) {
          const fd = realDisk.open(file, flags, mode);
          if (file.endsWith(".pack")) opened.add(fd);
          return fd;
        },
        close(fd) {
          opened.delete(fd);
          realDisk.close(fd);
        },
      },
    });
    let isReading = false;
    const run = {
      progress: ({ phase }: Progress) => void (isReading ||= phase === "read"),
      isCancelled: () => isReading,
    };
    errorOf(() => engine.checkpoint({}, run), "cancelled");
    assert.deepEqual([...opened], []);
    const packs = path.join(work.storeDir, "packs");
    assert.deepEqual(fs.readdirSync(packs), [], "nor anything behind");
    engine.checkpoint();
    check(engine);
  });
});
