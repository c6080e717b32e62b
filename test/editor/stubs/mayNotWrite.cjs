// Loaded into a process whose account may not write below a folder: what root,
// who runs many a test, may do everywhere is refused to it.
const fs = require("node:fs");

const folder = process.env.CHECKPOINT_MAY_NOT_WRITE;
const { openSync } = fs;

fs.openSync = (path, flags, mode) => {
  const isReading = flags === "r" || flags === fs.constants.O_RDONLY;
  if (!isReading && String(path).startsWith(folder))
    throw Object.assign(
      new Error(`EACCES: permission denied, open '${path}'`),
      { code: "EACCES", syscall: "open", path },
    );
  return openSync(path, flags, mode);
};
