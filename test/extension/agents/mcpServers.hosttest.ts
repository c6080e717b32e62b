import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert/strict";
import path from "node:path";
import { connectables } from "../../../src/agents/connect/connectables";
import { serversFor } from "../../../src/extension/agents/mcpServers";
import { runConnect } from "../../../src/extension/agents/runConnect";
import type { FolderSessions } from "../../../src/extension/session/folderSessions";
import { api, extensionDir, root } from "../host/support";
import { recordFolders } from "./recordFolders";

describe("the MCP server that the editor starts", () => {
  let folders: FolderSessions;
  before(async () => {
    await (await api()).initialize();
    folders = await recordFolders();
  });
  after(() => folders.close());

  it("runs on the editor's runtime and sees the editor's checkpoints, one server per folder", async () => {
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

describe("connecting an agent from the editor", () => {
  it("uses the command, which knows every agent and shows its changes before writing them", async () => {
    const program = {
      execPath: process.execPath,
      script: path.join(extensionDir(), "dist", "cli.js"),
    };
    const { agents = [] } = await runConnect(program, root(), []);
    assert.deepEqual(
      agents.map(({ name }) => name),
      connectables.map(({ name }) => name),
    );
    const args = ["cursor", "--scope", "project", "--dry-run"];
    const { changes = [] } = await runConnect(program, root(), args);
    assert.deepEqual(
      changes.map(({ file }) => path.relative(root(), file)),
      [
        path.join(".cursor", "hooks.json"),
        path.join(".cursor", "mcp.json"),
        path.join(".cursor", "skills", "checkpoint-manager", "SKILL.md"),
      ],
    );
    await assert.rejects(runConnect(program, root(), ["nobody"]), {
      code: "bad-input",
    });
  });
});
