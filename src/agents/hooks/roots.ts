import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Env } from "../../host/dataDir";
import { locate, type Location } from "../../host/locate";
import { hasStore } from "../../host/stores";
import type { Envelope } from "./inbox";
import type { HookEvent } from "./readEvent";

/** A folder whose history an event belongs to, with the tool's paths in it. */
export interface Target {
  location: Location;
  paths: string[];
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
  const targets = new Map<string, Target>();
  const add = (location: Location, paths: string[] = []): void => {
    const target = targets.get(location.root) ?? { location, paths: [] };
    target.paths.push(...paths);
    targets.set(location.root, target);
  };
  const { tool } = event;
  if (tool && tool.does !== "shell" && tool.paths.length > 0) {
    const base = event.cwd || homes[0]?.root || envelope.cwd;
    for (const given of tool.paths) {
      const full = path.resolve(base, given);
      const location =
        homes.find(({ root }) => inside(full, root) !== null) ??
        find.existing(path.dirname(full));
      const relative = location && inside(full, location.root);
      // Outside of everything that is recorded: not ours to look at.
      if (location && relative) add(location, [relative]);
    }
    return [...targets.values()];
  }
  for (const location of homes) add(location);
  // A command run elsewhere than in the agent's workspace.
  const elsewhere = tool && event.cwd ? find.existing(event.cwd) : null;
  if (elsewhere && targets.size === 0) add(elsewhere);
  return [...targets.values()].slice(0, MOST_ROOTS);
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
  if (relative === "" || relative.startsWith("..") || path.isAbsolute(relative))
    return null;
  return relative.split(path.sep).join("/");
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
  const end = os.homedir();
  for (let at = folder; at !== end; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, ".git"))) return at;
    if (path.dirname(at) === at) break;
  }
  return null;
}
