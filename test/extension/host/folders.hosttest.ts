import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import type { CheckpointError } from "../../../src/engine/model/errors";
import {
  api,
  configure,
  extensionDir,
  nextCheckpoint,
  nextEvent,
  reading,
  root,
  until,
  write,
} from "./support";

describe("folders", () => {
  let other: string;
  before(async () => {
    await (await api()).initialize();
    other = await fs.realpath(
      await fs.mkdtemp(path.join(os.tmpdir(), "checkpoint-other-")),
    );
    await fs.writeFile(path.join(other, "x.txt"), "x\n");
  });
  after(() => fs.rm(other, { recursive: true, force: true }));

  it("that are added are recorded in their own store", async () => {
    await add(other);
    const checkpoints = await api();
    const { storeDir } = await checkpoints.initialize(vscode.Uri.file(other));
    assert.notEqual(storeDir, (await checkpoints.initialize()).storeDir);
    const made = await checkpoints.list({
      folder: vscode.Uri.file(other),
    });
    assert.deepEqual(
      made.checkpoints.map(({ kind }) => kind),
      ["session"],
    );
    const moment = nextEvent(
      ({ type, folder }) => type === "captured" && folder.fsPath === other,
      "moment of the other folder",
    );
    await fs.writeFile(path.join(other, "y.txt"), "y\n");
    await moment;
  });

  it("are chosen by the active editor, including a comparison", async () => {
    const checkpoints = await api();
    const uri = vscode.Uri.file(other);
    const here = (await checkpoints.initialize(vscode.Uri.file(root())))
      .storeDir;
    const there = (await checkpoints.initialize(uri)).storeDir;
    const x = vscode.Uri.joinPath(uri, "x.txt");
    const y = vscode.Uri.joinPath(uri, "y.txt");
    await vscode.commands.executeCommand("vscode.diff", x, y);
    assert.equal((await checkpoints.initialize()).storeDir, there);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    assert.equal((await checkpoints.initialize()).storeDir, here);
  });

  it("that are open twice, once through a link, share one history", async () => {
    const link = `${other}-link`;
    await fs.symlink(other, link);
    const checkpoints = await api();
    const uri = vscode.Uri.file(link);
    const list = () => checkpoints.list({ folder: vscode.Uri.file(other) });
    const before = (await list()).checkpoints.length;
    try {
      await add(link);
      const { storeDir } = await checkpoints.initialize(uri);
      const there = await checkpoints.initialize(vscode.Uri.file(other));
      assert.equal(storeDir, there.storeDir);
      assert.equal((await list()).checkpoints.length, before);
      // A save under the other path is still a save.
      const moment = nextEvent(
        ({ type, folder }) => type === "captured" && folder.fsPath === other,
        "moment of the linked folder",
      );
      const file = vscode.Uri.joinPath(uri, "x.txt");
      const document = await vscode.workspace.openTextDocument(file);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(file, new vscode.Position(0, 0), "by link ");
      await vscode.workspace.applyEdit(edit);
      await document.save();
      await moment;
      const [last] = await reading(
        (engine) => engine.history("x.txt"),
        vscode.Uri.file(other),
      );
      assert.equal(last?.source, "editor");
    } finally {
      await remove(link);
      await fs.unlink(link);
    }
    await checkpoints.initialize(vscode.Uri.file(other));
  });

  it("that are removed are no longer recorded", async () => {
    const checkpoints = await api();
    const uri = vscode.Uri.file(other);
    const { storeDir } = await checkpoints.initialize(uri);
    assert(storeDir);
    await remove(other);
    await assert.rejects(checkpoints.initialize(uri), { code: "not-found" });
  });

  it("that must not be recorded give the reason", async () => {
    const home = os.homedir();
    await add(home);
    try {
      const checkpoints = await api();
      await assert.rejects(
        checkpoints.initialize(vscode.Uri.file(home)),
        (error: CheckpointError) => {
          assert.equal(error.code, "refused");
          assert.match(error.message, /home folder/);
          return true;
        },
      );
    } finally {
      await remove(home);
    }
  });

  it("that are over the budget wait for confirmation", async () => {
    const checkpoints = await api();
    const uri = vscode.Uri.file(other);
    await fs.writeFile(path.join(other, "z.txt"), "z\n");
    // A separate store: the folder has been recorded before.
    await fs.rename(other, `${other}-large`);
    const large = vscode.Uri.file(`${uri.fsPath}-large`);
    await configure("budget.files", 1);
    await add(large.fsPath);
    try {
      await assert.rejects(checkpoints.initialize(large), {
        code: "over-budget",
      });
      await assert.rejects(checkpoints.list({ folder: large }), {
        code: "over-budget",
      });
      await configure("budget.files", undefined);
      await until("it is recorded after all", () =>
        checkpoints.initialize(large).catch(() => false),
      );
    } finally {
      await configure("budget.files", undefined);
      await remove(large.fsPath);
      await fs.rename(large.fsPath, other);
    }
  });

  it("that are not on a disk are not recorded", async () => {
    const provider = vscode.workspace.registerFileSystemProvider(
      "nowhere",
      new Nowhere(),
    );
    const uri = vscode.Uri.parse("nowhere:/folder");
    await add(uri);
    try {
      const checkpoints = await api();
      await assert.rejects(checkpoints.initialize(uri), /not on this machine/);
    } finally {
      await remove(uri);
      provider.dispose();
    }
  });

  it("share their store with other processes", async () => {
    const news = nextEvent(
      ({ type }) => type === "other",
      "word of another process",
    );
    await write("agent.txt", "by an agent\n");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        path.join(extensionDir(), "dist", "cli.js"),
        ...["create", "--name", "by the command", "--json"],
        ...["--workspace", root()],
      ],
      { env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" } },
    );
    assert.match(stdout, /by the command/);
    await news;
    const checkpoints = await api();
    await until(
      "the checkpoint is in our list",
      async () =>
        (await checkpoints.list({ text: "by the command" })).checkpoints
          .length === 1,
    );
    const [version] = await reading((engine) => engine.history("agent.txt"));
    assert(version);
  });

  it("keep recording when two processes write at once", async () => {
    const made = nextCheckpoint(({ kind }) => kind === "automatic");
    await write("both.txt", "one\n");
    await made;
    const checkpoints = await api();
    const names = Array.from({ length: 5 }, (_, n) => `at once ${n}`);
    await Promise.all([
      ...names.map((name) => checkpoints.save({ name })),
      reading((engine) =>
        names.map((name) => engine.checkpoint({ name: `${name}, too` })),
      ),
    ]);
    const all = await checkpoints.list({ text: "at once" });
    assert.equal(all.checkpoints.length, 10);
    const numbers = new Set(all.checkpoints.map(({ number }) => number));
    assert.equal(numbers.size, 10);
  });
});

describe("commands during the first capture of a large folder", () => {
  const count = 8000;
  let folder: string;
  before(async () => {
    await (await api()).initialize();
    folder = await fs.realpath(
      await fs.mkdtemp(path.join(os.tmpdir(), "checkpoint-large-")),
    );
    for (let i = 0; i < count; i++) {
      const dir = path.join(folder, `d${i % 100}`);
      if (i < 100) await fs.mkdir(dir);
      await fs.writeFile(path.join(dir, `f${i}.txt`), `${i}\n`.repeat(100));
    }
  });
  after(() => fs.rm(folder, { recursive: true }));

  it("wait for it and see everything", async () => {
    const checkpoints = await api();
    await add(folder);
    try {
      const options = { folder: vscode.Uri.file(folder) };
      // Requested in this order, all while the files are still being read.
      const saving = checkpoints.save({ ...options, name: "early" });
      const restoring = checkpoints.restore("name:early", options);
      const { number, filesChanged } = await saving;
      assert.equal(filesChanged.added, count);
      // It may have been planned before there was such a checkpoint.
      const restored = await restoring.catch(
        ({ code }: CheckpointError) => code,
      );
      if (typeof restored === "string") assert.equal(restored, "not-found");
      else assert.deepEqual([restored.written, restored.deleted], [[], []]);
      const now = await checkpoints.diff(`#${number}`, "workspace", options);
      assert.deepEqual([now.added, now.modified, now.deleted], [[], [], []]);
    } finally {
      await remove(folder);
    }
  });
});

async function add(folder: string | vscode.Uri): Promise<void> {
  const changed = nextFolders();
  const count = vscode.workspace.workspaceFolders?.length ?? 0;
  const uri = toUri(folder);
  assert(vscode.workspace.updateWorkspaceFolders(count, 0, { uri }));
  await changed;
}

async function remove(folder: string | vscode.Uri): Promise<void> {
  const changed = nextFolders();
  const gone = toUri(folder).toString();
  const at = (vscode.workspace.workspaceFolders ?? []).findIndex(
    ({ uri }) => uri.toString() === gone,
  );
  assert(vscode.workspace.updateWorkspaceFolders(at, 1));
  await changed;
}

function toUri(folder: string | vscode.Uri): vscode.Uri {
  return typeof folder === "string" ? vscode.Uri.file(folder) : folder;
}

function nextFolders(): Promise<void> {
  return new Promise((resolve) => {
    const listening = vscode.workspace.onDidChangeWorkspaceFolders(() => {
      listening.dispose();
      resolve();
    });
  });
}

/** A file system provider with an empty folder. */
class Nowhere implements vscode.FileSystemProvider {
  readonly onDidChangeFile = new vscode.EventEmitter<never>().event;
  watch = () => new vscode.Disposable(() => {});
  stat = () => ({
    type: vscode.FileType.Directory,
    ctime: 0,
    mtime: 0,
    size: 0,
  });
  readDirectory = () => [];
  createDirectory = () => this.refuse();
  readFile = () => this.refuse();
  writeFile = () => this.refuse();
  delete = () => this.refuse();
  rename = () => this.refuse();
  private refuse(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
}
