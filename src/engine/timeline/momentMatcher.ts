import type { TimelineRequest } from "../api";
import type { Context } from "../context";
import { momentsOfDeeds } from "../deeds/momentsOfDeeds";
import type { MarkFact } from "../model/timelineBuckets";
import { workspacePath, type WorkspacePath } from "../model/workspacePath";
import { changedFilesAt, type MomentColumns } from "./momentColumns";

/** What sums and steps can be limited to. */
export type MomentFilter = Pick<
  TimelineRequest,
  "source" | "thread" | "path" | "text" | "kinds"
>;

export interface MomentMatcher {
  isFiltered: boolean;
  /** How many files at or below the path each moment changed; null without a path. */
  ofPath: readonly (number | undefined)[] | null;
  /** True for the moment at a position of the columns. */
  isMeant: (i: number) => boolean;
  /** True for a mark that goes with the text and the kinds. */
  isMarkMeant: (mark: MarkFact) => boolean;
}

export function momentMatcher(
  context: Context,
  { n, source, thread }: MomentColumns,
  filter: MomentFilter,
): MomentMatcher {
  const path = workspacePathOf(filter.path);
  const ofPath = path === null ? null : changedFilesAt(context, path);
  const deeds = momentsOfDeeds(context, filter);
  const { source: by, thread: inThread } = filter;
  const wanted = filter.text?.toLowerCase();
  return {
    isFiltered:
      ofPath !== null ||
      deeds !== null ||
      by !== undefined ||
      inThread !== undefined,
    ofPath,
    isMeant: (i) =>
      (by === undefined || source[i] === by) &&
      (inThread === undefined || thread[i] === inThread) &&
      (ofPath === null || ofPath[n[i]!] !== undefined) &&
      (deeds === null || deeds.moments.has(n[i]!)),
    isMarkMeant: ({ checkpoint, title }) =>
      deeds === null ||
      (checkpoint !== null && deeds.checkpoints.has(checkpoint)) ||
      (wanted !== undefined &&
        wanted !== "" &&
        (title?.toLowerCase().includes(wanted) ?? false)),
  };
}

export function workspacePathOf(
  path: string | undefined,
): WorkspacePath | null {
  return path === undefined || path === "" ? null : workspacePath(path);
}
