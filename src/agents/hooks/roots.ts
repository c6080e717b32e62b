import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../base/homeDir";
import { refusedUnasked } from "../../engine/model/refusedFolder";
import type { Env } from "../../host/dataDir";
import { locate, type Location } from "../../host/locate";
import { hasStore } from "../../host/stores";
import type { Envelope } from "./inbox";
import type { HookEvent } from "./readEvent";
import { riskyPaths } from "./riskyPaths";
import { writtenPaths, type Writes } from "./writtenPaths";

/** A folder whose history an event belongs to. */
export interface Target {
  location: Location;
  /** The paths in it that the tool affects; null if it may affect any. */
  paths: string[] | null;
  /** What the tool is known to write in it. */
  writes: Writes;
}

/**
 * Returns the folders that an event affects. Agents report where they are in several ways,
 * and follow `cd` into subfolders, so what they call their workspace comes first. The
 * target is the nearest folder at or above that has a history, else the enclosing
 * repository, else the folder itself. If no history may be started there automatically,
 * the folder is left out and `onRefused` gets the reason.
 */
export function targetsOf(
  event: HookEvent,
  envelope: Envelope,
  env: Env,
  onRefused: (root: string, why: string) => void = () => {},
): Target[] {
  const store = envelope.env["CHECKPOINT_STORE"];
  const find = finder({ ...env, CHECKPOINT_STORE: store }, onRefused);
  const homes = workspacesOf(event, envelope)
    .map((folder) => find.home(folder))
    .filter((location) => location !== null);
  const { tool } = event;
  const base = event.cwd || homes[0]?.root || envelope.cwd;
  if (tool && tool.does !== "shell" && tool.paths.length > 0)
    return byPath(tool.paths, base, homes, (file) =>
      find.existing(path.dirname(file)),
    );
  // The command runs outside the agent's workspace.
  const { cwd } = event;
  if (tool && cwd && !homes.some(({ root }) => isAtOrBelow(cwd, root))) {
    const elsewhere = find.existing(cwd);
    if (elsewhere) homes.push(elsewhere);
  }
  const command =
    event.kind === "before-tool" && tool?.does === "shell"
      ? (tool.command ?? "")
      : null;
  const named = command === null ? null : riskyPaths(command);
  const written =
    command === null
      ? { paths: [], isOpen: true }
      : writtenPaths(command, (given) => isFolder(path.resolve(base, given)));
  return unique(homes).map((location) => ({
    location,
    paths: named && namedIn(named, base, location.root),
    writes: writtenIn(written, base, location.root),
  }));
}

/** What a tool writes as paths of a folder. */
function writtenIn(
  { paths, isOpen }: Writes,
  base: string,
  root: string,
): Writes {
  const found = paths.flatMap((given) =>
    throughLink(path.resolve(base, given)).map((full) => {
      const relative = inside(full, root);
      return relative && given.endsWith("/") ? `${relative}/` : relative;
    }),
  );
  // What holds the whole folder names nothing in it.
  const isHeld = paths.some((given) => {
    const full = path.resolve(base, given);
    return full === root || inside(root, full) !== null;
  });
  return {
    paths: found.filter((name) => name !== null),
    isOpen: isOpen || isHeld,
  };
}

function isFolder(full: string): boolean {
  return fs.statSync(full, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Each path goes to the folder that it lies in; outside of all it is not ours to look at. */
function byPath(
  paths: readonly string[],
  base: string,
  homes: readonly Location[],
  elsewhere: (file: string) => Location | null,
): Target[] {
  const targets = new Map<string, Target & { paths: string[] }>();
  for (const full of paths.flatMap((given) =>
    throughLink(path.resolve(base, given)),
  )) {
    const location =
      homes.find(({ root }) => inside(full, root) !== null) ?? elsewhere(full);
    const relative = location && inside(full, location.root);
    if (!location || !relative) continue;
    const target = targets.get(location.root) ?? {
      location,
      paths: [],
      writes: { paths: [], isOpen: false },
    };
    target.paths.push(relative);
    // What it deletes may be a folder.
    target.writes.paths.push(relative, `${relative}/`);
    targets.set(location.root, target);
  }
  return [...targets.values()];
}

/** Returns the paths inside a folder, or null if one of them is the folder or contains it. */
function namedIn(
  paths: readonly string[],
  base: string,
  root: string,
): string[] | null {
  const found: string[] = [];
  for (const full of paths.flatMap((given) =>
    throughLink(path.resolve(base, given)),
  )) {
    const relative = inside(full, root);
    if (relative !== null) found.push(relative);
    else if (full === root || inside(root, full) !== null) return null;
  }
  return found;
}

/** Returns the path and, if it is a link, what it leads to: most programs write that. */
function throughLink(full: string): string[] {
  try {
    const isLink = fs.lstatSync(full).isSymbolicLink();
    return isLink ? [full, fs.realpathSync.native(full)] : [full];
  } catch {
    return [full]; // it does not exist, or leads nowhere
  }
}

function unique(locations: readonly Location[]): Location[] {
  const byRoot = new Map(locations.map((one) => [one.root, one]));
  return [...byRoot.values()].slice(0, MOST_ROOTS);
}

const MOST_ROOTS = 10;

function workspacesOf(event: HookEvent, envelope: Envelope): string[] {
  if (event.roots.length > 0) return event.roots;
  const { env } = envelope;
  // Several agents set CLAUDE_PROJECT_DIR as well as their own variable, which is preferred.
  const projectDir =
    (event.agent === "cursor" && env["CURSOR_PROJECT_DIR"]) ||
    (event.agent === "gemini" && env["GEMINI_PROJECT_DIR"]) ||
    env["CLAUDE_PROJECT_DIR"];
  return [projectDir || event.cwd || envelope.cwd];
}

/** Returns the path relative to the root, with “/”, or null if it is not below the root. */
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

/** Resolves links in a path's parent folders: roots are real paths, but agents may use links. */
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

function finder(env: Env, onRefused: (root: string, why: string) => void) {
  const at = (request: { workspace?: string; cwd: string }) => {
    try {
      return locate({ ...request, env });
    } catch {
      return null; // the folder does not exist (any more), so there is nothing to record
    }
  };
  const existing = (folder: string): Location | null => {
    const location = at({ cwd: folder });
    return location && hasStore(location.storeDir) ? location : null;
  };
  const home = (folder: string): Location | null => {
    const known = existing(folder);
    if (known) return known;
    const workspace = repositoryOf(folder) ?? folder;
    const location = at({ workspace, cwd: folder });
    const why = location && whyRefused(location.root);
    if (!why) return location;
    onRefused(location.root, why);
    return null;
  };
  return { existing, home };
}

/** Returns why an agent's being in a folder does not start a history there, or null if it does. */
function whyRefused(root: string): string | null {
  const why = refusedUnasked(root, realHome());
  if (why !== null) return why;
  try {
    fs.accessSync(root, fs.constants.W_OK);
    return null;
  } catch {
    return "not-writable";
  }
}

function realHome(): string {
  try {
    return fs.realpathSync.native(homeDir());
  } catch {
    return homeDir();
  }
}

function repositoryOf(folder: string): string | null {
  const end = homeDir();
  for (let at = folder; at !== end; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, ".git"))) return at;
    if (path.dirname(at) === at) break;
  }
  return null;
}
