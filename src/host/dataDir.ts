import path from "node:path";

/**
 * The environment of a process. It is always passed in, so that functions do not depend on
 * `process.env`.
 */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the platform's folder for Checkpoint's own data: the registry, `config.json` and
 * stores that were not created by an editor. `homeDir` is the account's home folder, used
 * if the environment does not name one.
 */
export function dataDir(
  env: Env,
  platform: NodeJS.Platform,
  homeDir: string,
): string {
  if (platform === "win32") {
    const profile = env["USERPROFILE"] || homeDir;
    const local =
      env["LOCALAPPDATA"] || path.win32.join(profile, "AppData", "Local");
    return path.win32.join(local, "Checkpoint");
  }
  const envHome = env["HOME"] ?? "";
  const home = path.posix.isAbsolute(envHome) ? envHome : homeDir;
  if (platform === "darwin")
    return path.posix.join(
      home,
      "Library",
      "Application Support",
      "Checkpoint",
    );
  // The XDG specification says to ignore a relative path here.
  const xdg = env["XDG_DATA_HOME"];
  const base =
    xdg && path.posix.isAbsolute(xdg)
      ? xdg
      : path.posix.join(home, ".local", "share");
  return path.posix.join(base, "checkpoint");
}
