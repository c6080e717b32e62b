import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type {
  ServerNotification,
  ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { Progress } from "../engine/api";
import type { Call } from "../worker/client";

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const WORDS: Record<Progress["phase"], string> = {
  scan: "Looking for changes",
  read: "Reading files",
  write: "Writing files",
  search: "Searching",
  verify: "Checking",
  compact: "Tidying up",
  wait: "Waiting for another process",
};

/** Returns how a request is watched and cancelled, in the engine's terms. */
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
        // The client has gone: the request ends by itself.
        .catch(() => {});
    },
  };
}

/**
 * Returns a function that makes of phases, each counted from zero, one number
 * that only grows: the protocol demands that of progress.
 */
export function growing() {
  let phase: Progress["phase"] | null = null;
  let before = 0;
  let sent = 0;
  return ({ phase: now, done, total }: Progress) => {
    if (now !== phase) before = sent;
    phase = now;
    sent = Math.max(sent + 1, before + done);
    return {
      progress: sent,
      ...(total === null ? {} : { total: Math.max(before + total, sent) }),
      message:
        total === null
          ? `${WORDS[now]} (${done})`
          : `${WORDS[now]} (${done} of ${total})`,
    };
  };
}
