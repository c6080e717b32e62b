import type { CheckpointError } from "../../engine/model/errors";
import { leaveOut } from "../../engine/model/leaveOut";
import type { RestorePlan } from "../../engine/model/restorePlan";
import type { FolderSession } from "../session/folders";

/**
 * Paths that keep being written while the user decides about a restore. If a file
 * changed once, the restore is planned again. A file that changes at every attempt
 * would keep everything else from being restored, so it is left alone.
 */
export class BusyPaths {
  private last = new Map<FolderSession, ReadonlySet<string>>();
  private readonly busy = new Map<FolderSession, Set<string>>();

  /** Records why a plan was refused; returns the paths that had changed. */
  note(session: FolderSession, error: CheckpointError): string[] {
    const paths = pathsOf(error);
    const before = this.last.get(session);
    const busy = this.busy.get(session) ?? new Set();
    for (const path of paths) if (before?.has(path)) busy.add(path);
    this.busy.set(session, busy);
    this.last.set(session, new Set(paths));
    return paths;
  }

  /** The paths that are left out of a folder's plans. */
  of(session: FolderSession): ReadonlySet<string> {
    return this.busy.get(session) ?? new Set();
  }

  /** Returns the plan without the paths that keep being written. */
  leftOut(session: FolderSession, plan: RestorePlan): RestorePlan {
    return leaveOut(plan, this.of(session));
  }
}

function pathsOf({ data }: CheckpointError): string[] {
  const { paths } = data as { paths?: unknown };
  return Array.isArray(paths) ? paths.map(String) : [];
}
