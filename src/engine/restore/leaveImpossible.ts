import { isErrno } from "../../base/disk";
import type { Context } from "../context";
import type { LeftAloneReason, PlannedState } from "../model/restorePlan";
import { isSymlink } from "../model/version";
import type { WorkspacePath } from "../model/workspacePath";
import { SafeWriter } from "../workspace/safeWrite";
import type { Decision } from "./decision";

/**
 * Leaves alone what this system cannot create: names it does not allow, and
 * symbolic links on a disk or for an account that cannot have them. Existing files
 * and links of that kind also stay, because an undo could not recreate them.
 */
export function leaveImpossible(
  context: Context,
  decision: Pick<Decision, "writes" | "deletes" | "leftAlone">,
): void {
  const isPossible = (
    path: WorkspacePath,
    before: PlannedState | null,
    after: PlannedState | null,
  ) => {
    const reason = whyImpossible(context, path, before, after);
    if (reason) decision.leftAlone.push({ path, reason });
    return reason === null;
  };
  decision.writes = decision.writes.filter(({ path, before, after }) =>
    isPossible(path, before, after),
  );
  decision.deletes = decision.deletes.filter(({ path, before }) =>
    isPossible(path, before, null),
  );
}

function whyImpossible(
  context: Context,
  path: WorkspacePath,
  before: PlannedState | null,
  after: PlannedState | null,
): LeftAloneReason | null {
  if (!context.disk.canBeNamed(path)) return "name";
  if (before === null && isTooLong(context, path)) return "name";
  const states = [before, after].filter((state) => state !== null);
  return states.every((state) => canCreate(context, path, state))
    ? null
    : "link";
}

/** False for a symbolic link that cannot be created here. */
export function canCreate(
  context: Context,
  path: WorkspacePath,
  { mode }: PlannedState,
): boolean {
  if (!isSymlink(mode)) return true;
  const { disk, root, modes, links, ownData } = context;
  const { platform } = process;
  return links.canBeMadeAt(
    path,
    new SafeWriter(disk, root, modes, platform, ownData),
  );
}

function isTooLong({ disk, root }: Context, path: WorkspacePath): boolean {
  try {
    disk.lstat(root + "/" + path);
    return false;
  } catch (error) {
    return isErrno(error, "ENAMETOOLONG");
  }
}
