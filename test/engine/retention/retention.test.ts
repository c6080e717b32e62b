import assert from "node:assert/strict";
import fs from "node:fs";
import type { Disk } from "../../../src/base/disk";
import type { Engine } from "../../../src/engine/api";
import { defaultSettings } from "../../../src/engine/model/settings";
import { errorOf, redo, restore, stateAt, undo } from "../../helpers/history";
import { DAY, HOUR, ManualClock, MINUTE } from "../../helpers/manualClock";
import { quickDisk } from "../../helpers/quickDisk";
import { TempWorkspace } from "../../helpers/tempWorkspace";
import { noise } from "../../helpers/random";

describe("retention", () => {
  let workspace: TempWorkspace;
  let clock: ManualClock;
  beforeEach(() => {
    workspace = new TempWorkspace({ "kept.txt": "kept" });
    clock = new ManualClock();
  });
  afterEach(() => workspace.dispose());

  const text = (bytes: number) => noise(bytes).toString("base64");

  function work(engine: Engine, count: number, stepMs: number) {
    for (let i = 0; i < count; i++) {
      workspace.write("busy.txt", `${i} ${text(1500)}`);
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

  it("reports what it removed when it is stopped while freeing space", async () => {
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
    assert.equal(error.problem, "cancelled-compacting");
    assert.deepEqual(told.sort(), removed.map((c) => c.number).sort());
    const { freedBytes } = engine.prune({ dryRun: true });
    assert.ok(freedBytes > 0);
    assert.equal(freedBytes, engine.usage().garbageBytes);
  });

  it("applies a lower maximum as soon as it is set", async () => {
    const settings = { maxCheckpoints: 50 };
    const engine = await workspace.open({ clock, settings });
    work(engine, 57, MINUTE); // thinned once, and not due again
    engine.configure({ maxCheckpoints: 5 });
    work(engine, 1, MINUTE);
    const left = engine.list({ limit: 1000 }).total;
    assert.ok(left < 10, `${left} are left`);
  });

  it("keeps five guards plus those of a day, three sessions and every manual, feature and pinned one", async () => {
    const engine = await workspace.open({ clock });
    for (let i = 0; i < 12; i++)
      for (const kind of ["guard", "session", "manual", "feature"] as const) {
        clock.advance(HOUR);
        const { number } = engine.checkpoint({ kind });
        if (kind === "guard" && i === 0) engine.pin(`${number}`, true);
      }
    const count = (kind: string) =>
      engine.list({ limit: 1000 }).checkpoints.filter((c) => c.kind === kind)
        .length;
    const kinds = ["guard", "session", "manual", "feature"];
    assert.ok(count("guard") > 6, "those of the last day are more than five");
    clock.advance(2 * DAY);
    workspace.write("kept.txt", "somebody works on");
    engine.capture();
    clock.advance(DAY);
    engine.prune();
    assert.deepEqual(kinds.map(count), [6, 3, 12, 12]);
  });

  it("keeps the guard of a deletion through any number of undos and redos", async () => {
    const settings = { retention: { ...defaultSettings.retention, guard: 2 } };
    const engine = await workspace.open({ clock, settings });
    engine.checkpoint({ name: "start" });
    workspace.write("kept.txt", "lost otherwise");
    const guard = restore(engine, { to: "start" }).guard!.number;
    for (let i = 0; i < 8; i++) {
      clock.advance(3 * HOUR);
      (i % 2 ? redo : undo)(engine);
      engine.prune();
    }
    clock.advance(2 * DAY);
    workspace.write("other.txt", "somebody works on");
    engine.capture();
    clock.advance(2 * DAY);
    engine.prune();
    const guards = engine
      .list({ kinds: ["guard"], limit: 100 })
      .checkpoints.map((one) => one.number);
    assert.ok(guards.includes(guard), `#${guard} of ${guards.join(", ")}`);
    assert.equal(guards.length, 3, "two of undo and redo besides");
    restore(engine, { to: `#${guard}` });
    assert.equal(`${workspace.read("kept.txt")}`, "lost otherwise");
  });

  it("reports that a moment is no longer kept, and names the nearest checkpoint", async () => {
    const engine = await workspace.open({ clock });
    engine.checkpoint();
    workspace.write("busy.txt", "between");
    engine.capture();
    const lost = engine.resolve("@2").moment;
    clock.advance(30 * HOUR);
    workspace.write("busy.txt", "later");
    engine.checkpoint();
    clock.advance(30 * HOUR);
    workspace.write("busy.txt", "and later");
    engine.capture();
    clock.advance(30 * HOUR);
    engine.prune();
    const error = errorOf(() => engine.files(`@${lost}`), "not-kept");
    assert.equal(error.data["nearest"], 0);
    assert.equal(engine.read("1", "busy.txt").length, 5);
  });

  it("frees space before it exceeds the quota, and never drops what was requested", async () => {
    const quota = 1_500_000;
    const engine = await workspace.open({
      clock,
      settings: { maxStoreSizeBytes: quota },
    });
    workspace.write("mine.txt", text(100_000));
    engine.checkpoint({ name: "mine" });
    const mine = stateAt(engine, "mine");
    for (let i = 0; i < 80; i++) {
      workspace.write("busy.txt", text(50_000));
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

  it("reports if even that does not free enough space, and records nothing partially", async () => {
    const engine = await workspace.open({
      clock,
      settings: { maxStoreSizeBytes: 600_000 },
    });
    engine.checkpoint({ name: "mine" });
    workspace.write("huge.txt", text(2_000_000));
    const error = errorOf(
      () => engine.checkpoint({ name: "too much" }),
      "quota",
    );
    assert.equal(error.problem, "store-full");
    assert.equal(engine.list().total, 1);
    workspace.remove("huge.txt");
    engine.checkpoint({ name: "small again" });
    assert.ok(engine.verify().ok);
  });

  it("another process can keep reading while packs are rewritten", async () => {
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

  it("reports the size of the store and what deleting would free", async () => {
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

  it("reports what a killed process left as garbage, and frees it", async () => {
    workspace.write("large.txt", text(30_000));
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

  /** A disk on which everything fails once a file with such a name was synced. */
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

  it("forgets restores that can no longer be undone, except the last fifty", async () => {
    const engine = await workspace.open({ clock });
    engine.checkpoint({ name: "then" });
    for (let i = 0; i < 60; i++) {
      workspace.write("kept.txt", `${i}`);
      clock.advance(MINUTE);
      restore(engine, { to: "then" });
    }
    engine.prune();
    assert.equal(engine.restores().length, 60, "the window holds them");
    clock.advance(2 * DAY);
    workspace.write("other.txt", "somebody works on");
    engine.capture();
    clock.advance(DAY);
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
