import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { allTools } from "../agents/allTools";
import { errorText } from "../agents/errorText";
import { recordedSoFar } from "../agents/hooks/inbox";
import { agentSource } from "../agents/sources";
import type { Tool } from "../agents/tool";
import { openTurn } from "../host/turns";
import type { Folder } from "./folder";
import { offerPlanPage } from "./planPage";
import { callFor, type Extra } from "./progress";

/** How long a tool waits for the prompt that it is called for to be recorded. */
const MOST_WAIT_MS = 5000;

/** Registers every tool. With `unattended`, no question is asked, because nobody can answer. */
export function registerTools(
  server: McpServer,
  folder: Folder,
  unattended: boolean,
): void {
  for (const tool of allTools) {
    const registered = server.registerTool(
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
          // Tools touch only this folder and its history.
          openWorldHint: false,
        },
      },
      (input: Record<string, unknown>, extra: Extra) =>
        runTool(tool, input, extra, server, folder, unattended),
    );
    if (tool.name === "checkpoint_plan_restore")
      offerPlanPage(server, registered);
  }
}

async function runTool(
  tool: Tool,
  input: Record<string, unknown>,
  extra: Extra,
  server: McpServer,
  folder: Folder,
  unattended: boolean,
): Promise<CallToolResult> {
  try {
    const source = agentSource(server.server.getClientVersion()?.name);
    const { value, text } = await folder.use((engine, { dataDir, root }) =>
      tool.run(input, {
        engine,
        source,
        async turn() {
          await recordedSoFar(dataDir, MOST_WAIT_MS);
          return openTurn(dataDir, root, source, Date.now());
        },
        call: callFor(extra),
        ask: unattended ? undefined : askThrough(server, extra.signal),
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

/**
 * Returns an error as a tool's result. It has no structured content, because clients
 * validate that against the tool's output schema and would report a schema error instead.
 */
function toolError(error: unknown): CallToolResult {
  return { isError: true, content: [{ type: "text", text: errorText(error) }] };
}

/** A person may be away for a while; after this long, nothing is done. */
const ASK_FOR_MS = 10 * 60_000;

/**
 * Returns a function that asks the user through the client (elicitation), or undefined if the
 * client cannot ask. No answer counts as a no.
 */
function askThrough(
  { server }: McpServer,
  signal: AbortSignal,
): ((question: string) => Promise<boolean>) | undefined {
  const { elicitation } = server.getClientCapabilities() ?? {};
  // Clients that list no modes support forms; see the specification of elicitation.
  const isAble =
    elicitation !== undefined &&
    (elicitation.form !== undefined || elicitation.url === undefined);
  if (!isAble) return undefined;
  return async (question) => {
    const { action } = await server.elicitInput(
      {
        mode: "form",
        message: question,
        // Nothing to fill in: accepting is the answer.
        requestedSchema: { type: "object", properties: {} },
      },
      { signal, timeout: ASK_FOR_MS },
    );
    return action === "accept";
  };
}
