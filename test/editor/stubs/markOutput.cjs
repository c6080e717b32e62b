// Runs in the embedded extension host, around the real test entry: marks what
// the host prints, to be told from the workbench's own log, and reports that
// the tests came to their end: the workbench alone would call a host that died
// a success.
const { format } = require("node:util");

exports.run = async () => {
  for (const method of ["debug", "log", "info", "warn", "error"]) {
    const print = console[method].bind(console);
    // Defined, since VS Code ignores a plain assignment.
    Object.defineProperty(console, method, {
      value: (...args) => print("checkpoint-test-output", format(...args)),
    });
  }
  let code = 1;
  try {
    await require(process.env.CHECKPOINT_TEST_ENTRY).run();
    code = 0;
  } finally {
    console.log(`checkpoint-test-end ${code}`);
  }
};
