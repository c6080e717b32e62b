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

  it("that are added are recorded in a store of their own", async () => {
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

  it("are meant by what is in front, also by a comparison", async () => {
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

  it("that are removed are no longer recorded", async () => {
    const checkpoints = await api();
    const uri = vscode.Uri.file(other);
    const { storeDir } = await checkpoints.initialize(uri);
    assert(storeDir);
    await remove(other);
    await assert.rejects(checkpoints.initialize(uri), { code: "not-found" });
  });

  it("that must not be recorded say why", async () => {
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

  it("that are larger than expected wait for a word", async () => {
    const checkpoints = await api();
    const uri = vscode.Uri.file(other);
    await fs.writeFile(path.join(other, "z.txt"), "z\n");
    // A store of its own: the folder has been recorded before.
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

  it("that are not on a disk are left alone", async () => {
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

/** A file system that is not one: a folder with nothing in it. */
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
