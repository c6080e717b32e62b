// Stands in for the native logger of VS Code, which would need a compiler.
// Output channels are written through it, so it must really write.
const fs = require("node:fs");
const path = require("node:path");

const levels = ["trace", "debug", "info", "warn", "error", "critical"];
let defaultLevel = 2;

class Logger {
  constructor(name, file) {
    this.file = file;
    this.level = defaultLevel;
    this.prefixed = true;
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  clearFormatters() {
    this.prefixed = false;
  }
  setPattern() {}
  flush() {}
  drop() {}
  write(level, message) {
    if (level < this.level) return;
    const line = `${new Date().toISOString()} [${levels[level]}] ${message}\n`;
    try {
      fs.appendFileSync(this.file, this.prefixed ? line : message);
    } catch {
      // The log folder goes away while the server stops; a log may be lost.
    }
  }
}
levels.forEach((name, level) => {
  Logger.prototype[name] = function (message) {
    this.write(level, message);
  };
});

async function createLogger(name, file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.appendFileSync(file, "");
  return new Logger(name, file);
}

exports.version = 0;
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
exports.setLevel = (level) => {
  defaultLevel = level;
};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
