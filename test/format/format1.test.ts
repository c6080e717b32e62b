import assert from "node:assert/strict";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../src/engine/api";
import { DAY, ManualClock } from "../helpers/manualClock";
import { errorOf, errorOfAsync, restore } from "../helpers/history";
import { repository } from "../helpers/repository";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import { workspaceForEach } from "../helpers/tempWorkspace";
import type { Expected, ExpectedCheckpoint } from "../fixtures/stores/expected";

const frozen = path.join(repository, "test/fixtures/stores/format-1");
const expected = JSON.parse(
  fs.readFileSync(path.join(frozen, "expected.json"), "utf8"),
) as Expected;
const numbers = Object.keys(expected.checkpoints).map(Number);

const STORES = [
  ...["deflate", "zstd-tables", "maybe", "model", "verdicts", "earlier"],
];

for (const store of STORES)
  describe(`a store of format 1, ${store}`, () => {
    const makeWorkspace = workspaceForEach();

    /** An empty folder with a copy of the frozen store, a day after its end. */
    const start = async (change: (storeDir: string) => void = () => {}) => {
      const workspace = makeWorkspace();
      copy(path.join(frozen, store), workspace.storeDir);
      change(workspace.storeDir);
      const engine = await open(workspace);
      return { workspace, engine };
    };

    const open = (workspace: TempWorkspace) =>
      workspace.open({
        adopt: true,
        clock: new ManualClock(expected.end + DAY),
        settings: { retention: { ...KEEP_ALL } },
      });

    const withoutIndex = (storeDir: string) =>
      fs.rmSync(path.join(storeDir, "index"), { recursive: true, force: true });

    for (const [how, change] of [
      ["as it is", undefined],
      ["without its index", withoutIndex],
      ["without its format.json", (dir) => fs.rmSync(`${dir}/format.json`)],
    ] as [string, ((storeDir: string) => void) | undefined][])
      it(`restores every checkpoint byte for byte, ${how}`, async () => {
        const { workspace, engine } = await start(change);
        assertHolds(engine);
        engine.close();
        const again = await open(workspace);
        assertHolds(again);
      });

    it("knows the possible authors of a change if they were recorded", async () => {
      for (const change of [undefined, withoutIndex]) {
        const { engine } = await start(change);
        const revert = () => engine.planRevert({ source: "codex" });
        if (store === "model") continue;
        if (store !== "maybe") {
          errorOf(revert, "not-found");
          continue;
        }
        const { plan, maybe } = revert();
        assert.deepEqual([...plan.writes, ...plan.deletes], []);
        assert.deepEqual(
          maybe.find(({ path }) => path === "text.txt")?.sources,
          ["claude-code", "codex"],
        );
      }
    });

    it("knows the model and the subagent of a change, where they were recorded", async () => {
      for (const change of [undefined, withoutIndex]) {
        const { engine } = await start(change);
        const made = engine
          .history("text.txt")
          .find(({ source }) => source === "codex");
        assert.deepEqual(
          [made?.model, made?.subagent],
          store === "model" ? ["gpt-6", "reviewer"] : [undefined, undefined],
        );
        const found = engine.list({ subagent: "reviewer" }).checkpoints;
        assert.equal(found.length > 0, store === "model");
      }
    });

    it("knows which commands passed and failed, where that was recorded", async () => {
      for (const change of [undefined, withoutIndex]) {
        const { engine } = await start(change);
        if (store !== "verdicts") {
          errorOf(() => engine.resolve("good"), "not-found");
          continue;
        }
        const { checkpoint, verdicts } = engine.resolve("good");
        assert.equal(checkpoint?.name, "cleared up");
        assert.deepEqual(
          verdicts.map(({ label, passed, exact }) => [label, passed, exact]),
          [
            ["npm test", true, true],
            ["npm run lint", true, true],
          ],
        );
        assert.equal(engine.resolve("bad:npm test").checkpoint?.name, "last");
      }
    });

    it("knows which checkpoint is of an earlier moment, and where it is", async () => {
      for (const change of [undefined, withoutIndex]) {
        const { engine } = await start(change);
        const listed = engine.list({ limit: 1000 }).checkpoints;
        const past = listed.filter(({ stateAt }) => stateAt !== undefined);
        assert.deepEqual(
          past.map(({ name }) => name),
          store === "earlier" ? ["past"] : [],
        );
        assert.equal(engine.resolve("latest").checkpoint?.name, "last");
        if (!past[0]) continue;
        const { moment } = engine.get("name:cleared up");
        const here = listed.filter((one) => one.moment === moment);
        assert.equal(here[0]?.name, "past");
      }
    });

    it("is intact", async () => {
      for (const change of [undefined, withoutIndex]) {
        const { engine } = await start(change);
        const { ok, damaged, lost } = engine.verify();
        assert.deepEqual(
          { ok, damaged, lost },
          { ok: true, damaged: [], lost: [] },
        );
      }
    });

    it("is refused for another folder unless it is adopted, and stays unchanged", async () => {
      const workspace = makeWorkspace();
      copy(path.join(frozen, store), workspace.storeDir);
      await errorOfAsync(() => workspace.open(), "wrong-root");
      const journal = fs.readdirSync(path.join(workspace.storeDir, "journal"));
      const name = path.join("journal", journal[0]!);
      assert.ok(
        fs
          .readFileSync(path.join(workspace.storeDir, name))
          .equals(fs.readFileSync(path.join(frozen, store, name))),
      );
    });

    for (const number of numbers)
      it(`restores #${number} into an empty folder`, async () => {
        const { workspace, engine } = await start();
        restore(engine, { to: `#${number}` });
        assert.deepEqual(
          describeTree(workspace),
          expected.checkpoints[number]!.files,
        );
        assertHolds(engine);
      });

    it("keeps everything when pruned, compacted and verified by current code", async () => {
      const { workspace, engine } = await start();
      engine.prune();
      engine.compact();
      engine.verify({ repair: true });
      assertHolds(engine);
      engine.close();
      assertHolds(await open(workspace));
    });

    it("continues: new checkpoints get the next numbers, and the old ones stay", async () => {
      const { workspace, engine } = await start(withoutIndex);
      const last = Math.max(...numbers);
      workspace.write("new.txt", "new");
      const made = engine.checkpoint({ name: "today" });
      assert.equal(made.number, last + (store === "earlier" ? 2 : 1));
      assert.equal(made.filesChanged.added, 1);
      engine.recordMessage({
        thread: "talk",
        role: "user",
        text: "Still here",
      });
      assert.equal(engine.thread("talk").messages.length, 3);
      restore(engine, { to: `#${last}` });
      engine.applyRestore(engine.planUndo().id);
      assert.deepEqual(Object.keys(describeTree(workspace)), ["new.txt"]);
      engine.close();
      const again = await open(workspace);
      for (const number of numbers) assertCheckpoint(again, number);
    });

    it("a deleted checkpoint, and what only it contained, is gone", async () => {
      const { engine } = await start();
      const deleted = Array.from(
        { length: Math.max(...numbers) },
        (_, i) => i,
      ).filter((number) => !numbers.includes(number));
      assert.equal(deleted.length, 1);
      errorOf(() => engine.get(`#${deleted[0]}`), "not-found");
    });
  });

/** Nothing of the story is thinned out, however many guards a test creates. */
const KEEP_ALL = {
  guard: 1000,
  session: 1000,
  hourlyForHours: 24,
  dailyForDays: 30,
  windowHours: 24,
};

function assertHolds(engine: Engine): void {
  const listed = engine.list({ limit: 1000 }).checkpoints;
  const old = listed.filter((one) => one.number <= Math.max(...numbers));
  assert.deepEqual(
    old.map((one) => one.number).sort((a, b) => a - b),
    numbers,
  );
  for (const number of numbers) assertCheckpoint(engine, number);
  for (const [thread, messages] of Object.entries(expected.threads))
    assert.deepEqual(
      engine.thread(thread).messages.map(({ id, role, text, at, deleted }) => ({
        id,
        role,
        text,
        at,
        deleted,
      })),
      messages,
    );
  const restores = engine
    .restores()
    .filter((one) => one.at <= new Date(expected.end).toISOString())
    .map(({ verb, state, guard }) => ({ verb, state, guard }));
  assert.deepEqual(restores, expected.restores);
}

function assertCheckpoint(engine: Engine, number: number): void {
  const wanted = expected.checkpoints[number]!;
  const ref = `#${number}`;
  const found = engine.get(ref);
  const told: Omit<ExpectedCheckpoint, "files" | "unsaved"> = {
    kind: found.kind,
    name: wanted.name === null ? null : found.name,
    description: found.description,
    createdAt: found.createdAt,
    source: found.source,
    metadata: wanted.metadata === null ? null : found.metadata,
    task: found.task,
    thread: found.thread,
    message: found.message,
    pinned: found.pinned,
    skipped: found.skipped,
  };
  const { files, unsaved, ...rest } = wanted;
  assert.deepEqual(told, rest, ref);
  const held: Record<string, string> = {};
  const typed: Record<string, string> = {};
  for (const file of engine.files(ref, { unsaved: true })) {
    const layer = file.unsaved ? "unsaved" : "disk";
    const hash = sha256(engine.read(ref, file.path, layer));
    if (file.unsaved) typed[file.path] = hash;
    else
      held[file.path] =
        `${file.kind === "symlink" ? "link" : file.mode} ${hash}`;
  }
  assert.deepEqual(held, files, `the files of ${ref}`);
  assert.deepEqual(typed, unsaved, `the unsaved texts of ${ref}`);
}

/** The folder in the format of `expected.json`. */
function describeTree(workspace: TempWorkspace): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, { mode, bytes }] of workspace.tree())
    found[name] = `${mode} ${sha256(bytes)}`;
  return found;
}

function sha256(bytes: Uint8Array): string {
  return crypto.createHash("sha256").update(bytes).digest("hex");
}

/** Copies only the bytes: a checkout gives files other modes than a store has. */
function copy(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [
      path.join(from, entry.name),
      path.join(to, entry.name),
    ];
    if (entry.isDirectory()) copy(source, target);
    else fs.writeFileSync(target, fs.readFileSync(source), { mode: 0o644 });
  }
}
