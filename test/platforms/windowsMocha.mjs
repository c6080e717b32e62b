// Runs test files on Windows, except the excluded tests; each of these gets its own
// row in the report.
import Mocha from "mocha";
import fs from "node:fs";
import { createRequire } from "node:module";
import { isExcludedTest } from "./exclusions.mjs";

const reporter = createRequire(import.meta.url)("../run/reporter.cjs");
const mocha = new Mocha({ forbidOnly: true, timeout: 240_000, reporter });
for (const file of process.argv.slice(2)) mocha.addFile(file);
await mocha.loadFilesAsync();
exclude(mocha.suite);
mocha.run((failures) => (process.exitCode = Math.min(failures, 255)));

function exclude(suite) {
  suite.tests = suite.tests.filter((test) => {
    const excluded = isExcludedTest(nameOf(test.file), test.fullTitle());
    if (!excluded) return true;
    const { at, reason } = excluded;
    const { file } = test;
    const title = test.fullTitle();
    const row = { state: "excluded", title, file, by: at, reason };
    const report = process.env.CHECKPOINT_TEST_REPORT;
    fs.appendFileSync(report, JSON.stringify(row) + "\n");
    return false;
  });
  suite.suites.forEach(exclude);
}

/** `C:\project\out\test\engine\a.test.js` is engine/a. */
function nameOf(file) {
  return file
    .replaceAll("\\", "/")
    .replace(/^.*\/out\/test\//, "")
    .replace(/\.test\.js$/, "");
}
