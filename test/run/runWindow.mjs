// Plays the scenes of a suite of `test/ui` in windows of a real VS Code of its own.
import path from "node:path";
import { projectDir, vsix } from "./paths.mjs";
import { runMocha } from "./runFile.mjs";

/** After this long a suite hangs; the window's takes a third of it on a slow machine. */
export const LIMIT_MS = 40 * 60_000;

/** The package must have been made; see `pack` in checks.mjs. */
export function runWindow(name) {
  const file = path.join(projectDir, `test/${name}.test.mjs`);
  const options = { env: { CHECKPOINT_VSIX: vsix }, limitMs: LIMIT_MS };
  return runMocha(name, [file], options);
}
