import path from "node:path";

/** The environment of a process, passed in so that nothing here reads it by itself. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the platform's folder for Checkpoint's own data: stores that no
 * editor keeps, the registry, `config.json`. `homeDir` is where the account
 * lives when the environment does not say.
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
  const said = env["HOME"] ?? "";
  const home = path.posix.isAbsolute(said) ? said : homeDir;
  if (platform === "darwin")
    return path.posix.join(
      home,
      "Library",
      "Application Support",
      "Checkpoint",
    );
  // The XDG rules say that a relative path here is to be ignored.
  const xdg = env["XDG_DATA_HOME"];
  const base =
    xdg && path.posix.isAbsolute(xdg)
      ? xdg
      : path.posix.join(home, ".local", "share");
  return path.posix.join(base, "checkpoint");
}
