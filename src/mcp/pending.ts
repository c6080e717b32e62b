import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";

/** The client's requests that have not been answered yet. */
export interface Pending {
  /** Resolves once all are answered, or after `withinMs`. */
  answered(withinMs: number): Promise<void>;
}

/** Tracks requests and responses on a transport. Call it before the transport is connected. */
export function pendingOn(transport: Transport): Pending {
  const open = new Set<RequestId>();
  let onAnswer = () => {};
  const close = (id: RequestId) => {
    open.delete(id);
    onAnswer();
  };
  transport.onmessage = (message) => {
    if (isJSONRPCRequest(message)) open.add(message.id);
    const cancelled = cancelledBy(message);
    // A cancelled request is never answered.
    if (cancelled !== undefined) close(cancelled);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    await send(message, options);
    if (!("method" in message) && message.id !== undefined) close(message.id);
  };
  return {
    answered: (withinMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        onAnswer = () => {
          if (open.size > 0) return;
          clearTimeout(timer);
          resolve();
        };
        onAnswer();
      }),
  };
}

function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!("method" in message)) return undefined;
  if (message.method !== "notifications/cancelled") return undefined;
  return message.params?.["requestId"] as RequestId | undefined;
}
