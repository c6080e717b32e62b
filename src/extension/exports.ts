import * as vscode from "vscode";
import type { EngineEvent } from "../engine/api";
import { CheckpointError } from "../engine/model/errors";
import type { RestorePlan, RestoreReport } from "../engine/model/restorePlan";
import type { Call } from "../worker/client";
import type {
  CheckpointApi,
  CheckpointEvent,
  InFolder,
  RestoreResult,
} from "./checkpoint";
import { showRestored } from "./commands/editorsAfterRestore";
import { activeSession } from "./documents/activeFile";
import type { Folders, FolderSession } from "./folders";

/**
 * Returns the API that other extensions get. Its shape is `checkpoint.d.ts`, a
 * file of its own that they copy; here it is tied to what the engine says.
 */
export function makeExports(folders: Folders): {
  api: CheckpointApi;
  dispose(): void;
} {
  const changes = new vscode.EventEmitter<CheckpointEvent>();
  const listening = folders.onDidChange(({ session, event }) =>
    changes.fire(toEvent(session.folder.uri, event)),
  );
  const engineOf = (options?: InFolder) =>
    sessionOf(folders, options?.folder).engine;
  const api: CheckpointApi = {
    version: 1,
    onDidChange: changes.event,

    async initialize(folder) {
      const session = sessionOf(folders, folder);
      await settled(session);
      return {
        folder: session.folder.uri,
        storeDir: session.engine.storeDir,
      };
    },

    async save({ folder, token, ...options } = {}) {
      const session = sessionOf(folders, folder);
      await session.flush();
      return session.engine.checkpoint(
        { source: "editor", ...options, unsaved: session.unsavedTexts() },
        callFor(token),
      );
    },

    restore: (reference, options = {}) =>
      restore(sessionOf(folders, options.folder), reference, options),

    diff: (from, to, { folder, token, ...options } = {}) =>
      sessionOf(folders, folder).engine.diff(from, to, options, callFor(token)),

    list: ({ folder, ...filter } = {}) =>
      sessionOf(folders, folder).engine.list(filter),

    get: (reference, options) => engineOf(options).get(reference),

    delete: (references, options) =>
      engineOf(options).delete(references, {
        force: options?.force ?? false,
      }),

    threads: {
      list: (options) => engineOf(options).threads(),
      get: (id, options) => engineOf(options).thread(id),
      async record({ folder, ...message }) {
        const session = sessionOf(folders, folder);
        await session.flush();
        return session.engine.recordMessage(message);
      },
    },
  };
  return {
    api,
    dispose() {
      listening.dispose();
      changes.dispose();
    },
  };
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
  if (options.preview) return toResult(plan, null);
  const report = await session.whileWriting(async () => {
    const held = session.unsavedTexts();
    const done = await session.engine.applyRestore(
      plan.id,
      { source: as, editors: held },
      call,
    );
    if (done.applied) await showRestored(session, done.plan, held);
    return done;
  });
  return toResult(report.plan, report);
}

function toResult(
  plan: RestorePlan,
  report: RestoreReport | null,
): RestoreResult {
  return {
    // Where nothing was to do there is no restore.
    applied: typeof report?.restoreId === "string",
    restoreId: report?.restoreId ?? null,
    guard: report?.guard ?? null,
    written: plan.writes.map(({ path }) => path),
    deleted: plan.deletes.map(({ path }) => path),
    leftAlone: plan.leftAlone,
    changedByOthers: plan.changedByOthers,
    failures: report?.failures ?? [],
    ...(report?.isHalfDone ? { isHalfDone: true } : {}),
  };
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
    case "damaged":
    case "unended":
    case "refreshed":
      return { folder, type: "other" };
  }
}

function sessionOf(
  folders: Folders,
  uri: vscode.Uri | undefined,
): FolderSession {
  const found = uri
    ? folders.of(uri)
    : (activeSession(folders) ?? folders.all[0]);
  if (found) return found;
  throw new CheckpointError(
    "not-found",
    uri
      ? `${uri.fsPath} is not in a folder of this window.`
      : "No folder is open in this window.",
    { hint: "Open the folder first." },
  );
}

/** Waits until the session has started; rejects with why when it does not. */
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
    ? CheckpointError.fromJson(session.problem)
    : new CheckpointError("refused", "This folder is not recorded.");
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
