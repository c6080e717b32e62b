// Stands in for VS Code's native watchdog: without one, an extension host
// would outlive a server that was killed.
exports.start = (pid) => {
  setInterval(() => {
    try {
      process.kill(pid, 0);
    } catch {
      process.exit(87);
    }
  }, 1000).unref();
};
