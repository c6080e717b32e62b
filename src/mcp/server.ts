import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { version } from "../../package.json";
import type { Folder } from "./folder";
import { registerPrompts } from "./prompts";
import { registerResources } from "./resources";
import { registerTools } from "./registerTools";

/** Some clients read only the first 512 characters of this. */
const INSTRUCTIONS =
  "Checkpoint records this workspace folder and can rewind it. " +
  "Call checkpoint_create before risky work and after each finished step. " +
  "To restore: checkpoint_list, checkpoint_plan_restore, then checkpoint_restore with the plan. checkpoint_undo undoes it. " +
  "checkpoint_revert reverts one change and keeps the rest. " +
  "After a restore, read the changed files again: your context of them is stale.";

/** A call with more input elements than this is rejected as abuse. */
const MOST_ELEMENTS = 20_000;

/** Returns the MCP server of a folder, not yet connected. */
export function makeServer(
  folder: Folder,
  {
    withoutTools = false,
    unattended = false,
  }: { withoutTools?: boolean; unattended?: boolean } = {},
): McpServer {
  const server = new McpServer(
    { name: "checkpoint", title: "Checkpoint", version },
    {
      instructions: INSTRUCTIONS,
      maxToolInputElements: MOST_ELEMENTS,
    },
  );
  if (!withoutTools) registerTools(server, folder, unattended);
  registerResources(server, folder);
  registerPrompts(server, folder);
  return server;
}
