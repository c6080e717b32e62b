// Shared by the in-host suites. They use the extension through the real editor and
// its API for other extensions; what was recorded is read with a separate engine
// from the store on disk, as another process would.
import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { homeDir } from "../../../src/base/homeDir";
import * as vscode from "vscode";
import type { Engine } from "../../../src/engine/api";
import {
  settingSides,
  type SettingName,
} from "../../../src/extension/settings/settingSides";
import { openEngine } from "../../../src/engine/openEngine";
import type {
  Checkpoint,
  CheckpointApi,
  CheckpointEvent,
} from "../../../src/extension/checkpoint";

const EXTENSION = "checkpoint-dev.checkpoint";

/** The first folder of the window, which the suites write to. */
export function root(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error("The tests need a folder to be open.");
  return folder.uri.fsPath;
}

export function uriOf(file: string): vscode.Uri {
  return vscode.Uri.file(path.join(root(), file));
}

export async function api(): Promise<CheckpointApi> {
  const extension = vscode.extensions.getExtension<CheckpointApi>(EXTENSION);
  if (!extension) throw new Error("The extension is not installed.");
  return extension.activate();
}

export function extensionDir(): string {
  return vscode.extensions.getExtension(EXTENSION)?.extensionPath ?? "";
}

/** The history of a folder, read with a separate engine until the work is done. */
export async function reading<T>(
  work: (engine: Engine) => T,
  folder?: vscode.Uri,
): Promise<T> {
  const uri = folder ?? vscode.Uri.file(root());
  const { storeDir } = await (await api()).initialize(uri);
  const engine = await openEngine({
    home: homeDir(),
    root: uri.fsPath,
    storeDir,
    assetsDir: path.join(extensionDir(), "dist"),
  });
  try {
    return work(engine);
  } finally {
    engine.close();
  }
}

/** Writes like another program, not through the editor. */
export async function write(
  file: string,
  text: string | Uint8Array,
): Promise<void> {
  const full = path.join(root(), file);
  await fs.mkdir(path.dirname(full), { recursive: true });
  await fs.writeFile(full, text);
}

export async function git(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("git", args, {
    cwd: root(),
    env: {
      ...process.env,
      HOME: os.tmpdir(),
      GIT_AUTHOR_NAME: "t",
      GIT_AUTHOR_EMAIL: "t@t",
      GIT_COMMITTER_NAME: "t",
      GIT_COMMITTER_EMAIL: "t@t",
    },
  });
  return stdout.trim();
}

/** Opens a file in an editor and types at its beginning, without saving. */
export async function type(file: string, text: string) {
  const document = await vscode.workspace.openTextDocument(uriOf(file));
  const editor = await vscode.window.showTextDocument(document);
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), text));
  return document;
}

/** Starts listening immediately; resolves with the first matching event. */
export async function nextEvent(
  fits: (event: CheckpointEvent) => boolean,
  what: string,
  timeoutMs = 20_000,
): Promise<CheckpointEvent> {
  const { onDidChange } = await api();
  return new Promise((resolve, reject) => {
    const seen: string[] = [];
    const timer = setTimeout(() => {
      listening.dispose();
      reject(new Error(`No ${what} came; only: ${seen.join(", ")}`));
    }, timeoutMs);
    const listening = onDidChange((event) => {
      const { checkpoint } = event;
      seen.push(
        checkpoint
          ? `${event.type} ${checkpoint.kind} “${checkpoint.name}”`
          : event.type,
      );
      if (!fits(event)) return;
      clearTimeout(timer);
      listening.dispose();
      resolve(event);
    });
  });
}

export async function nextCheckpoint(
  fits: (checkpoint: Checkpoint) => boolean,
  what = "checkpoint",
  timeoutMs = 20_000,
): Promise<Checkpoint> {
  const event = await nextEvent(
    ({ type, checkpoint }) =>
      type === "created" && checkpoint !== undefined && fits(checkpoint),
    what,
    timeoutMs,
  );
  if (!event.checkpoint) throw new Error("A created event without checkpoint");
  return event.checkpoint;
}

/** Waits until the probe returns something truthy, and returns that. */
export async function until<T>(
  what: string,
  probe: () => Promise<T> | T,
  timeoutMs = 20_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const result = await probe();
    if (result) return result;
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Changes a setting where it takes effect. */
export async function configure(
  name: SettingName,
  value: unknown,
): Promise<void> {
  await vscode.workspace
    .getConfiguration("checkpoint")
    .update(
      name,
      value,
      settingSides[name] === "user"
        ? vscode.ConfigurationTarget.Global
        : vscode.ConfigurationTarget.Workspace,
    );
}
