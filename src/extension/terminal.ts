import path from "node:path";
import * as vscode from "vscode";
import type { Folders, FolderSession } from "./session/folders";
import { writeLaunchers } from "./launchers";
import { log } from "./log";

/**
 * Makes the `checkpoint` command available in the integrated terminal: its folder is on the PATH,
 * and CHECKPOINT_STORE names the folder's store. It runs on the editor's own runtime, so no other
 * is needed.
 */
export function prepareTerminals(
  context: vscode.ExtensionContext,
  folders: Folders,
): vscode.Disposable {
  const environment = context.environmentVariableCollection;
  environment.description = vscode.l10n.t("The `checkpoint` command");
  const bin = path.join(context.globalStorageUri.fsPath, "bin");
  void putOnPath(environment, bin, context.extensionUri.fsPath);

  const known = new Map<FolderSession, string>();
  const tell = (session: FolderSession): void => {
    const { storeDir } = session.engine;
    if (storeDir === "" || known.get(session) === storeDir) return;
    known.set(session, storeDir);
    // The exact store, so that it does not apply to other folders after a `cd`.
    environment
      .getScoped({ workspaceFolder: session.folder })
      .replace("CHECKPOINT_STORE", storeDir);
  };
  let following: { dispose(): void }[] = [];
  const follow = (): void => {
    for (const each of following) each.dispose();
    for (const session of [...known.keys()])
      if (!folders.all.includes(session)) known.delete(session);
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
