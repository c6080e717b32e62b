import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import path from "node:path";
import { allTools } from "../../src/agents/allTools";
import { DIST, type Place } from "../agents/place";
import { assertIs } from "../answers/assertIs";

export interface Connection {
  client: Client;
  /** Calls a tool that must succeed; returns its data and text. */
  ok(name: string, args?: Record<string, unknown>): Promise<Told>;
  /** Calls a tool that must fail; returns the error's text. */
  fails(name: string, args?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read what they expect
export type Told = { data: any; text: string };

/** Starts the built server as any agent's client would, and connects to it. */
export async function connect(
  place: Place,
  options: {
    name?: string;
    args?: string[];
    cwd?: string;
    env?: Record<string, string>;
    client?: Client;
  } = {},
): Promise<Connection> {
  const client =
    options.client ??
    new Client({ name: options.name ?? "test-agent", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      path.join(DIST, "mcp.js"),
      ...(options.args ?? ["--workspace", place.root]),
    ],
    cwd: options.cwd ?? place.root,
    env: { ...place.env, ...options.env },
    stderr: "inherit",
  });
  await client.connect(transport);
  const call = (name: string, args: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: args }) as Promise<CallToolResult>;
  return {
    client,
    async ok(name, args) {
      const result = await call(name, args);
      const text = textOf(result);
      if (result.isError) throw new Error(`${name} failed: ${text}`);
      const { output } = allTools.find((tool) => tool.name === name)!;
      assertIs(output, result.structuredContent, name);
      return { data: result.structuredContent, text };
    },
    async fails(name, args) {
      const result = await call(name, args);
      if (!result.isError)
        throw new Error(`${name} did not fail: ${textOf(result)}`);
      if (result.structuredContent)
        throw new Error("an error must not carry structured content");
      return textOf(result);
    },
    close: () => client.close(),
  };
}

function textOf(result: CallToolResult): string {
  return result.content
    .map((part) => (part.type === "text" ? part.text : `<${part.type}>`))
    .join("\n");
}
