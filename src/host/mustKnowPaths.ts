import fs from "node:fs/promises";
import path from "node:path";
import { CheckpointError } from "../engine/model/errors";
import type { Diff } from "../engine/model/changes";
import type { RestorePlan } from "../engine/model/restorePlan";
import type { FileEntry } from "../engine/model/version";
import { isWithin, workspacePath } from "../engine/model/workspacePath";

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
    if (await isKnown(engine, wanted, [target.moment, base])) continue;
    throw unknownPath(wanted, target.label);
  }
}

/** The same for a comparison, whose sides may both be of the past. */
export async function mustKnowCompared(
  engine: Files,
  { from, to, added, modified, deleted, renamed }: Diff,
  paths: readonly string[],
): Promise<void> {
  const changed = [added, modified, deleted, renamed]
    .flat()
    .flatMap((change) => [change.path, change.from ?? change.path]);
  for (const wanted of paths.map((given) => workspacePath(given))) {
    if (changed.some((one) => isWithin(one, wanted))) continue;
    if (await isKnown(engine, wanted, [from.moment, to.moment])) continue;
    const sides = [from, to].filter(({ label }) => label !== "workspace");
    throw unknownPath(wanted, ...sides.map(({ label }) => label));
  }
}

async function isKnown(
  engine: Files,
  wanted: string,
  moments: readonly (number | null)[],
): Promise<boolean> {
  for (const moment of moments) {
    if (moment === null) continue;
    if ((await engine.files(`@${moment}`, { path: wanted })).length > 0)
      return true;
  }
  const full = path.join(engine.root, ...wanted.split("/"));
  // What is there and not recorded is no slip.
  return fs.lstat(full).then(Boolean, () => false);
}

function unknownPath(wanted: string, ...labels: string[]): CheckpointError {
  const places = [...labels, "the folder"].join(" nor in ");
  return new CheckpointError(
    "not-found",
    `${wanted} is neither in ${places}.`,
    {
      hint: "Check the path; nothing was changed.",
      data: { path: wanted },
    },
  );
}
