// Preloaded into the server and what it starts: ends a process whose parent is
// gone, also when the parent was killed and could not clean up.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(0);
}, 500).unref();
