import { markLoaded, measured } from "./activationMark";
import path from "node:path";
import * as vscode from "vscode";
import { startWorker } from "../worker/startWorker";
import type { CheckpointApi } from "./checkpoint";
import { registerCommands } from "./commands/registerCommands";
import { registerDocuments } from "./documents/registerDocuments";
import { makeExports } from "./exports";
import { UndoOffer } from "./restore/undoOffer";
import { tidyCopies } from "./inspect/openCopy";
import { registerLineAuthors } from "./lineAuthors/registerLineAuthors";
import { FolderSessions } from "./session/folderSessions";
import { log, openLog } from "./log";
import { StatusBar } from "./status/statusBar";
import { prepareTerminals } from "./terminal";
import { useTranslator } from "./text/l10n";
import { registerViews } from "./timeline/registerViews";
import { PlayheadDocuments } from "./timeMachine/playheadDocuments";
import { rememberedPlayhead, TimeMachine } from "./timeMachine/timeMachine";

let sessions: FolderSessions | undefined;

/** The extension's entry point. */
export async function activate(
  context: vscode.ExtensionContext,
): Promise<CheckpointApi> {
  const { api, folders } = measured(() => start(context));
  // Agent support loads its own libraries, so it starts in a later turn, once the views are there.
  await new Promise(setImmediate);
  const { registerAgents } = await import("./agents/registerAgents");
  registerAgents(context, folders);
  void tidyCopies(context);
  return api;
}

/** Creates, connects and registers the parts; contains no logic. */
function start(context: vscode.ExtensionContext) {
  // First, so that invalid settings are reported as soon as they are read.
  useTranslator((message, ...args) => vscode.l10n.t(message, ...args));
  context.subscriptions.push(openLog());
  const assetsDir = path.join(context.extensionUri.fsPath, "dist");
  const worker = startWorker({
    script: path.join(assetsDir, "worker.js"),
    log,
    readBeside: true,
  });
  const folders = (sessions = new FolderSessions({
    worker,
    assetsDir,
    home: context.globalStorageUri.fsPath,
    memory: context.workspaceState,
  }));

  const playhead = rememberedPlayhead(context, folders);
  const following = new PlayheadDocuments(playhead);
  const documents = registerDocuments(context, folders, following);
  const views = registerViews(context, folders, documents);
  const lineAuthors = registerLineAuthors(context, folders);
  const parts = { documents, views, lineAuthors };
  const timeMachine = new TimeMachine(context, folders, playhead, parts);
  registerCommands(context, folders, { ...parts, timeMachine });
  const exported = makeExports(folders);
  context.subscriptions.push(
    new StatusBar(folders, documents.baselines),
    new UndoOffer(folders),
    prepareTerminals(context, folders),
    timeMachine,
    exported,
    folders,
  );

  folders.start();
  return { api: exported.api, folders };
}

/** Records pending changes on shutdown. Anything already reported as saved does not depend on it. */
export async function deactivate(): Promise<void> {
  await sessions?.close();
  sessions = undefined;
}

markLoaded();
