import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** The bundles under test. */
export const DIST = path.resolve(process.env["CHECKPOINT_DIST"] ?? "dist");

/** A workspace folder and a home of its own, so that nothing of this account is touched. */
export interface Place {
  root: string;
  env: Record<string, string>;
  write(file: string, text: string | Uint8Array): void;
  read(file: string): string;
  /** Every file with its bytes in hex: to see that nothing changed. */
  files(): Record<string, string>;
  remove(): void;
}

export function makePlace(): Place {
  const base = fs.realpathSync.native(
    fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-mcp-")),
  );
  const root = path.join(base, "workspace");
  const home = path.join(base, "home");
  for (const folder of [root, home]) fs.mkdirSync(folder);
  const at = (file: string) => path.join(root, file);
  return {
    root,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      XDG_DATA_HOME: path.join(base, "data"),
      LOCALAPPDATA: path.join(base, "data"),
    },
    write(file, text) {
      fs.mkdirSync(path.dirname(at(file)), { recursive: true });
      fs.writeFileSync(at(file), text);
    },
    read: (file) => fs.readFileSync(at(file), "utf8"),
    files() {
      const names = fs.readdirSync(root, { recursive: true }) as string[];
      const files = names.filter((name) => fs.statSync(at(name)).isFile());
      const entries = files
        .sort()
        .map((name) => [name, fs.readFileSync(at(name)).toString("hex")]);
      return Object.fromEntries(entries) as Record<string, string>;
    },
    remove: () => fs.rmSync(base, { recursive: true, force: true }),
  };
}

export interface Connection {
  client: Client;
  /** Calls a tool that is to succeed; returns its data and its text. */
  ok(name: string, args?: Record<string, unknown>): Promise<Told>;
  /** Calls a tool that is to fail; returns the error's text. */
  fails(name: string, args?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read what they expect
export type Told = { data: any; text: string };

/** Starts the built server as a client of any agent would, and connects to it. */
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
