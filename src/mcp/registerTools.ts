import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { allTools } from "../agents/allTools";
import { agentSource } from "../agents/sources";
import type { Tool } from "../agents/tool";
import type { Folder } from "./folder";
import { callFor, type Extra } from "./progress";
import { toolError } from "./toolErrors";

/** Offers every tool on the server. */
export function registerTools(server: McpServer, folder: Folder): void {
  for (const tool of allTools)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input,
        outputSchema: tool.output,
        annotations: {
          title: tool.title,
          readOnlyHint: tool.hints.readOnly,
          destructiveHint: tool.hints.destructive,
          idempotentHint: tool.hints.idempotent,
          // Only this folder and its history: nothing out there.
          openWorldHint: false,
        },
      },
      (input: Record<string, unknown>, extra: Extra) =>
        runTool(tool, input, extra, server, folder),
    );
}

async function runTool(
  tool: Tool,
  input: Record<string, unknown>,
  extra: Extra,
  server: McpServer,
  folder: Folder,
): Promise<CallToolResult> {
  try {
    const { value, text } = await folder.use((engine) =>
      tool.run(input, {
        engine,
        source: agentSource(server.server.getClientVersion()?.name),
        call: callFor(extra),
        editors: () => [],
        whileWriting: (work) => work(),
        showRestored: null,
      }),
    );
    return { content: [{ type: "text", text }], structuredContent: value };
  } catch (error) {
    return toolError(error);
  }
}
