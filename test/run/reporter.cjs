// A mocha reporter for machines: one line of JSON per test, written to the file
// that CHECKPOINT_TEST_REPORT names, at once, so that a crash loses nothing.
const fs = require("node:fs");

module.exports = class Reporter {
  constructor(runner) {
    const file = process.env.CHECKPOINT_TEST_REPORT;
    const write = (row) => fs.appendFileSync(file, JSON.stringify(row) + "\n");
    const row = (test, state) => ({
      state,
      title: test.fullTitle(),
      file: test.file,
      ms: test.duration ?? 0,
    });
    runner.on("pass", (test) => write(row(test, "passed")));
    runner.on("pending", (test) => write(row(test, "skipped")));
    runner.on("fail", (test, error) =>
      write({ ...row(test, "failed"), why: whyOf(error) }),
    );
    runner.once("end", () => write({ state: "end" }));
  }
};

function whyOf(error) {
  const text = error?.stack ?? error?.message ?? String(error);
  const cause = error?.cause ? `\ncaused by ${whyOf(error.cause)}` : "";
  const own = text
    .split("\n")
    .filter((line) => !/^\s+at .*(node:internal|node_modules.mocha)/.test(line))
    .join("\n");
  return own + cause;
}
