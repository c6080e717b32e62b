import { markLoaded, measured } from "./activationMark";
import path from "node:path";
import * as vscode from "vscode";
import { startWorker } from "../worker/startWorker";
import type { CheckpointApi } from "./checkpoint";
import { registerCommands } from "./commands/registerCommands";
import { registerDocuments } from "./documents/registerDocuments";
import { makeExports } from "./exports";
import { FolderSessions } from "./folderSessions";
import { log, openLog } from "./log";
import { StatusBar } from "./statusBar";
import { prepareTerminals } from "./terminal";
import { useTranslator } from "./views/l10n";
import { registerViews } from "./views/registerViews";

let sessions: FolderSessions | undefined;

/** The extension's beginning. */
export async function activate(
  context: vscode.ExtensionContext,
): Promise<CheckpointApi> {
  const { api, folders } = measured(() => start(context));
  // What agents need has libraries of its own to load: in a turn of its own,
  // when the views are already there.
  await new Promise(setImmediate);
  const { registerAgents } = await import("./agents/registerAgents");
  registerAgents(context, folders);
  return api;
}

/** Builds, connects, registers; decides nothing. */
function start(context: vscode.ExtensionContext) {
  // First: what is wrong with the settings is told as soon as they are read.
  useTranslator((message, ...args) => vscode.l10n.t(message, ...args));
  context.subscriptions.push(openLog());
  const assetsDir = path.join(context.extensionUri.fsPath, "dist");
  const worker = startWorker({
    script: path.join(assetsDir, "worker.js"),
    log,
  });
  const folders = (sessions = new FolderSessions({
    worker,
    assetsDir,
    home: context.globalStorageUri.fsPath,
    memory: context.workspaceState,
  }));

  const views = registerViews(context, folders);
  const documents = registerDocuments(context, folders);
  registerCommands(context, folders, { documents, views });
  const exported = makeExports(folders);
  context.subscriptions.push(
    new StatusBar(folders),
    prepareTerminals(context, folders),
    exported,
    folders,
  );

  folders.start();
  return { api: exported.api, folders };
}

/** The end: what waits is recorded; what was reported as saved needs none of this. */
export async function deactivate(): Promise<void> {
  await sessions?.close();
  sessions = undefined;
}

markLoaded();
