import type { Run } from "../../src/engine/api";

/**
 * Requests that begin to wait at the given looks of a capture for them, counted from 1: what
 * the worker does with captures that arrive meanwhile.
 */
export function waitingAt(
  requests: ReadonlyMap<number, () => void>,
): Required<Pick<Run, "waiting">> & { served: () => number } {
  const due: (() => void)[] = [];
  let looks = 0;
  let served = 0;
  return {
    waiting: {
      isAnyone() {
        const request = requests.get(++looks);
        if (request) due.push(request);
        return due.length > 0;
      },
      serve() {
        for (const request of due.splice(0)) {
          request();
          served++;
        }
      },
    },
    served: () => served,
  };
}
