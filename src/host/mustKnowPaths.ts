import fs from "node:fs/promises";
import path from "node:path";
import { CheckpointError } from "../engine/model/errors";
import type { RestorePlan } from "../engine/model/restorePlan";
import type { FileEntry } from "../engine/model/version";
import { isWithin } from "../engine/model/workspacePath";

/** The engine, here or on a thread. */
interface Files {
  readonly root: string;
  files(
    ref: string,
    filter: { path: string },
  ): FileEntry[] | Promise<FileEntry[]>;
}

/**
 * Throws `not-found` when a restore was limited to a path that neither its
 * target nor the folder has: a slip in a path must not look like a file that
 * needs no restoring.
 */
export async function mustKnowPaths(
  engine: Files,
  { scope, target, base, leftAlone }: RestorePlan,
): Promise<void> {
  for (const wanted of scope.paths) {
    if (leftAlone.some((left) => isWithin(left.path, wanted))) continue;
    if (await holds(engine, target.moment, wanted)) continue;
    if (await holds(engine, base, wanted)) continue;
    const full = path.join(engine.root, ...wanted.split("/"));
    // What is there and not recorded is no slip.
    if (await fs.lstat(full).then(Boolean, () => false)) continue;
    throw new CheckpointError(
      "not-found",
      `${wanted} is neither in ${target.label} nor in the folder.`,
      {
        hint: "Check the path; nothing was changed.",
        data: { path: wanted },
      },
    );
  }
}

async function holds(
  engine: Files,
  moment: number | null,
  wanted: string,
): Promise<boolean> {
  if (moment === null) return false;
  return (await engine.files(`@${moment}`, { path: wanted })).length > 0;
}
