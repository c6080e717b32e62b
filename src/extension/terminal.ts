import path from "node:path";
import * as vscode from "vscode";
import type { Folders, FolderSession } from "./folders";
import { writeLaunchers } from "./launchers";
import { log } from "./log";

/**
 * Makes the `checkpoint` command known to the integrated terminal: its folder
 * on the PATH, and in CHECKPOINT_STORE where the folder's history is kept. It
 * runs on the editor's own runtime, so nobody needs another.
 */
export function prepareTerminals(
  context: vscode.ExtensionContext,
  folders: Folders,
): vscode.Disposable {
  const environment = context.environmentVariableCollection;
  environment.description = vscode.l10n.t("The `checkpoint` command");
  const bin = path.join(context.globalStorageUri.fsPath, "bin");
  void putOnPath(environment, bin, context.extensionUri.fsPath);

  const told = new Map<FolderSession, string>();
  const tell = (session: FolderSession): void => {
    const { storeDir } = session.engine;
    if (storeDir === "" || told.get(session) === storeDir) return;
    told.set(session, storeDir);
    // The home of stores, two folders above this one: `<home>/stores/<key>`.
    const home = path.dirname(path.dirname(storeDir));
    environment
      .getScoped({ workspaceFolder: session.folder })
      .replace("CHECKPOINT_STORE", home);
  };
  let following: { dispose(): void }[] = [];
  const follow = (): void => {
    for (const each of following) each.dispose();
    for (const session of [...told.keys()])
      if (!folders.all.includes(session)) told.delete(session);
    following = folders.all.map((session) =>
      session.onDidChangeState(() => tell(session)),
    );
    for (const session of folders.all) tell(session);
  };
  follow();
  const listening = folders.onDidChangeFolders(follow);
  return new vscode.Disposable(() => {
    listening.dispose();
    for (const each of following) each.dispose();
  });
}

async function putOnPath(
  environment: vscode.EnvironmentVariableCollection,
  bin: string,
  extensionDir: string,
): Promise<void> {
  try {
    await writeLaunchers(bin, {
      execPath: process.execPath,
      script: path.join(extensionDir, "dist", "cli.js"),
    });
    environment.prepend("PATH", bin + path.delimiter);
  } catch (error) {
    log.error("The checkpoint command could not be put on the PATH", error);
  }
}
