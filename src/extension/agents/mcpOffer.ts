/** What an editor's chat can use of Checkpoint. */
export interface ChatAbilities {
  /** It supports tools contributed by extensions. */
  hasTools: boolean;
  /** It has its own API for MCP servers and no other way to use our tools. */
  isCursor: boolean;
}

/** What the chat is offered of the MCP server. */
export type Offer = "whole" | "without-tools" | "none";

/**
 * Decides what the chat is offered of the MCP server. Duplicate tools would confuse a model and use
 * up its tool limit, so if the chat already has the tools, the server offers only prompts and
 * resources. An unknown value of the setting counts as unset.
 */
export function offerOf(
  setting: unknown,
  { hasTools, isCursor }: ChatAbilities,
): Offer {
  if (setting === "on") return "whole";
  if (setting === "off") return "none";
  return isCursor || !hasTools ? "whole" : "without-tools";
}
