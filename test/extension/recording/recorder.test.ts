import assert from "node:assert/strict";
import type {
  CaptureRequest,
  CaptureResult,
  CheckpointRequest,
} from "../../../src/engine/api";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import { SaidError } from "../../../src/wording/said";
import type { GitMove } from "../../../src/extension/recording/outsideLabel";
import { Recorder } from "../../../src/extension/recording/recorder";
import type { EngineClient } from "../../../src/worker/client";
import { silentLog } from "../../../src/base/log";
import { ManualTime } from "../../helpers/manualTime";

describe("the recorder", () => {
  let time: ManualTime;
  let captures: (CaptureRequest & { at: number })[];
  let checkpoints: CheckpointRequest[];
  let moment: number;
  /** The result of the next captures; default: every given path was modified. */
  let changes: (request: CaptureRequest) => string[];
  /** The author of the changes of the next captures; default: the requester. */
  let author: string | null;
  /** How many files the next captures leave unsettled. */
  let unsettled: () => number;
  let texts: Map<string, string>;
  let move: GitMove | null;
  let isGitBusy: boolean;
  let othersCheckpoint: number;
  let held: string[];
  let stored: Set<string>;
  let recordsUnsaved: boolean;
  let recorder: Recorder;
  let start: number;

  const rules = {
    enabled: true,
    quietMs: 8000,
    minIntervalMs: 30_000,
    afterFiles: 50,
  };

  const engine = {
    async capture(request: CaptureRequest = {}): Promise<CaptureResult> {
      captures.push({ ...request, at: time.now() - start });
      const modified = changes(request);
      const unsaved = (request.unsaved ?? [])
        .filter(({ path, text }) => text !== null || stored.has(path))
        .map(({ path }) => path);
      for (const { path, text } of request.unsaved ?? [])
        if (text === null) stored.delete(path);
        else stored.add(path);
      const isNew = modified.length + unsaved.length > 0;
      if (isNew) moment++;
      const recorded = { added: [], modified, deleted: [] };
      const source = author ?? request.source ?? "outside";
      const made = { moment, source, thread: null, recorded, unsaved };
      const moments = isNew ? [made] : [];
      const rest = { released: [], skipped: [], hasUnsettled: unsettled() > 0 };
      const result = { moment, moments, isNew, recorded, unsaved, ...rest };
      return { ...result, rewrites: 0 };
    },
    async checkpoint(request: CheckpointRequest = {}) {
      checkpoints.push(request);
      return { moment, kind: request.kind } as Checkpoint;
    },
    list: async () => ({
      checkpoints: [{ moment: othersCheckpoint } as Checkpoint],
      next: null,
      total: 1,
    }),
  } as unknown as EngineClient;

  beforeEach(() => {
    time = new ManualTime();
    start = time.now();
    captures = [];
    checkpoints = [];
    moment = 10;
    changes = ({ paths }) => [...(paths ?? [])];
    author = null;
    unsettled = () => 0;
    texts = new Map();
    move = null;
    isGitBusy = false;
    othersCheckpoint = -1;
    held = [];
    recordsUnsaved = true;
    stored = new Set(["left.txt"]);
    recorder = new Recorder({
      engine,
      editors: {
        unsavedText: (path) => texts.get(path) ?? null,
        unsavedTexts: () => [...texts].map(([path, text]) => ({ path, text })),
      },
      git: {
        look: async () => {
          const seen = move;
          move = null;
          return seen;
        },
        isBusy: async () => isGitBusy,
      },
      time,
      log: silentLog,
      rules,
      guardsGit: () => true,
      recordsUnsaved: () => recordsUnsaved,
      heldUnsaved: ["left.txt"],
      onHeldUnsaved: (paths) => {
        held = paths;
      },
    });
  });
  afterEach(() => recorder.dispose());

  const write = (count: number) => {
    for (let n = 0; n < count; n++) recorder.onDisk(`f${n}`);
  };

  it("records what formatters changed with the save, once", async () => {
    const save = { path: "a.ts", typed: "x=1\n", saved: "x = 1\n" };
    recorder.formatted({ ...save, path: "b.ts" });
    recorder.formatted(save);
    recorder.byEditor("a.ts");
    await recorder.flush();
    assert.deepEqual(captures[0]?.formatted, [save]);
    recorder.byEditor("a.ts");
    await recorder.flush();
    assert.equal(captures[1]?.formatted, undefined);
  });

  it("offers what formatters changed again if the save could not be recorded", async () => {
    const save = { path: "a.ts", typed: "x=1\n", saved: "x = 1\n" };
    recorder.formatted(save);
    recorder.byEditor("a.ts");
    changes = () => {
      throw new Error("The disk is full.");
    };
    await assert.rejects(recorder.flush());
    changes = ({ paths }) => [...(paths ?? [])];
    await recorder.flush();
    assert.deepEqual(captures[1]?.formatted, [save]);
  });

  it("records no text before formatters while unsaved texts are not recorded", async () => {
    recordsUnsaved = false;
    recorder.formatted({ path: "a.ts", typed: "x=1\n", saved: "x = 1\n" });
    recorder.byEditor("a.ts");
    await recorder.flush();
    assert.equal(captures[0]?.formatted, undefined);
  });

  it("attributes a save to the editor even if the watcher was much faster", async () => {
    void recorder.willSave("a.ts");
    recorder.onDisk("a.ts");
    await time.advance(1000);
    assert.deepEqual(captures, []);
    recorder.byEditor("a.ts");
    await time.advance(100);
    assert.deepEqual(
      captures.map(({ paths, source }) => [paths, source]),
      [[["a.ts"], "editor"]],
    );
  });

  it("attributes a save to the editor even if a rescan interrupts it", async () => {
    void recorder.willSave("a.ts");
    await recorder.rescan();
    assert.deepEqual(
      captures.map(({ paths, source }) => [paths, source]),
      [
        [["a.ts"], "editor"],
        [undefined, "outside"],
      ],
    );
  });

  it("attributes a save to the editor even if a file is read again meanwhile", async () => {
    unsettled = () => (captures.length < 2 ? 1 : 0);
    recorder.onDisk("a.ts");
    await time.advance(3000);
    captures.splice(0);
    void recorder.willSave("a.ts");
    await time.advance(1000);
    assert.deepEqual(
      captures.map(({ paths, source, unsettled: again }) => [
        paths,
        source,
        again ?? false,
      ]),
      [
        [["a.ts"], "editor", false],
        [[], "outside", true],
      ],
    );
  });

  it("attributes a save to the editor, within a tenth of a second", async () => {
    recorder.byEditor("a.ts");
    await time.advance(100);
    assert.deepEqual(
      captures.map(({ paths, source }) => ({ paths, source })),
      [{ paths: ["a.ts"], source: "editor" }],
    );
  });

  it("reads a file again that may still have been changing, without another event", async () => {
    unsettled = () => (captures.length < 2 ? 1 : 0);
    changes = ({ paths }) => (paths?.length === 0 ? ["a.ts"] : ["a.ts", "b"]);
    recorder.onDisk("a.ts");
    await time.advance(20_000);
    assert.deepEqual(
      captures.map(({ paths, source, unsettled: again }) => [
        paths,
        source,
        again ?? false,
      ]),
      [
        [["a.ts"], "outside", false],
        [[], "outside", true],
      ],
    );
    assert.equal(checkpoints.length, 1, "what it found has a checkpoint too");
  });

  it("records a burst of outside writes as one moment and one named checkpoint", async () => {
    for (let n = 0; n < 500; n++) {
      recorder.onDisk(`f${n}`);
      if (n % 100 === 0) await time.advance(50);
    }
    await time.advance(2000);
    assert.equal(captures.length, 1);
    assert.equal(captures[0]?.paths?.length, 500);
    assert.deepEqual(checkpoints, [
      {
        kind: "automatic",
        capture: false,
        name: "500 files changed outside the editor",
        source: "outside",
      },
    ]);
  });

  it("creates an automatic checkpoint after the quiet period", async () => {
    recorder.byEditor("a.ts");
    await time.advance(8000);
    assert.equal(checkpoints.length, 0);
    await time.advance(200);
    assert.equal(checkpoints[0]?.name, "Edited a.ts");
  });

  it("creates none if the capture found nothing new", async () => {
    changes = () => [];
    recorder.onDisk("a.ts");
    await time.advance(60_000);
    assert.equal(captures.length, 1);
    assert.equal(checkpoints.length, 0);
  });

  it("creates none while paused, and creates it afterwards", async () => {
    recorder.setRules({ ...rules, enabled: false });
    write(3);
    await time.advance(60_000);
    assert.equal(captures.length, 1);
    assert.equal(checkpoints.length, 0);
    recorder.setRules(rules);
    await time.advance(1);
    assert.equal(checkpoints[0]?.name, "3 files changed outside the editor");
  });

  it("leaves a checkpoint to another window that was faster", async () => {
    write(3);
    othersCheckpoint = 11;
    await time.advance(60_000);
    assert.equal(checkpoints.length, 0);
  });

  it("creates none for what a manual checkpoint contains", async () => {
    write(3);
    await time.advance(1000);
    recorder.noteEvent({
      type: "created",
      checkpoint: { moment: 11, kind: "manual" } as Checkpoint,
    });
    await time.advance(60_000);
    assert.equal(checkpoints.length, 0);
  });

  it("attributes git's writes to git, with a guard of the previous state", async () => {
    write(3);
    move = { label: "git checkout x", writesFiles: true };
    recorder.headMoved();
    await time.advance(500);
    assert.equal(captures[0]?.source, "git");
    assert.deepEqual(checkpoints, [
      {
        kind: "guard",
        capture: false,
        name: "Before git checkout x",
        source: "git",
        metadata: { command: "git checkout x" },
      },
    ]);
    await time.advance(10_000);
    assert.equal(checkpoints[1]?.name, "git checkout x");
    assert.equal(checkpoints[1]?.source, "git");
  });

  it("keeps a branch switch separate from later changes", async () => {
    const names = () => checkpoints.map(({ name }) => name);
    recorder.byEditor("a.ts");
    await time.advance(10_000);
    assert.deepEqual(names(), ["Edited a.ts"]);
    write(3);
    move = { label: "git checkout x", writesFiles: true };
    recorder.headMoved();
    await time.advance(2000);
    // Git's own writes, which the watcher reports late.
    recorder.onDisk("late");
    await time.advance(12_000);
    checkpoints = [];
    const before = captures.length;
    let namedAt = 0;
    changes = ({ paths }) => {
      namedAt = checkpoints.length;
      return [...(paths ?? [])];
    };
    write(60);
    await time.advance(1000);
    assert.deepEqual(names(), ["git checkout x"]);
    assert.equal(captures.length, before + 1);
    assert.equal(namedAt, 1, "it is named before more is recorded");
    await time.advance(60_000);
    assert.deepEqual(names(), [
      "git checkout x",
      "60 files changed outside the editor",
    ]);
  });

  it("learns the agent from the capture", async () => {
    author = "claude-code";
    write(3);
    await time.advance(20_000);
    assert.equal(checkpoints[0]?.source, "claude-code");
    assert.equal(checkpoints[0]?.name, "3 files changed by Claude Code");
  });

  it("waits for git to finish, but not forever", async () => {
    isGitBusy = true;
    write(3);
    await time.advance(3000);
    assert.equal(captures.length, 0);
    isGitBusy = false;
    await time.advance(500);
    assert.equal(captures.length, 1);
    isGitBusy = true;
    write(4);
    await time.advance(20_000);
    assert.equal(captures.length, 2);
  });

  it("names the work that a commit ends, immediately", async () => {
    recorder.byEditor("a.ts");
    await time.advance(1000);
    move = { label: "git commit “x”", writesFiles: false };
    recorder.headMoved();
    await time.advance(500);
    assert.equal(captures.length, 1);
    assert.equal(checkpoints[0]?.name, "git commit “x”");
    assert.equal(checkpoints[0]?.source, "editor");
  });

  it("records unsaved text after a pause, and drops it with the save", async () => {
    texts.set("a.ts", "typed");
    recorder.textTouched("a.ts");
    await time.advance(1000);
    assert.equal(captures.length, 0);
    await time.advance(600);
    assert.deepEqual(captures[0]?.unsaved, [{ path: "a.ts", text: "typed" }]);
    assert.deepEqual(captures[0]?.paths, []);
    assert.deepEqual(held, ["left.txt", "a.ts"]);
    texts.clear();
    recorder.byEditor("a.ts");
    await time.advance(200);
    assert.deepEqual(captures[1]?.paths, ["a.ts"]);
    assert.deepEqual(captures[1]?.unsaved, [{ path: "a.ts", text: null }]);
    assert.deepEqual(held, ["left.txt"]);
  });

  it("drops text of another window with a save", async () => {
    recorder.byEditor("b.ts");
    await time.advance(200);
    assert.deepEqual(captures[0]?.unsaved, [{ path: "b.ts", text: null }]);
  });

  it("records continuous typing every ten seconds", async () => {
    for (let n = 0; n < 25; n++) {
      texts.set("a.ts", `typed ${n}`);
      recorder.textTouched("a.ts");
      await time.advance(1000);
    }
    assert.equal(captures.length, 2);
  });

  it("does not record a clean editor again that the history knows to be clean", async () => {
    recorder.textTouched("a.ts");
    await time.advance(5000);
    assert.equal(captures.length, 0);
  });

  it("drops unsaved text of an earlier window at a rescan", async () => {
    await recorder.rescan();
    assert.equal(captures[0]?.paths, undefined);
    assert.deepEqual(captures[0]?.unsaved, [{ path: "left.txt", text: null }]);
    assert.deepEqual(held, []);
  });

  it("records saves while a rescan is under way, and nothing else", async () => {
    let end = () => {};
    const { capture } = engine;
    const scanned = new Promise<void>((resolve) => (end = resolve));
    engine.capture = async (request = {}, call) => {
      const result = await capture(request, call);
      if (request.paths === undefined) await scanned;
      return result;
    };
    const rescan = recorder.rescan();
    await time.advance(0);
    recorder.onDisk("outside.txt");
    for (const name of ["a.ts", "b.ts"]) {
      recorder.byEditor(name);
      await time.advance(500);
    }
    const seen = () => captures.map(({ paths, source }) => [paths, source]);
    const during = [
      [undefined, "outside"],
      [["a.ts"], "editor"],
      [["b.ts"], "editor"],
    ];
    assert.deepEqual(seen(), during);
    end();
    await rescan;
    engine.capture = capture;
    await time.advance(500);
    assert.deepEqual(seen(), [...during, [["outside.txt"], "outside"]]);
  });

  it("keeps a save that could not be recorded during a rescan", async () => {
    let end = () => {};
    const { capture } = engine;
    const scanned = new Promise<void>((resolve) => (end = resolve));
    let isFailing = true;
    engine.capture = async (request = {}, call) => {
      if (request.paths !== undefined && isFailing)
        throw new SaidError("store-locked", "Locked.");
      const result = await capture(request, call);
      if (request.paths === undefined) await scanned;
      return result;
    };
    const rescan = recorder.rescan();
    await time.advance(0);
    recorder.byEditor("a.ts");
    await time.advance(100);
    isFailing = false;
    end();
    await rescan;
    engine.capture = capture;
    await time.advance(5000);
    assert.deepEqual(captures.at(-1)?.paths, ["a.ts"]);
    assert.equal(captures.at(-1)?.source, "editor");
  });

  it("records pending saves before a rescan, so that they stay attributed to the editor", async () => {
    recorder.byEditor("a.ts");
    await recorder.rescan();
    assert.deepEqual(
      captures.map(({ source, paths }) => [source, paths]),
      [
        ["editor", ["a.ts"]],
        ["outside", undefined],
      ],
    );
  });

  it("records everything pending on flush", async () => {
    recorder.byEditor("a.ts");
    recorder.onDisk("b.ts");
    texts.set("c.ts", "typed");
    recorder.textTouched("c.ts");
    await recorder.flush();
    assert.deepEqual(
      captures.map(({ paths }) => paths),
      [["a.ts"], ["b.ts"], []],
    );
    await recorder.flush();
    assert.equal(captures.length, 3);
  });

  it("guards the recorded state, not the damage in progress", async () => {
    recorder.onDisk("damaged.ts");
    recorder.byEditor("saved.ts");
    await recorder.guard("Before git clean");
    assert.deepEqual(
      captures.map(({ paths }) => paths),
      [["saved.ts"], []],
    );
    assert.equal(checkpoints[0]?.kind, "guard");
    assert.equal(checkpoints[0]?.capture, false);
  });

  it("creates no second guard of the same moment", async () => {
    changes = () => [];
    const quiet = recorder;
    await quiet.rescan();
    held = [];
    await quiet.guard("one");
    await quiet.guard("two");
    assert.deepEqual(
      checkpoints.map(({ name }) => name),
      ["one"],
    );
  });

  it("holds back events of our own writes until they are done", async () => {
    let finish = () => {};
    const done = recorder.whileWriting(
      () => new Promise<void>((resolve) => (finish = resolve)),
    );
    write(3);
    await time.advance(5000);
    assert.equal(captures.length, 0);
    finish();
    await done;
    await time.advance(500);
    assert.equal(captures.length, 1);
  });

  it("retries what failed, with growing pauses, and reports why", async () => {
    const fail = () => {
      throw new SaidError("disk-full", "The disk is full.");
    };
    changes = fail;
    let told = 0;
    recorder.onDidChange(() => told++);
    recorder.byEditor("a.ts");
    await time.advance(15_000);
    assert.deepEqual(
      captures.map(({ at }) => at),
      [80, 2080, 6080, 14_080],
    );
    assert.equal(recorder.problem?.code, "disk-full");
    assert(told > 0);
    changes = () => ["a.ts"];
    await time.advance(20_000);
    assert.equal(captures.length, 5);
    assert.deepEqual(captures[4]?.paths, ["a.ts"]);
    assert.equal(recorder.problem, null);
  });

  for (const [what, begin] of [
    ["a rescan", () => recorder.rescan()],
    ["a guard", () => recorder.guard("Before rm")],
  ] as const)
    it(`records what waited for ${what} that failed`, async () => {
      write(2);
      texts.set("a.ts", "typed");
      recorder.textTouched("a.ts");
      changes = () => {
        throw new SaidError("disk-full", "The disk is full.");
      };
      await assert.rejects(begin(), { code: "disk-full" });
      captures = [];
      changes = () => [];
      await time.advance(60_000);
      assert(
        captures.some(({ paths }) => paths === undefined || paths.length === 2),
      );
      assert.deepEqual(
        captures.flatMap(({ unsaved }) => unsaved ?? []),
        [{ path: "a.ts", text: "typed" }],
      );
    });

  for (const [what, record] of [
    ["in time", () => time.advance(500)],
    ["at a flush", () => assert.rejects(recorder.flush())],
  ] as const)
    it(`records what waited behind a save that failed ${what}`, async () => {
      changes = () => {
        throw new SaidError("disk-full", "The disk is full.");
      };
      recorder.onDisk("b.ts");
      await time.advance(220);
      recorder.byEditor("a.ts");
      await record();
      changes = ({ paths }) => [...(paths ?? [])];
      captures = [];
      await time.advance(60_000);
      assert.deepEqual(
        captures.map(({ paths, source }) => [paths, source]),
        [
          [["a.ts"], "editor"],
          [["b.ts"], "outside"],
        ],
      );
    });

  it("still knows what git did if recording it failed at first", async () => {
    changes = () => {
      throw new SaidError("store-locked", "Busy");
    };
    write(3);
    move = { label: "git checkout x", writesFiles: true };
    recorder.headMoved();
    await time.advance(500);
    changes = ({ paths }) => [...(paths ?? [])];
    await time.advance(20_000);
    assert.deepEqual(
      captures.map(({ source }) => source),
      ["git", "git"],
    );
    assert.deepEqual(
      checkpoints.map(({ name }) => name),
      ["Before git checkout x", "git checkout x"],
    );
  });

  it("guards what git replaced even if the guard could not be created at first", async () => {
    const { checkpoint } = engine;
    engine.checkpoint = async () => {
      throw new SaidError("store-locked", "Busy");
    };
    write(3);
    move = { label: "git checkout x", writesFiles: true };
    recorder.headMoved();
    await time.advance(500);
    engine.checkpoint = checkpoint;
    await time.advance(5000);
    assert.equal(checkpoints[0]?.name, "Before git checkout x");
  });

  it("does not keep querying a damaged history", async () => {
    write(3);
    await time.advance(1000);
    let asked = 0;
    const list = engine.list;
    engine.list = async () => {
      asked++;
      throw new SaidError("damaged", "Unreadable");
    };
    try {
      await time.advance(20_000);
    } finally {
      engine.list = list;
    }
    assert(asked > 0 && asked < 5, `asked ${asked} times`);
    assert.equal(recorder.problem?.code, "damaged");
  });

  it("reports nothing if another process has the lock for a while", async () => {
    let times = 0;
    changes = ({ paths }) => {
      if (times++ < 2) throw new SaidError("store-locked", "Busy");
      return [...(paths ?? [])];
    };
    recorder.byEditor("a.ts");
    const seen: unknown[] = [];
    recorder.onDidChange(() => seen.push(recorder.problem));
    await time.advance(10_000);
    assert.equal(captures.length, 3);
    assert(seen.every((problem) => problem === null));
  });

  it("records nothing once it is disposed", async () => {
    write(3);
    recorder.dispose();
    await time.advance(60_000);
    assert.equal(captures.length, 0);
  });
});
