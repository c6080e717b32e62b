import os from "node:os";
import path from "node:path";

/** The project's folder. */
export const projectDir = path.resolve(import.meta.dirname, "../..");

/** Where built tests are, and where their reports go. */
export const testDir = path.join(projectDir, "out", "test");
export const reportDir = path.join(projectDir, "out", "reports");

/** The package that the window's suite installs. */
export const vsix = path.join(
  os.tmpdir(),
  `checkpoint-test-${process.pid}.vsix`,
);
