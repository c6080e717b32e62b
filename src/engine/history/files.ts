import type { FilesFilter, HistoryPage } from "../api";
import type { Context } from "../context";
import { problem } from "../model/errors";
import type {
  DeletedFile,
  FileEntry,
  FileVersion,
  Layer,
} from "../model/version";
import { kindOf, modeText } from "../model/version";
import { workspaceFolder, workspacePath } from "../model/workspacePath";
import { eachAt, heldAt } from "../store/index/queries/snapshots";
import * as versions from "../store/index/queries/versions";
import { limitOf } from "./checkpoints";
import { resolvePoint } from "./resolveRef";
import { withLines } from "./versionLines";
import { assertIntact } from "./assertIntact";
import { keptMoment, resolveFileRef } from "./resolveFileRef";

/** The files recorded at a point, in path order. */
export function filesAt(
  context: Context,
  ref: string,
  filter: FilesFilter = {},
): FileEntry[] {
  const { moment } = resolvePoint(context, ref);
  const within = workspaceFolder(filter.path ?? "");
  assertIntact(context, moment, within === "" ? undefined : [within]);
  const entries: FileEntry[] = [];
  eachAt(context.store.index, moment, within, (row) => {
    if (row.layer === "unsaved" && !filter.unsaved) return;
    entries.push({
      path: row.path,
      hash: row.hash,
      kind: kindOf(row.mode),
      mode: modeText(row.mode),
      sizeBytes: row.sizeBytes,
      unsaved: row.layer === "unsaved",
    });
  });
  return entries.sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0,
  );
}

export function readAt(
  context: Context,
  ref: string,
  given: string,
  layer: Layer = "disk",
): Uint8Array {
  const path = workspacePath(given);
  const point = resolveFileRef(context, ref, path, layer);
  const held = heldAt(context.store.index, point.moment, path, layer);
  if (!held)
    throw problem("file-not-there", {
      path,
      moment: point.moment,
      label: point.label,
    });
  assertIntact(context, point.moment, [path]);
  return context.store.contents.read(held.hash);
}

/** The versions of a file, or of all files below a folder, newest first. */
export function historyOf(
  context: Context,
  path: string,
  page: HistoryPage = {},
): FileVersion[] {
  const limit = limitOf(page.limit, 200);
  const { index } = context.store;
  const found = versions.versionsOf(index, workspacePath(path), {
    before: page.before,
    limit,
  });
  return page.lines ? found.map((each) => withLines(context, each)) : found;
}

/** Deleted files whose last version is still kept, newest first. */
export function deletedFiles(
  context: Context,
  filter: { path?: string; limit?: number } = {},
): DeletedFile[] {
  const within = workspaceFolder(filter.path ?? "");
  const limit = limitOf(filter.limit, 1000);
  return versions
    .deletedFiles(context.store.index, within, limit)
    .map((file) => {
      const { path, lastMoment } = file;
      const kept = keptMoment(context, lastMoment, path, "disk");
      return { ...file, lastMoment: kept ?? 0 };
    });
}
