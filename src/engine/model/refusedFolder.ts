import type { RefusalReason } from "./problems";

/** The root of a disk or, on Windows, of a network share. */
const ROOT = /^(\/|[a-z]:[\\/]?|\\\\[^\\]+\\[^\\]+\\?)$/i;

/**
 * Returns why a folder is never recorded, whoever asks; null if it may be. Expects
 * real paths.
 */
export function refusedFolder(
  root: string,
  home: string,
): RefusalReason | null {
  if (ROOT.test(root)) return "file-system-root";
  if (root === home) return "home";
  return null;
}

/** System folders, including everything below them. */
const SYSTEM =
  /^\/(proc|sys|dev|etc|boot|run|bin|sbin|lib(32|64|x32)?|usr\/(s?bin|lib(32|64|x32|exec)?|include|share)|var\/(log|cache|spool|run|db)|System|Library|Applications|private\/(etc|var\/(log|db|run)))(\/|$)/;
const SYSTEM_ON_WINDOWS =
  /^[a-z]:\\(windows|program files( \(x86\))?|programdata|\$recycle\.bin|system volume information)(\\|$)/i;
/**
 * Mount points and shared folders. A project may be inside one, but they are not
 * projects themselves.
 */
const SHARED =
  /^(\/(usr|usr\/local|var|opt|srv|mnt|media|home|tmp|var\/tmp|Users|Volumes|private|private\/(tmp|var|var\/tmp))|[a-z]:\\users)$/i;
const IN_RUN = /^\/run\/(media|user)\/./;

/**
 * Returns why no history is started in a folder unless a person asks for it: agents
 * report where they are, and that may be anywhere.
 */
export function refusedUnasked(
  root: string,
  home: string,
): RefusalReason | null {
  const refused = refusedFolder(root, home);
  if (refused !== null) return refused;
  if (home.startsWith(root) && /[\\/]/.test(home[root.length] ?? ""))
    return "holds-home";
  const isSystem =
    (SYSTEM.test(root) && !IN_RUN.test(root)) || SYSTEM_ON_WINDOWS.test(root);
  if (isSystem) return "system";
  return SHARED.test(root) ? "shared" : null;
}
