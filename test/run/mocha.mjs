// Runs test files in this process. Mocha's own command first reads its options from
// many places, which takes longer than most of our suites.
import Mocha from "mocha";
import { createRequire } from "node:module";

const reporter = createRequire(import.meta.url)("./reporter.cjs");
const mocha = new Mocha({ forbidOnly: true, timeout: 120_000, reporter });
for (const file of process.argv.slice(2)) mocha.addFile(file);
await mocha.loadFilesAsync();
mocha.run((failures) => (process.exitCode = Math.min(failures, 255)));
