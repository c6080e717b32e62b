/** What an editor's chat can use of ours. */
export interface ChatAbilities {
  /** It knows the tools that extensions contribute. */
  hasTools: boolean;
  /** It has a call of its own for MCP servers, and no other way to our tools. */
  isCursor: boolean;
}

/**
 * Returns whether the chat is offered the MCP server. The same tools twice would
 * only confuse a model and use up the number of tools it may have, so by default
 * the server stands in where the tools are not known. A value that is none of the
 * setting's counts as not set.
 */
export function isServerOffered(
  setting: unknown,
  { hasTools, isCursor }: ChatAbilities,
): boolean {
  if (setting === "on") return true;
  if (setting === "off") return false;
  return isCursor || !hasTools;
}
