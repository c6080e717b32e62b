import assert from "node:assert/strict";
import crypto from "node:crypto";
import fs from "node:fs";
import type { Disk } from "../../../src/base/disk";
import type { Engine } from "../../../src/engine/api";
import { errorOf, restore, stateAt, undo } from "../../helpers/history";
import { HOUR, ManualClock, MINUTE } from "../../helpers/manualClock";
import { quickDisk } from "../../helpers/quickDisk";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("retention", () => {
  let workspace: TempWorkspace;
  let clock: ManualClock;
  beforeEach(() => {
    workspace = new TempWorkspace({ "kept.txt": "kept" });
    clock = new ManualClock();
  });
  afterEach(() => workspace.dispose());

  const noise = (bytes: number) => crypto.randomBytes(bytes).toString("base64");

  function work(engine: Engine, count: number, stepMs: number) {
    for (let i = 0; i < count; i++) {
      workspace.write("busy.txt", `${i} ${noise(1500)}`);
      clock.advance(stepMs);
      engine.checkpoint({ kind: "automatic", paths: ["busy.txt"] });
    }
  }

  it("keeps every remaining checkpoint byte for byte through prune and compact", async () => {
    let engine = await workspace.open({ clock });
    engine.checkpoint({ name: "mine" });
    work(engine, 300, 20 * MINUTE);
    const before = new Map(
      engine
        .list({ limit: 1000 })
        .checkpoints.map((c) => [c.number, stateAt(engine, `${c.number}`)]),
    );
    const size = engine.usage().sizeBytes;
    const dry = engine.prune({ dryRun: true });
    assert.equal(engine.usage().sizeBytes, size, "a dry run changes nothing");
    const done = engine.prune();
    assert.deepEqual(done.removed, dry.removed);
    assert.ok(done.freedBytes > 0 && engine.usage().sizeBytes < size);
    engine = await workspace.reopen(engine, { clock });
    const kept = engine.list({ limit: 1000 }).checkpoints;
    assert.ok(kept.some((c) => c.name === "mine"));
    for (const { number } of kept)
      assert.deepEqual(stateAt(engine, `${number}`), before.get(number));
    assert.ok(engine.verify().ok);
  });

  it("says what it removed when it is stopped while it gives space back", async () => {
    const engine = await workspace.open({ clock });
    work(engine, 120, 2 * HOUR);
    const { removed } = engine.prune({ dryRun: true });
    assert.ok(removed.length > 0);
    const told: number[] = [];
    engine.onDidChange((event) => {
      if (event.type === "deleted") told.push(...event.numbers);
    });
    const error = errorOf(
      () => engine.prune({}, { isCancelled: () => true }),
      "cancelled",
    );
    assert.doesNotMatch(error.message, /Nothing was changed/);
    assert.deepEqual(told.sort(), removed.map((c) => c.number).sort());
    const { freedBytes } = engine.prune({ dryRun: true });
    assert.ok(freedBytes > 0);
    assert.equal(freedBytes, engine.usage().garbageBytes);
  });

  it("thins by a lower number of checkpoints as soon as it is set", async () => {
    const settings = { maxCheckpoints: 50 };
    const engine = await workspace.open({ clock, settings });
    work(engine, 57, MINUTE); // thinned once, and not due again
    engine.configure({ maxCheckpoints: 5 });
    work(engine, 1, MINUTE);
    const left = engine.list({ limit: 1000 }).total;
    assert.ok(left < 10, `${left} are left`);
  });

  it("keeps the last five guards, three sessions and every manual, feature and pinned one", async () => {
    const engine = await workspace.open({ clock });
    for (let i = 0; i < 12; i++)
      for (const kind of ["guard", "session", "manual", "feature"] as const) {
        clock.advance(MINUTE);
        const { number } = engine.checkpoint({ kind });
        if (kind === "guard" && i === 0) engine.pin(`${number}`, true);
      }
    const count = (kind: string) =>
      engine.list({ limit: 1000 }).checkpoints.filter((c) => c.kind === kind)
        .length;
    assert.deepEqual(
      ["guard", "session", "manual", "feature"].map(count),
      [6, 3, 12, 12],
    );
  });

  it("says that a moment is no longer kept, and names the nearest checkpoint", async () => {
    const engine = await workspace.open({ clock });
    engine.checkpoint();
    workspace.write("busy.txt", "between");
    engine.capture();
    const lost = engine.resolve("@2").moment;
    clock.advance(30 * HOUR);
    workspace.write("busy.txt", "later");
    engine.checkpoint();
    clock.advance(30 * HOUR);
    engine.prune();
    const error = errorOf(() => engine.files(`@${lost}`), "not-kept");
    assert.match(error.hint ?? "", /#0/);
    assert.equal(engine.read("1", "busy.txt").length, 5);
  });

  it("makes room before it grows past the quota, and never drops what was asked for", async () => {
    const quota = 1_500_000;
    const engine = await workspace.open({
      clock,
      settings: { maxStoreSizeBytes: quota },
    });
    workspace.write("mine.txt", noise(100_000));
    engine.checkpoint({ name: "mine" });
    const mine = stateAt(engine, "mine");
    for (let i = 0; i < 80; i++) {
      workspace.write("busy.txt", noise(50_000));
      clock.advance(1000);
      engine.checkpoint({ kind: "automatic", paths: ["busy.txt"] });
      assert.ok(
        engine.usage().sizeBytes <= quota,
        `${engine.usage().sizeBytes} after ${i}`,
      );
    }
    assert.deepEqual(stateAt(engine, "mine"), mine);
    assert.ok(engine.verify().ok);
  });

  it("says so when even that does not make room, and records nothing halfway", async () => {
    const engine = await workspace.open({
      clock,
      settings: { maxStoreSizeBytes: 600_000 },
    });
    engine.checkpoint({ name: "mine" });
    workspace.write("huge.txt", noise(2_000_000));
    const error = errorOf(
      () => engine.checkpoint({ name: "too much" }),
      "quota",
    );
    assert.match(error.message, /limit/);
    assert.equal(engine.list().total, 1);
    workspace.remove("huge.txt");
    engine.checkpoint({ name: "small again" });
    assert.ok(engine.verify().ok);
  });

  it("another process reads on while packs are rewritten", async () => {
    const engine = await workspace.open({ clock });
    engine.checkpoint();
    work(engine, 150, HOUR);
    const other = await workspace.open({ clock });
    const numbers = other
      .list({ limit: 1000 })
      .checkpoints.map((c) => c.number);
    for (const n of numbers) stateAt(other, `${n}`);
    engine.prune();
    for (const c of engine.list({ limit: 1000 }).checkpoints)
      assert.deepEqual(
        stateAt(other, `${c.number}`),
        stateAt(engine, `${c.number}`),
      );
    workspace.write("busy.txt", "from the other");
    other.checkpoint({ name: "other" });
    assert.equal(engine.read("other", "busy.txt").length, 14);
  });

  it("tells what the store takes and what deleting would free", async () => {
    const engine = await workspace.open({ clock });
    engine.checkpoint();
    work(engine, 20, MINUTE);
    const usage = engine.usage();
    const files = fs.readdirSync(workspace.storeDir, {
      recursive: true,
      withFileTypes: true,
    });
    assert.ok(files.length > 0);
    assert.equal(
      usage.sizeBytes,
      usage.packBytes + usage.journalBytes + usage.indexBytes,
    );
    const automatic = usage.byKind.find((k) => k.kind === "automatic")!;
    assert.equal(automatic.checkpoints, 20);
    assert.ok(automatic.freeableBytes > 19 * 1000);
    assert.equal(usage.largest[0]!.path, "busy.txt");
  });

  it("tells what a killed process left as garbage, and gives it back", async () => {
    workspace.write("large.txt", noise(30_000));
    const disk = dyingDisk();
    const killed = await workspace.open({ clock, disk });
    disk.dies = /pack$/;
    assert.throws(() => killed.checkpoint());
    const engine = await workspace.open({ clock });
    for (let i = 0; i < 50; i++) workspace.write(`empty/${i}`, "");
    engine.checkpoint();
    const { garbageBytes, packBytes } = engine.usage();
    assert.ok(garbageBytes > 29_000, `only ${garbageBytes}`);
    assert.equal(engine.prune({ dryRun: true }).freedBytes, garbageBytes);
    engine.compact();
    assert.equal(engine.usage().garbageBytes, 0);
    assert.ok(engine.usage().packBytes < packBytes - 29_000);
  });

  /** A disk that ends with everything once a file of such a name was synced. */
  function dyingDisk(): Disk & { dies?: RegExp } {
    const names = new Map<number, string>();
    let isDead = false;
    const alive = <T>(work: () => T): T => {
      if (isDead) throw new Error("killed");
      return work();
    };
    return {
      ...quickDisk,
      open: (path, flags, mode) =>
        alive(() => {
          const fd = quickDisk.open(path, flags, mode);
          names.set(fd, path);
          return fd;
        }),
      sync(fd) {
        quickDisk.sync(fd);
        isDead = this.dies?.test(names.get(fd)!) ?? false;
      },
      unlink: (path) => alive(() => quickDisk.unlink(path)),
      truncate: (path, to) => alive(() => quickDisk.truncate(path, to)),
      syncFolder: (path) => alive(() => quickDisk.syncFolder(path)),
    };
  }

  it("forgets restores that cannot be undone any more, but for the last fifty", async () => {
    const engine = await workspace.open({ clock });
    engine.checkpoint({ name: "then" });
    for (let i = 0; i < 60; i++) {
      workspace.write("kept.txt", `${i}`);
      clock.advance(MINUTE);
      restore(engine, { to: "then" });
    }
    engine.prune();
    assert.equal(engine.restores().length, 60, "the window holds them");
    clock.advance(48 * HOUR);
    engine.capture();
    engine.prune();
    assert.equal(engine.restores().length, 50);
    undo(engine);
    assert.equal(workspace.text("kept.txt"), "59");
    const next = await workspace.reopen(engine);
    assert.equal(next.restores().length, 51);
  });

  it("undo still works after a prune", async () => {
    const engine = await workspace.open({ clock });
    engine.checkpoint({ name: "start" });
    work(engine, 5, MINUTE);
    const before = workspace.tree();
    restore(engine, { to: "start" });
    engine.prune();
    undo(engine);
    assert.deepEqual(workspace.tree(), before);
  });
});
