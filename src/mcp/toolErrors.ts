import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { errorText } from "../agents/errorText";

/**
 * Returns an error as a tool's answer. Without structured content: clients check
 * that against the tool's schema and would show their own complaint instead.
 */
export function toolError(error: unknown): CallToolResult {
  return { isError: true, content: [{ type: "text", text: errorText(error) }] };
}
