import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";

/** The requests of a client that have not been answered yet. */
export interface Pending {
  /** Resolves when there are none, or when it took too long. */
  answered(withinMs: number): Promise<void>;
}

/** Counts requests and answers as they pass; call it before the transport is connected. */
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
    // Nobody answers it then.
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
