import type { Author, AuthorOf } from "../api";
import type { SkipReason } from "../model/checkpoint";
import type { Layer } from "../model/version";
import type { WorkspacePath } from "../model/workspacePath";
import type { CurrentRow } from "../store/index/currentStateCache";
import type { BornVersion, EndedVersion } from "../store/journal/records";
import { NO_TIMES } from "../store/journal/records";
import { contentHash } from "../store/packs/hash";
import type { StoredContent } from "../store/packs/packs";

const UNSAVED_MODE = 0o644;

/** The versions that begin and end with a moment in the making, and its result. */
export class MomentDraft {
  readonly born: BornVersion[] = [];
  readonly died: EndedVersion[] = [];
  readonly released: string[] = [];
  readonly unsavedPaths: string[] = [];
  readonly recorded = {
    added: [] as string[],
    modified: [] as string[],
    deleted: [] as string[],
  };

  get isEmpty(): boolean {
    return this.born.length === 0 && this.died.length === 0;
  }

  add(
    read: BornVersion,
    row: CurrentRow | undefined,
    isAdopted: boolean,
  ): void {
    read.isAdopted = isAdopted;
    this.born.push(read);
    if (row && row.reason === null) this.recorded.modified.push(read.path);
    else this.recorded.added.push(read.path);
  }

  skip(
    path: WorkspacePath,
    reason: SkipReason,
    row: CurrentRow | undefined,
  ): void {
    this.born.push({
      path,
      layer: "disk",
      hash: null,
      mode: 0,
      sizeBytes: 0,
      isAdopted: false,
      reason,
      ...NO_TIMES,
    });
    if (row && row.reason === null) this.released.push(path);
  }

  end(path: WorkspacePath, isReleased: boolean, row: CurrentRow): void {
    this.died.push({ path, layer: "disk", isReleased });
    if (row.reason !== null) return; // it was never recorded
    (isReleased ? this.released : this.recorded.deleted).push(path);
  }

  /** Moves every change to the draft it belongs to. */
  share(draftFor: (path: string, layer: Layer) => MomentDraft): void {
    for (const one of this.born) draftFor(one.path, one.layer).born.push(one);
    for (const one of this.died) draftFor(one.path, one.layer).died.push(one);
    for (const path of this.released)
      draftFor(path, "disk").released.push(path);
    for (const path of this.unsavedPaths)
      draftFor(path, "unsaved").unsavedPaths.push(path);
    for (const kind of ["added", "modified", "deleted"] as const)
      for (const path of this.recorded[kind])
        draftFor(path, "disk").recorded[kind].push(path);
  }

  unsaved(path: WorkspacePath, bytes: Uint8Array | null): void {
    this.unsavedPaths.push(path);
    if (bytes === null)
      this.died.push({ path, layer: "unsaved", isReleased: false });
    else
      this.born.push({
        path,
        layer: "unsaved",
        hash: contentHash(bytes),
        mode: UNSAVED_MODE,
        sizeBytes: bytes.byteLength,
        isAdopted: false,
        reason: null,
        ...NO_TIMES,
      });
  }
}

/** The changes of one author, and the contents that first appear in them. */
export interface MomentPart {
  author: Author;
  draft: MomentDraft;
  blobs: StoredContent[];
}

const NOBODY: Author = { source: "outside", thread: null };

/** Splits a draft by author; the requester's changes come last. */
export function partsOf(
  draft: MomentDraft,
  blobs: StoredContent[],
  asker: Author,
  authorOf: AuthorOf | null,
): MomentPart[] {
  if (authorOf === null || draft.isEmpty)
    return [{ author: asker, draft, blobs }];
  const parts = new Map<string, MomentPart>();
  const partOf = (author: Author): MomentPart => {
    const key = JSON.stringify(author);
    const part = parts.get(key) ?? {
      author,
      draft: new MomentDraft(),
      blobs: [],
    };
    parts.set(key, part);
    return part;
  };
  const adopted = new Set<string>(
    draft.born.flatMap(({ path, isAdopted }) => (isAdopted ? [path] : [])),
  );
  draft.share((path, layer) => {
    if (layer !== "disk") return partOf(asker).draft;
    // It may have existed all along, so nobody at work is known to have made it.
    return partOf(adopted.has(path) ? NOBODY : authorOf(path)).draft;
  });
  const own = parts.get(JSON.stringify(asker));
  const sorted = [...parts.values()].filter((part) => part !== own);
  if (own) sorted.push(own);
  const holders = new Map<string | null, MomentPart>();
  for (const part of sorted)
    for (const { hash } of part.draft.born)
      if (!holders.has(hash)) holders.set(hash, part);
  for (const blob of blobs)
    (holders.get(blob.hash) ?? sorted[0]!).blobs.push(blob);
  return sorted;
}
