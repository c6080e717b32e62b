import { Session, type NodeWorker } from "node:inspector/promises";

/**
 * Passes of the collector: objects held only by weak references are collected in a
 * later one.
 */
const PASSES = 3;

/** A thread of this process, by name, and the heap that is in use on it. */
export interface ThreadHeap {
  thread: string;
  usedBytes: number;
}

/**
 * Collects the garbage of every thread of this process, as the developer tools do,
 * and returns what is left: only then does memory usage show what is retained.
 */
export async function collectGarbage(): Promise<ThreadHeap[]> {
  const session = new Session();
  session.connect();
  try {
    const workers = await attachToWorkers(session);
    const heaps: ThreadHeap[] = [];
    for (const { name, post } of workers) {
      for (let pass = 0; pass < PASSES; pass++)
        await post("HeapProfiler.collectGarbage");
      const { usedSize } = await post("Runtime.getHeapUsage");
      heaps.push({ thread: name, usedBytes: usedSize! });
    }
    for (let pass = 0; pass < PASSES; pass++)
      await session.post("HeapProfiler.collectGarbage");
    const { heapUsed } = process.memoryUsage();
    return [{ thread: "main", usedBytes: heapUsed }, ...heaps];
  } finally {
    session.disconnect();
  }
}

interface AttachedWorker {
  name: string;
  post: (method: string) => Promise<{ usedSize?: number }>;
}

async function attachToWorkers(session: Session): Promise<AttachedWorker[]> {
  const found: NodeWorker.AttachedToWorkerEventDataType[] = [];
  const waiting = new Map<number, (result: { usedSize?: number }) => void>();
  session.on("NodeWorker.attachedToWorker", ({ params }) => {
    found.push(params);
  });
  session.on("NodeWorker.receivedMessageFromWorker", ({ params }) => {
    const { id, result } = JSON.parse(params.message) as {
      id?: number;
      result?: { usedSize?: number };
    };
    if (id !== undefined) waiting.get(id)?.(result ?? {});
  });
  await session.post("NodeWorker.enable", { waitForDebuggerOnStart: false });
  let lastId = 0;
  return found.map(({ sessionId, workerInfo }) => ({
    name: workerInfo.title,
    post: async (method) => {
      const id = ++lastId;
      const answer = new Promise<{ usedSize?: number }>((resolve) => {
        waiting.set(id, resolve);
      });
      const message = JSON.stringify({ id, method });
      await session.post("NodeWorker.sendMessageToWorker", {
        sessionId,
        message,
      });
      return answer;
    },
  }));
}
