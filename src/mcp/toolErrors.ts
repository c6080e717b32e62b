import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { CheckpointError } from "../engine/model/errors";

/**
 * Returns an error as a tool's answer: what happened, what to do, and its code.
 * Without structured content: clients check that against the tool's schema and
 * would show their own complaint instead of this.
 */
export function toolError(error: unknown): CallToolResult {
  return { isError: true, content: [{ type: "text", text: errorText(error) }] };
}

export function errorText(error: unknown): string {
  const { code, message, hint } = CheckpointError.from(error);
  const parts = [message, hint, `(error code: ${code})`];
  return parts.filter((part) => part !== null && part !== "").join(" ");
}
