import path from "node:path";

/** The project's folder: the extension that is built, packaged and tested. */
export const projectDir = path.resolve(import.meta.dirname, "../..");

/** Git-ignored: the embedded VS Code and the desktop one. */
export const cacheDir = path.join(projectDir, ".vscode-test");

/** Where the UI tests save their screenshots. */
export const screenshotDir = path.join(projectDir, "out", "screenshots");
