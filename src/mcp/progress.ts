import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type {
  ServerNotification,
  ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { Progress } from "../engine/api";
import { voice } from "../agents/voice";
import { progressText } from "../wording/progress";
import type { Call } from "../worker/client";

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Translates a request's progress token and abort signal to the engine's call options. */
export function callFor(extra: Extra): Call {
  const token = extra._meta?.progressToken;
  if (token === undefined) return { signal: extra.signal };
  const steps = growing();
  return {
    signal: extra.signal,
    onProgress(progress) {
      void extra
        .sendNotification({
          method: "notifications/progress",
          params: { progressToken: token, ...steps(progress) },
        })
        // The client has disconnected; the server cancels its requests.
        .catch(() => {});
    },
  };
}

/**
 * Returns a function that combines phases, each counted from zero, into one number
 * that only increases, as the protocol requires.
 */
export function growing() {
  let phase: Progress["phase"] | null = null;
  let before = 0;
  let sent = 0;
  return (step: Progress) => {
    const { phase: now, done, total } = step;
    if (now !== phase) before = sent;
    phase = now;
    sent = Math.max(sent + 1, before + done);
    return {
      progress: sent,
      ...(total === null ? {} : { total: Math.max(before + total, sent) }),
      message: progressText(step, isoTime, voice),
    };
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
