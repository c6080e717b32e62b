// Runs the in-editor suites of an entry in a separate process, so that a hanging
// editor can be ended with everything it started.
import { makeWorkspace, quickSettings } from "../extension/host/workspace.mjs";
import { runInHost } from "../editor/runInHost.mjs";

const { CHECKPOINT_TEST_REPORT, CHECKPOINT_TEST_REPORTER } = process.env;
const workspace = makeWorkspace();
try {
  process.exitCode = await runInHost({
    entry: process.argv[2],
    folder: workspace.file,
    settings: quickSettings,
    env: { CHECKPOINT_TEST_REPORT, CHECKPOINT_TEST_REPORTER },
  });
} finally {
  workspace.remove();
}
