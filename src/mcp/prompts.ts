import { completable } from "@modelcontextprotocol/sdk/server/completable.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { GetPromptResult } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { Folder } from "./folder";
import { completeNumbers } from "./resources";

/**
 * The prompts that clients show as slash commands. They only ask the model to call a
 * tool; fetching a prompt changes nothing.
 */
export function registerPrompts(server: McpServer, folder: Folder): void {
  server.registerPrompt(
    "snapshot-create",
    {
      title: "Create a checkpoint",
      description: "Create a named checkpoint of the workspace.",
      argsSchema: {
        message: z.string().max(200).describe("Its name."),
      },
    },
    ({ message }) =>
      userMessage(
        `Call the tool checkpoint_create with name ${JSON.stringify(message)}, then tell me its number. Do nothing else.`,
      ),
  );

  server.registerPrompt(
    "snapshot-restore",
    {
      title: "Restore a checkpoint",
      description: "Restore the workspace to a checkpoint.",
      argsSchema: {
        number: completable(
          z.string().max(200).describe("Its number, or latest."),
          (text) => completeNumbers(folder, text ?? ""),
        ),
      },
    },
    ({ number }) =>
      userMessage(
        `I want to restore the workspace to checkpoint ${JSON.stringify(number)}. ` +
          "Call checkpoint_plan_restore with that as “to” and show me which files would be created, replaced and deleted, and whose changes go with them. " +
          "When I agree, call checkpoint_restore with the plan, tell me exactly what changed, and read those files again before you edit them.",
      ),
  );

  server.registerPrompt(
    "snapshot-list",
    {
      title: "List checkpoints",
      description: "Show the latest checkpoints of the workspace.",
    },
    () =>
      userMessage(
        "Call the tool checkpoint_list and show me the checkpoints as a short list: number, name, author, time and number of changed files. Do nothing else.",
      ),
  );
}

function userMessage(text: string): GetPromptResult {
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}
