import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../../src/base/disk";
import type { Engine } from "../../../../src/engine/api";
import { defaultSettings } from "../../../../src/engine/model/settings";
import { errorOf, stateAt } from "../../../helpers/history";
import { quickDisk } from "../../../helpers/quickDisk";
import {
  workspaceForEach,
  type TempWorkspace,
} from "../../../helpers/tempWorkspace";
import { assertSameTree } from "../../../helpers/tree";
import { errno } from "../../workspace/watchedDisk";
import { noise } from "../../../helpers/random";

/** Moments without a checkpoint are not kept. */
const retention = { ...defaultSettings.retention, windowHours: 0 };

describe("contents that no record refers to", () => {
  const makeWorkspace = workspaceForEach();
  let work: TempWorkspace;
  beforeEach(() => {
    work = makeWorkspace({ a: "a" });
  });

  const packs = () =>
    fs
      .readdirSync(path.join(work.storeDir, "packs"))
      .map((name) => [
        name,
        fs.statSync(path.join(work.storeDir, "packs", name)).size,
      ]);

  /** Everything is recorded, and nothing else takes space. */
  const check = (engine: Engine) => {
    engine.checkpoint({ name: "whole" });
    assertSameTree(stateAt(engine, "whole"), work.tree());
    assert.deepEqual(engine.verify().damaged, []);
  };

  it("are removed when the work is cancelled, however often", async () => {
    const engine = await work.open();
    engine.checkpoint();
    const before = packs();
    for (let i = 0; i < 80; i++) work.write(`many/${i}`, noise(3_000));
    for (let time = 0; time < 3; time++) {
      let asked = 0;
      const isCancelled = () => ++asked > 1;
      errorOf(() => engine.capture({}, { isCancelled }), "cancelled");
      assert.deepEqual(packs(), before);
    }
    check(engine);
  });

  it("are removed if the disk is full, and fit once there is space", async () => {
    let room = Infinity;
    const disk: Disk = {
      ...quickDisk,
      write(fd, bytes) {
        if (bytes.byteLength > room) {
          // Like a full disk: writes what fits.
          quickDisk.write(fd, bytes.subarray(0, room));
          throw errno("ENOSPC");
        }
        room -= bytes.byteLength;
        quickDisk.write(fd, bytes);
      },
    };
    const engine = await work.open({ disk });
    engine.checkpoint();
    const before = packs();
    for (let i = 0; i < 80; i++) work.write(`many/${i}`, noise(3_000));
    for (const some of [10_000, 100_000, 200_000]) {
      room = some;
      errorOf(() => engine.capture(), "disk-full");
      assert.deepEqual(packs(), before, `with room for ${some}`);
    }
    room = Infinity;
    check(engine);
  });

  it("are removed if a pack cannot be rewritten because of damage in it", async () => {
    const engine = await work.open();
    for (let i = 0; i < 10; i++) {
      work.write("b", noise(20_000));
      work.write(`kept/${i}`, noise(1_000));
      engine.checkpoint({ kind: i === 9 ? "manual" : "automatic" });
    }
    const { checkpoints } = engine.list({ kinds: ["automatic"] });
    engine.delete(checkpoints.map(({ id }) => id));
    engine.configure({ retention });
    const [[name]] = packs() as [[string, number]];
    const file = path.join(work.storeDir, "packs", name);
    const bytes = fs.readFileSync(file);
    bytes[bytes.length - 500]! ^= 1;
    fs.writeFileSync(file, bytes);
    const before = packs();
    engine.prune();
    assert.deepEqual(packs(), before);
  });

  it("of a pack that another process removed are not kept open", async () => {
    const opened = new Map<number, string>();
    const disk: Disk = {
      ...quickDisk,
      open(file, flags, mode) {
        const fd = quickDisk.open(file, flags, mode);
        opened.set(fd, file);
        return fd;
      },
      close(fd) {
        opened.delete(fd);
        quickDisk.close(fd);
      },
    };
    const one = await work.open({ disk });
    for (let i = 0; i < 5; i++) {
      work.write("b", noise(50_000));
      one.checkpoint({ kind: "automatic" });
      one.read("latest", "b");
    }
    const other = await work.open();
    other.delete(
      other
        .list()
        .checkpoints.slice(1)
        .map(({ id }) => id),
    );
    other.configure({ retention });
    assert.ok(other.prune().freedBytes > 0);
    one.list();
    const held = [...opened.values()].filter((file) => file.endsWith(".pack"));
    assert.deepEqual(
      held.filter((file) => !fs.existsSync(file)),
      [],
    );
  });
});
