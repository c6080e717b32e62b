/**
 * Entry point of the process behind the hooks. It is a bundle of its own, because the first event
 * of an agent may have to wait until it runs, and loading the whole command takes longer.
 */
import { hookLog } from "./hookLog";
import { ownDataDir } from "../ownDataDir";
import { workHere } from "./workHere";

workHere(process.env, __dirname).catch((error: unknown) =>
  hookLog(ownDataDir()).error("The worker could not start", error),
);
