import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../base/homeDir";
import type { Env } from "../../host/dataDir";
import { locate, type Location } from "../../host/locate";
import { hasStore } from "../../host/stores";
import type { Envelope } from "./inbox";
import type { HookEvent } from "./readEvent";
import { riskyPaths } from "./riskyPaths";

/** A folder whose history an event belongs to. */
export interface Target {
  location: Location;
  /** The paths in it that the tool is about; null: it may be anything. */
  paths: string[] | null;
}

/**
 * Returns the folders that an event is about. Agents tell where they are in
 * several ways, and follow `cd` into subfolders: what they call their workspace
 * comes first. A folder with a history at or above it is that history's; else
 * the repository around it, else the folder itself.
 */
export function targetsOf(
  event: HookEvent,
  envelope: Envelope,
  env: Env,
): Target[] {
  const find = finder({
    ...env,
    CHECKPOINT_STORE: envelope.env["CHECKPOINT_STORE"],
  });
  const homes = workspacesOf(event, envelope)
    .map((folder) => find.home(folder))
    .filter((location) => location !== null);
  const { tool } = event;
  const base = event.cwd || homes[0]?.root || envelope.cwd;
  if (tool && tool.does !== "shell" && tool.paths.length > 0)
    return byPath(tool.paths, base, homes, (file) =>
      find.existing(path.dirname(file)),
    );
  // A command run elsewhere than in the agent's workspace.
  const { cwd } = event;
  if (tool && cwd && !homes.some(({ root }) => isAtOrBelow(cwd, root))) {
    const elsewhere = find.existing(cwd);
    if (elsewhere) homes.push(elsewhere);
  }
  const named =
    event.kind === "before-tool" && tool?.does === "shell"
      ? riskyPaths(tool.command ?? "")
      : null;
  return unique(homes).map((location) => ({
    location,
    paths: named && namedIn(named, base, location.root),
  }));
}

/** Each path goes to the folder that it lies in; outside of all it is not ours to look at. */
function byPath(
  paths: readonly string[],
  base: string,
  homes: readonly Location[],
  elsewhere: (file: string) => Location | null,
): Target[] {
  const targets = new Map<string, { location: Location; paths: string[] }>();
  for (const given of paths) {
    const full = path.resolve(base, given);
    const location =
      homes.find(({ root }) => inside(full, root) !== null) ?? elsewhere(full);
    const relative = location && inside(full, location.root);
    if (!location || !relative) continue;
    const target = targets.get(location.root) ?? { location, paths: [] };
    target.paths.push(relative);
    targets.set(location.root, target);
  }
  return [...targets.values()];
}

/** Returns the paths that lie in a folder; null when one of them holds the folder. */
function namedIn(
  paths: readonly string[],
  base: string,
  root: string,
): string[] | null {
  const found: string[] = [];
  for (const given of paths) {
    const full = path.resolve(base, given);
    const relative = inside(full, root);
    if (relative !== null) found.push(relative);
    else if (full === root || inside(root, full) !== null) return null;
  }
  return found;
}

function unique(locations: readonly Location[]): Location[] {
  const byRoot = new Map(locations.map((one) => [one.root, one]));
  return [...byRoot.values()].slice(0, MOST_ROOTS);
}

const MOST_ROOTS = 10;

function workspacesOf(event: HookEvent, envelope: Envelope): string[] {
  if (event.roots.length > 0) return event.roots;
  const { env } = envelope;
  // CLAUDE_PROJECT_DIR is set by several agents; each also sets its own.
  const told =
    (event.agent === "cursor" && env["CURSOR_PROJECT_DIR"]) ||
    (event.agent === "gemini" && env["GEMINI_PROJECT_DIR"]) ||
    env["CLAUDE_PROJECT_DIR"];
  return [told || event.cwd || envelope.cwd];
}

/** Returns the path below the root with “/”, or null when it is not below. */
export function inside(full: string, root: string): string | null {
  const relative = path.relative(root, realParent(full));
  const names = relative.split(path.sep);
  if (relative === "" || names[0] === ".." || path.isAbsolute(relative))
    return null;
  return names.join("/");
}

function isAtOrBelow(folder: string, root: string): boolean {
  return inside(path.join(folder, "any"), root) !== null;
}

/** The workspace is known by its real path; an agent may come by a link. */
function realParent(full: string): string {
  let missing = path.basename(full);
  for (let at = path.dirname(full); ; at = path.dirname(at)) {
    try {
      return path.join(fs.realpathSync.native(at), missing);
    } catch {
      if (path.dirname(at) === at) return full;
      missing = path.join(path.basename(at), missing);
    }
  }
}

function finder(env: Env) {
  const at = (request: { workspace?: string; cwd: string }) => {
    try {
      return locate({ ...request, env });
    } catch {
      return null; // Not there (any more): nothing to record.
    }
  };
  const existing = (folder: string): Location | null => {
    const location = at({ cwd: folder });
    return location && hasStore(location.storeDir) ? location : null;
  };
  const home = (folder: string): Location | null =>
    existing(folder) ??
    at({ workspace: repositoryOf(folder) ?? folder, cwd: folder });
  return { existing, home };
}

function repositoryOf(folder: string): string | null {
  const end = homeDir();
  for (let at = folder; at !== end; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, ".git"))) return at;
    if (path.dirname(at) === at) break;
  }
  return null;
}
