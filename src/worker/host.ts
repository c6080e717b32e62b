/** Entry point of the worker thread: serves engines over the thread's port. */
import {
  parentPort,
  receiveMessageOnPort,
  workerData,
} from "node:worker_threads";
import type { Log } from "../base/log";
import { threadEnded } from "../engine/store/lock/lockOwner";
import { hostEngines } from "./hostEngines";
import { openFolderWith } from "./openFolder";
import type { FromWorker, ToWorker } from "./protocol";

const log: Log = {
  info: (message, data) => post("info", message, data),
  warn: (message, data) => post("warn", message, data),
  error: (message, error) =>
    post(
      "error",
      error instanceof Error ? `${message}: ${error.stack}` : message,
    ),
};

function post(
  level: "info" | "warn" | "error",
  message: string,
  data?: Record<string, unknown>,
): void {
  const text = data ? `${message} ${JSON.stringify(data)}` : message;
  parentPort?.postMessage({
    type: "log",
    level,
    message: text,
  } satisfies FromWorker);
}

const { endedThreads = [] } = (workerData ?? {}) as { endedThreads?: number[] };
for (const id of endedThreads) threadEnded(id);
const port = parentPort;
if (port)
  hostEngines(
    port,
    openFolderWith(log),
    () => receiveMessageOnPort(port)?.message as ToWorker | undefined,
  );
