import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert/strict";
import path from "node:path";
import { serversFor } from "../../../src/extension/agents/mcpServers";
import type { FolderSessions } from "../../../src/extension/folderSessions";
import { api, extensionDir, root } from "../host/support";
import { recordFolders } from "./recordFolders";

describe("the MCP server that the editor starts", () => {
  let folders: FolderSessions;
  before(async () => {
    await (await api()).initialize();
    folders = await recordFolders();
  });
  after(() => folders.close());

  it("runs on the editor's runtime and sees the editor's checkpoints, one for each folder", async () => {
    const checkpoints = await api();
    await checkpoints.save({ name: "seen by MCP" });
    const script = path.join(extensionDir(), "dist", "mcp.js");
    const servers = serversFor(folders, script);
    assert.equal(servers.length, folders.all.length);
    const server = servers.find(({ args }) => args.includes(root()));
    assert.ok(server);
    const client = new Client({ name: "in-host", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: server.command,
        args: server.args,
        env: server.env,
      }),
    );
    try {
      const { content } = await client.callTool({
        name: "checkpoint_list",
        arguments: { text: "seen by MCP" },
      });
      assert.match(JSON.stringify(content), /seen by MCP/);
    } finally {
      await client.close();
    }
  });
});
