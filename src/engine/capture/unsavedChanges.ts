import type { Context } from "../context";
import type { UnsavedText } from "../model/restorePlan";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import { isProtectedPath, workspacePath } from "../model/workspacePath";
import { unsavedHash } from "../store/index/queries/versions";
import { contentHash } from "../store/packs/hash";
import type { StoredContent } from "../store/packs/packs";
import { GitignoreFiles } from "../workspace/gitignores";
import { isPathIgnored, rulesOf } from "../workspace/rules";
import type { Tracked } from "../workspace/tracked";

/** Unsaved text of an editor that differs from what is recorded. */
export interface UnsavedChange {
  path: WorkspacePath;
  bytes: Uint8Array | null;
}

/** Leaves out texts that are already recorded, and ignored paths. */
export function unsavedChanges(
  context: Context,
  texts: readonly UnsavedText[],
  tracked: Tracked,
  replaces: ReadonlySet<WorkspacePath> = new Set(),
): UnsavedChange[] {
  const changes: UnsavedChange[] = [];
  const { index } = context.store;
  const isIgnored = ignoredNow(context, tracked);
  for (const { path: given, text } of texts) {
    const path = workspacePath(given);
    if (isProtectedPath(path) || context.ownData.folderOf(path) !== null)
      continue;
    const bytes = text === null ? null : Buffer.from(text, "utf8");
    const hash = bytes === null ? undefined : contentHash(bytes);
    if (unsavedHash(index, path) === hash) continue;
    // An ignored file may contain secrets, so typing into it must not record it.
    if (bytes !== null && !replaces.has(path) && isIgnored(path)) continue;
    changes.push({ path, bytes });
  }
  return changes;
}

/** Stores the contents that are new, and returns where. */
export function storeUnsaved(
  context: Context,
  unsaved: readonly UnsavedChange[],
): StoredContent[] {
  if (unsaved.length === 0) return [];
  const writer = context.store.contents.writer();
  for (const { bytes } of unsaved) {
    if (bytes === null) continue;
    const hash = contentHash(bytes);
    if (!context.store.contents.has(hash)) writer.add({ hash, bytes });
  }
  return writer.finish();
}

/** Tests paths against the current rules, which are read when first needed. */
function ignoredNow({ disk, root, settings }: Context, tracked: Tracked) {
  let files: GitignoreFiles | undefined;
  return (path: WorkspacePath) => {
    files ??= new GitignoreFiles(disk, root, settings.respectGitignore);
    const gitignoresOf = (folder: WorkspaceFolder) => files!.of(folder);
    return isPathIgnored(rulesOf(settings), path, gitignoresOf, tracked);
  };
}
