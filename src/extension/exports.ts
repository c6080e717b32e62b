import * as vscode from "vscode";
import type { EngineEvent } from "../engine/api";
import type { Call } from "../worker/client";
import type {
  CheckpointApi,
  CheckpointEvent,
  RestoreResult,
} from "./checkpoint";
import { showRestored, unchangedSince } from "./restore/editorsAfterRestore";
import { reportLeft } from "./restore/reportRestore";
import { activeSession } from "./documents/activeFile";
import type { Folders, FolderSession } from "./session/folders";
import { problem } from "../engine/model/errors";
import { SaidError } from "../wording/said";
import { inWords } from "../wording/errors";
import { restoreResult } from "../wording/restoreResult";
import { voice } from "./text/voice";

/**
 * Returns the API for other extensions. Its types are in `checkpoint.d.ts`, a standalone file for
 * them to copy; here they are checked against the engine's.
 */
export function makeExports(folders: Folders): {
  api: CheckpointApi;
  dispose(): void;
} {
  const changes = new vscode.EventEmitter<CheckpointEvent>();
  const listening = folders.onDidChange(({ session, event }) =>
    changes.fire(toEvent(session.folder.uri, event)),
  );
  const engineOf = async (options?: { folder?: vscode.Uri | undefined }) =>
    (await sessionOf(folders, options?.folder)).engine;
  const api: CheckpointApi = {
    version: 1,
    onDidChange: changes.event,

    async initialize(folder) {
      const session = await sessionOf(folders, folder);
      await settled(session);
      return {
        folder: session.folder.uri,
        storeDir: session.engine.storeDir,
      };
    },

    async save({ folder, token, ...options } = {}) {
      const session = await sessionOf(folders, folder);
      await session.flush();
      return session.engine.checkpoint(
        { source: "editor", ...options, unsaved: session.unsavedTexts() },
        callFor(token),
      );
    },

    restore: async (reference, options = {}) =>
      restore(await sessionOf(folders, options.folder), reference, options),

    diff: async (from, to, { folder, token, ...options } = {}) =>
      (await engineOf({ folder })).diff(from, to, options, callFor(token)),

    list: async ({ folder, ...filter } = {}) =>
      (await engineOf({ folder })).list(filter),

    get: async (reference, options) => (await engineOf(options)).get(reference),

    delete: async (references, options) =>
      (await engineOf(options)).delete(references, {
        force: options?.force ?? false,
      }),

    threads: {
      list: async (options) => (await engineOf(options)).threads(),
      get: async (id, options) => (await engineOf(options)).thread(id),
      async record({ folder, ...message }) {
        const session = await sessionOf(folders, folder);
        await session.flush();
        return session.engine.recordMessage(message);
      },
    },

    verdicts: {
      list: async (options) => (await engineOf(options)).checks(),
      async record({ folder, reference, ...verdict }) {
        const session = await sessionOf(folders, folder);
        await session.flush();
        const request = { source: "editor", ...verdict, ref: reference };
        return session.engine.verdict(request);
      },
    },
  };
  return {
    api: speaking(api),
    dispose() {
      listening.dispose();
      changes.dispose();
    },
  };
}

/** Other extensions get errors in words: code, message, hint and data. */
function speaking<T extends object>(verbs: T): T {
  const wrapped = Object.entries(verbs).map(
    ([name, verb]): [string, unknown] => {
      if (typeof verb === "object") return [name, speaking(verb as object)];
      if (typeof verb !== "function" || name === "onDidChange")
        return [name, verb];
      const ask = verb as (...args: unknown[]) => Promise<unknown>;
      return [
        name,
        async (...args: unknown[]) => {
          try {
            return await ask(...args);
          } catch (error) {
            throw inWords(error, voice);
          }
        },
      ];
    },
  );
  return Object.fromEntries(wrapped) as T;
}

async function restore(
  session: FolderSession,
  to: string,
  options: Parameters<CheckpointApi["restore"]>[1] = {},
): Promise<RestoreResult> {
  const call = callFor(options.token);
  const as = options.source ?? "editor";
  await session.flush();
  const editors = session.unsavedTexts();
  const plan = await session.engine.planRestore(
    { to, paths: options.paths, source: options.changedBy, as, editors },
    call,
  );
  if (options.preview) return restoreResult(plan, null, voice);
  const report = await session.whileWriting(async () => {
    const held = session.unsavedTexts();
    const done = await session.engine.applyRestore(
      plan.id,
      { source: as, editors: held },
      call,
    );
    const agreed = unchangedSince(editors, held);
    if (done.applied)
      reportLeft(await showRestored(session, done.plan, agreed));
    return done;
  });
  return restoreResult(report.plan, report, voice);
}

function toEvent(folder: vscode.Uri, event: EngineEvent): CheckpointEvent {
  switch (event.type) {
    case "created":
    case "edited":
      return { folder, type: event.type, checkpoint: event.checkpoint };
    case "captured":
    case "restored":
    case "deleted":
    case "thread":
      return { folder, type: event.type };
    case "recovered":
    case "waiting":
    case "damaged":
    case "unended":
    case "refreshed":
      return { folder, type: "other" };
  }
}

async function sessionOf(
  folders: Folders,
  uri: vscode.Uri | undefined,
): Promise<FolderSession> {
  await folders.whenAdded;
  const found = uri
    ? folders.of(uri)
    : (activeSession(folders) ?? folders.all[0]);
  if (found) return found;
  throw problem("folder-not-open", { path: uri?.fsPath ?? null });
}

/** Waits until the session has started; rejects with the reason if it does not. */
async function settled(session: FolderSession): Promise<void> {
  if (session.state === "starting")
    await new Promise<void>((resolve) => {
      const listening = session.onDidChangeState(() => {
        if (session.state === "starting") return;
        listening.dispose();
        resolve();
      });
    });
  if (session.state === "ready" || session.state === "paused") return;
  throw session.problem
    ? SaidError.of(session.problem)
    : problem("folder-not-recorded");
}

function callFor(
  token: vscode.CancellationToken | undefined,
): Call | undefined {
  if (!token) return undefined;
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return { signal: controller.signal };
}
