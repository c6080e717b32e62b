// Runs the in-editor suites of an entry; a process of its own, so that a hanging
// editor can be ended with everything it started.
import { runInHost } from "../host/runInHost.mjs";

const { CHECKPOINT_TEST_REPORT, CHECKPOINT_TEST_REPORTER } = process.env;
process.exitCode = await runInHost({
  entry: process.argv[2],
  env: { CHECKPOINT_TEST_REPORT, CHECKPOINT_TEST_REPORTER },
});
