import type { Author, FormattedSave } from "../api";
import type { Context } from "../context";
import { workspacePath, type WorkspacePath } from "../model/workspacePath";
import { unsavedHash } from "../store/index/queries/versions";
import { contentHash } from "../store/packs/hash";
import { MomentDraft, type MomentPart } from "./momentDraft";
import { storeUnsaved, type UnsavedChange } from "./unsavedChanges";

/** What a capture records of files that formatters changed while they were saved. */
export interface FormattedFiles {
  paths: ReadonlySet<WorkspacePath>;
  /** Their texts before that, as a moment of their own; null if all are recorded already. */
  before: MomentPart | null;
}

/**
 * Makes the text before the formatters the unsaved text of the moment before the draft's. A file
 * that is not as it was saved proves nothing, because somebody else has changed it since.
 */
export function formattedFiles(
  context: Context,
  draft: MomentDraft,
  saves: readonly FormattedSave[],
  asker: Author,
): FormattedFiles {
  const { index } = context.store;
  const paths = new Set<WorkspacePath>();
  // The first moment is the folder as it was found: its lines are older than the history.
  if (index.lastMoment === 0) return { paths, before: null };
  const before = new MomentDraft();
  const texts: UnsavedChange[] = [];
  for (const save of saves) {
    const path = workspacePath(save.path);
    const saved = contentHash(Buffer.from(save.saved, "utf8"));
    const isSaved = draft.born.some(
      (born) =>
        born.path === path &&
        born.layer === "disk" &&
        born.hash === saved &&
        !born.isAdopted,
    );
    const bytes = Buffer.from(save.typed, "utf8");
    const hash = contentHash(bytes);
    if (!isSaved || hash === saved) continue;
    if (bytes.byteLength > context.settings.maxFileSizeBytes) continue;
    const known = unsavedHash(index, path);
    const isReplaced = draft.unsavedPaths.includes(path);
    // What is not replaced is still the text of the editor, typed since the save.
    if (known !== undefined && known !== hash && !isReplaced) continue;
    paths.add(path);
    if (known !== hash) {
      before.unsaved(path, bytes);
      texts.push({ path, bytes });
    }
    if (known === undefined && !isReplaced) draft.unsaved(path, null);
  }
  if (before.isEmpty) return { paths, before: null };
  const blobs = storeUnsaved(context, texts);
  return { paths, before: { author: asker, draft: before, blobs } };
}
