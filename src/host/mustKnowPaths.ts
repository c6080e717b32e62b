import fs from "node:fs/promises";
import path from "node:path";
import type { CheckpointError } from "../engine/model/errors";
import { problem } from "../engine/model/errors";
import type { Diff } from "../engine/model/changes";
import type { RestorePlan } from "../engine/model/restorePlan";
import type { FileEntry } from "../engine/model/version";
import { isWithin, workspacePath } from "../engine/model/workspacePath";

/** The part of the engine that is needed, synchronous or on a worker thread. */
interface Files {
  readonly root: string;
  files(
    ref: string,
    filter: { path: string },
  ): FileEntry[] | Promise<FileEntry[]>;
}

/**
 * Throws `not-found` if a restore is limited to a path that exists neither at its target
 * nor in the folder: a typo must not look like a file that needs no restoring.
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

/** Like `mustKnowPaths`, for a comparison, whose sides may both be in the past. */
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
  // A path that exists but is not recorded is not a typo.
  return fs.lstat(full).then(Boolean, () => false);
}

function unknownPath(wanted: string, ...labels: string[]): CheckpointError {
  return problem("unknown-path", { path: wanted, labels });
}
