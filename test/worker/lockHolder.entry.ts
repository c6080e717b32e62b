import { realDisk } from "../../src/base/realDisk";
import { sleepSync } from "../../src/base/processes";
import { Lock } from "../../src/engine/store/lock/lock";

/** Holds a store's lock until it is killed, like a process that hangs while writing. */
new Lock(realDisk, process.argv[2]!).hold(() => {
  process.stdout.write("held");
  sleepSync(600_000);
});
