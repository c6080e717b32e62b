/** What an editor's chat can use of ours. */
export interface ChatAbilities {
  /** It knows the tools that extensions contribute. */
  hasTools: boolean;
  /** It has a call of its own for MCP servers, and no other way to our tools. */
  isCursor: boolean;
}

/** The MCP server as the chat is offered it. */
export type Offer = "whole" | "without-tools" | "none";

/**
 * Returns what of the MCP server the chat is offered. The same tools twice would
 * only confuse a model and use up the number of tools it may have, so where they
 * are known already the server has its prompts and resources alone. A value that
 * is none of the setting's counts as not set.
 */
export function offerOf(
  setting: unknown,
  { hasTools, isCursor }: ChatAbilities,
): Offer {
  if (setting === "on") return "whole";
  if (setting === "off") return "none";
  return isCursor || !hasTools ? "whole" : "without-tools";
}
