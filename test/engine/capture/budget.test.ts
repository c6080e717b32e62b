import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { EngineSettings } from "../../../src/engine/model/settings";
import type { CheckpointError } from "../../../src/engine/model/errors";
import { errorOf } from "../../helpers/history";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { megabytes } from "../../../src/wording/counts";

describe("a first capture that exceeds the budget", () => {
  const makeWorkspace = workspaceForEach();

  const start = async (
    files: Record<string, string>,
    settings: Partial<EngineSettings>,
  ) => {
    const workspace = makeWorkspace(files);
    const engine = await workspace.open({ settings });
    return { workspace, engine };
  };

  it("is stopped by the number of files, and names the folders that contain them", async () => {
    const { engine } = await start(
      { ...many("src/big", 30), ...many("src/small", 3), ...many("docs", 9) },
      { budgetFiles: 40 },
    );
    const error = errorOf(() => engine.capture(), "over-budget");
    assert.equal(error.data["files"], 42);
    assert.deepEqual(
      largest(error).map((folder) => [folder.path, folder.files]),
      [
        ["src/big", 30],
        ["docs", 9],
        ["src/small", 3],
      ],
    );
  });

  it("is stopped by the number of bytes, and names the folders that contain most of them", async () => {
    const { engine } = await start(
      {
        "few/video.bin": "x".repeat(5_000_000),
        ...many("many", 20),
        top: "x".repeat(1_000),
        "a/b/c/d/e": "x".repeat(100_000),
      },
      { budgetBytes: 1_000_000 },
    );
    const error = errorOf(() => engine.checkpoint(), "over-budget");
    assert.equal(megabytes(Number(error.data["bytes"])), "4.9");
    assert.deepEqual(
      largest(error).map((folder) => folder.path),
      ["few", "a/b", ".", "many"],
    );
  });

  it("is not stopped when it matches the budget exactly", async () => {
    const files = { a: "12345", b: "67890" };
    const { engine } = await start(files, { budgetFiles: 2, budgetBytes: 10 });
    assert.equal(engine.capture().recorded.added.length, 2);
  });

  it("records nothing when it is stopped, and stores no content", async () => {
    const { workspace, engine } = await start(many("a", 20), {
      budgetFiles: 10,
    });
    for (const work of [
      () => engine.capture(),
      () => engine.capture({ paths: ["a/f1"] }),
      () => engine.checkpoint({ name: "never" }),
    ])
      errorOf(work, "over-budget");
    assert.equal(engine.list().total, 0);
    errorOf(() => engine.resolve("@1"), "not-found");
    assert.deepEqual(contentsOf(workspace), []);
  });

  it("stops early in a folder far over the budget", async () => {
    const { engine } = await start(many("a", 2_600), { budgetFiles: 10 });
    const error = errorOf(() => engine.capture(), "over-budget");
    assert.ok(Number(error.data["files"]) < 2_000, "did not look at them all");
    assert.equal(error.data["isCounted"], false);
  });

  it("continues with force, and later captures do not need it", async () => {
    const { workspace, engine } = await start(many("a", 20), {
      budgetFiles: 10,
    });
    errorOf(() => engine.capture(), "over-budget");
    const { recorded } = engine.capture({ force: true });
    assert.equal(recorded.added.length, 20);
    workspace.write("a/new", "new");
    assert.deepEqual(engine.capture().recorded.added, ["a/new"]);
  });

  it("continues with force when a checkpoint is requested", async () => {
    const { engine } = await start(many("a", 20), { budgetFiles: 10 });
    assert.equal(engine.checkpoint({ force: true }).filesChanged.added, 20);
  });

  it("does not count files that are ignored, too large, or in a version control folder", async () => {
    const { engine } = await start(
      {
        ".gitignore": "out/\n",
        ...many("out", 30),
        ...many("excluded", 30),
        ...many(".git/objects", 30),
        "large.bin": "x".repeat(5_000),
        a: "a",
      },
      {
        exclude: ["excluded"],
        budgetFiles: 5,
        budgetBytes: 1_000,
        maxFileSizeBytes: 2_000,
      },
    );
    const { recorded } = engine.capture();
    assert.deepEqual(recorded.added.sort(), [".gitignore", "a"]);
  });

  it("fits the budget once the named folders are excluded", async () => {
    const { engine } = await start(
      { ...many("data/raw", 30), a: "a" },
      { budgetFiles: 10 },
    );
    const error = errorOf(() => engine.capture(), "over-budget");
    engine.configure({ exclude: [largest(error)[0]!.path] });
    assert.deepEqual(engine.capture().recorded.added, ["a"]);
  });

  it("a later capture is never stopped, however much is new", async () => {
    const { workspace, engine } = await start({ a: "a" }, { budgetFiles: 5 });
    engine.capture();
    for (const [name, text] of Object.entries(many("new", 30)))
      workspace.write(name, text);
    assert.equal(engine.capture().recorded.added.length, 30);
    const next = await workspace.reopen(engine, {
      settings: { budgetFiles: 1, budgetBytes: 1 },
    });
    workspace.write("one/more", "more");
    assert.deepEqual(next.capture().recorded.added, ["one/more"]);
  });
});

function many(folder: string, count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, i) => `${folder}/f${i}`);
  return Object.fromEntries(names.map((name) => [name, name]));
}

function largest(error: CheckpointError) {
  return error.data["largest"] as {
    path: string;
    files: number;
    bytes: number;
  }[];
}

function contentsOf(workspace: TempWorkspace): string[] {
  return fs.readdirSync(path.join(workspace.storeDir, "packs"));
}
