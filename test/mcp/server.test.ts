import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  ListRootsRequestSchema,
  ResourceListChangedNotificationSchema,
  type CallToolResult,
} from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { DIST, makePlace, type Place } from "../agents/place";
import { connect, type Connection } from "./connect";

describe("the MCP server", function () {
  this.timeout(120_000);
  let place: Place;
  let agent: Connection;

  const cli = async (...args: string[]) => {
    const run = promisify(execFile);
    const { stdout } = await run(
      process.execPath,
      [path.join(DIST, "cli.js"), ...args, "--json"],
      { cwd: place.root, env: place.env },
    );
    return JSON.parse(stdout) as Record<string, never>;
  };

  beforeEach(async () => {
    place = makePlace();
    place.write("a.txt", "one\n");
    place.write("src/bytes.bin", Buffer.from([0, 1, 2, 255]));
    agent = await connect(place);
    await agent.ok("checkpoint_create", { name: "first" });
  });
  afterEach(async () => {
    await agent.close();
    place.remove();
  });

  it("explains early in its instructions how to go back and that this can be undone", () => {
    const start = (agent.client.getInstructions() ?? "").slice(0, 512);
    assert.match(start, /checkpoint_plan_restore/);
    assert.match(start, /checkpoint_undo/);
  });

  it("offers only prompts and resources to a client that already has the tools", async () => {
    const args = ["--workspace", place.root, "--without-tools"];
    const other = await connect(place, { args });
    const { client } = other;
    try {
      assert.equal(client.getServerCapabilities()?.tools, undefined);
      const { prompts } = await client.listPrompts();
      assert.deepEqual(prompts.map(({ name }) => name).sort(), [
        "snapshot-create",
        "snapshot-list",
        "snapshot-restore",
      ]);
      const { resources } = await client.listResources();
      assert.equal(resources.length, 1);
    } finally {
      await other.close();
    }
  });

  it("creates no history for a client that only lists things", async () => {
    const fresh = makePlace();
    fresh.write("a.txt", "one\n");
    const other = await connect(fresh);
    const { client } = other;
    try {
      await client.listTools();
      await client.listPrompts();
      await client.listResourceTemplates();
      assert.deepEqual((await client.listResources()).resources, []);
      const argument = { name: "number", value: "" };
      const ref = { type: "ref/prompt", name: "snapshot-restore" } as const;
      const { completion } = await client.complete({ ref, argument });
      assert.deepEqual(completion.values, []);
      await assert.rejects(
        client.readResource({ uri: "checkpoint://checkpoints/0" }),
        /no history yet/,
      );
      assert.equal(fs.existsSync(fresh.dataDir), false, "nothing was written");
      await other.ok("checkpoint_create", { name: "first" });
      assert.equal((await client.listResources()).resources.length, 1);
    } finally {
      await other.close();
      fresh.remove();
    }
  });

  it("offers checkpoints and files at checkpoints as resources", async () => {
    place.write("a.txt", "two\n");
    const { resources } = await agent.client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ["checkpoint://checkpoints/0"],
    );
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    assert.equal(resourceTemplates.length, 2);
    const read = async (uri: string) =>
      (await agent.client.readResource({ uri })).contents[0] as {
        text?: string;
        blob?: string;
      };
    const checkpoint = await read("checkpoint://checkpoints/first");
    assert.equal(JSON.parse(checkpoint.text ?? "").number, 0);
    const file = await read("checkpoint://checkpoints/0/files/a.txt");
    assert.equal(file.text, "one\n");
    const bytes = await read("checkpoint://checkpoints/0/files/src/bytes.bin");
    assert.equal(bytes.blob, Buffer.from([0, 1, 2, 255]).toString("base64"));
    await assert.rejects(
      read("checkpoint://checkpoints/0/files/none.txt"),
      /not-found/,
    );
    await assert.rejects(
      read("checkpoint://checkpoints/0/files/../../../etc/passwd"),
    );
    await assert.rejects(
      read("checkpoint://checkpoints/0/files/..%2F..%2Fetc%2Fpasswd"),
      /bad-path/,
    );
  });

  it("reads a file whose name needs escaping", async () => {
    place.write("odd name#%.txt", "odd\n");
    await agent.ok("checkpoint_create");
    const { contents } = await agent.client.readResource({
      uri: `checkpoint://checkpoints/latest/files/${encodeURIComponent("odd name#%.txt")}`,
    });
    assert.equal((contents[0] as { text: string }).text, "odd\n");
  });

  it("offers prompts that name a tool, and completes numbers", async () => {
    const { prompts } = await agent.client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ["snapshot-create", "snapshot-restore", "snapshot-list"],
    );
    const say = async (name: string, args: Record<string, string> = {}) => {
      const got = await agent.client.getPrompt({ name, arguments: args });
      return (got.messages[0]?.content as { text: string }).text;
    };
    assert.match(
      await say("snapshot-create", { message: 'a "quoted" name' }),
      /checkpoint_create with name "a \\"quoted\\" name"/,
    );
    assert.match(
      await say("snapshot-restore", { number: "0" }),
      /checkpoint_plan_restore/,
    );
    assert.match(await say("snapshot-list"), /checkpoint_list/);
    const { completion } = await agent.client.complete({
      ref: { type: "ref/prompt", name: "snapshot-restore" },
      argument: { name: "number", value: "0" },
    });
    assert.deepEqual(completion.values, ["0"]);
    await assert.rejects(agent.client.getPrompt({ name: "snapshot-create" }));
  });

  it("sees what another process records, and is seen by it, with both open", async () => {
    place.write("a.txt", "by the command\n");
    await cli("create", "-m", "from the command");
    const { data } = await agent.ok("checkpoint_get", {
      ref: "from the command",
    });
    assert.equal(data.checkpoint.source, "cli");
    place.write("a.txt", "by the agent\n");
    await agent.ok("checkpoint_create", { name: "from the agent" });
    const shown = await cli("show", "from the agent");
    assert.equal(shown["checkpoint"]?.["source"], "test-agent");
  });

  it("notifies the client when any process changes the list of checkpoints", async () => {
    const told = new Promise<void>((resolve) =>
      agent.client.setNotificationHandler(
        ResourceListChangedNotificationSchema,
        () => resolve(),
      ),
    );
    await agent.ok("checkpoint_create", { name: "by the agent" });
    await told;
    const again = new Promise<void>((resolve) =>
      agent.client.setNotificationHandler(
        ResourceListChangedNotificationSchema,
        () => resolve(),
      ),
    );
    await cli("create", "-m", "by the command");
    // The server notices it at the next call.
    await agent.ok("checkpoint_list");
    await again;
  });

  it("reports progress that only increases, and stops when cancelled", async () => {
    for (let i = 0; i < 3000; i++)
      place.write(`many/${i % 60}/${i}.txt`, `file ${i} ${"x".repeat(2000)}`);
    const steps: number[] = [];
    const abort = new AbortController();
    await assert.rejects(
      agent.client.callTool(
        { name: "checkpoint_create", arguments: { name: "cut" } },
        undefined,
        {
          signal: abort.signal,
          onprogress({ progress, message }) {
            steps.push(progress);
            assert.ok(message);
            abort.abort();
          },
        },
      ),
    );
    assert.ok(steps.length > 0, "there was progress");
    // The next call is answered only after the cancelled one has ended.
    const { data } = await agent.ok("checkpoint_list");
    assert.deepEqual(
      (data.checkpoints as { name: string }[]).map((one) => one.name),
      ["first"],
    );
    const grown: number[] = [];
    await agent.client.callTool(
      { name: "checkpoint_create", arguments: { name: "whole" } },
      undefined,
      { onprogress: ({ progress }) => grown.push(progress) },
    );
    assert.deepEqual(
      grown,
      [...new Set(grown)].sort((a, b) => a - b),
    );
  });

  it("uses the client's root, even if started elsewhere", async () => {
    const client = new Client(
      { name: "with-roots", version: "1" },
      { capabilities: { roots: {} } },
    );
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: [{ uri: pathToFileURL(place.root).href }],
    }));
    const other = await connect(place, {
      client,
      args: [],
      cwd: place.env["HOME"] ?? "",
    });
    const { data } = await other.ok("checkpoint_list");
    assert.equal(data.checkpoints[0].name, "first");
    await other.close();
  });

  it("finishes a call in the old root when the client changes roots meanwhile", async () => {
    const elsewhere = makePlace();
    let root = place.root;
    const client = new Client(
      { name: "with-roots", version: "1" },
      { capabilities: { roots: { listChanged: true } } },
    );
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: [{ uri: pathToFileURL(root).href }],
    }));
    const other = await connect(place, {
      client,
      args: [],
      cwd: place.env["HOME"] ?? "",
    });
    await other.ok("checkpoint_list");
    for (let i = 0; i < 2000; i++)
      place.write(`many/${i % 60}/${i}.txt`, `file ${i} ${"x".repeat(2000)}`);
    let moved: Promise<void> | undefined;
    const result = (await client.callTool(
      { name: "checkpoint_create", arguments: { name: "under way" } },
      undefined,
      {
        onprogress() {
          root = elsewhere.root;
          moved ??= client.sendRootsListChanged();
        },
      },
    )) as CallToolResult;
    assert.ok(moved, "it was under way");
    await moved;
    assert.equal(result.isError, undefined, JSON.stringify(result.content));
    assert.equal((await other.ok("checkpoint_list")).data.total, 0);
    const { data } = await agent.ok("checkpoint_list");
    assert.equal(data.checkpoints[0].name, "under way");
    await other.close();
    elsewhere.remove();
  });

  it("takes the workspace from the environment, and refuses the home folder", async () => {
    const home = place.env["HOME"] ?? "";
    const told = await connect(place, {
      args: [],
      cwd: home,
      env: { CHECKPOINT_WORKSPACE: place.root },
    });
    assert.equal((await told.ok("checkpoint_list")).data.total, 1);
    await told.close();
    const lost = await connect(place, { args: [], cwd: home });
    assert.match(await lost.fails("checkpoint_create"), /refused/);
    await lost.close();
  });

  it("uses a named store, and does not change the registry", async () => {
    const store = path.join(place.root, "..", "elsewhere");
    const other = await connect(place, { env: { CHECKPOINT_STORE: store } });
    assert.equal((await other.ok("checkpoint_list")).data.total, 0);
    await other.ok("checkpoint_create", { name: "apart" });
    await other.close();
    assert.ok(fs.existsSync(path.join(store, "stores")));
    const { data } = await agent.ok("checkpoint_list");
    assert.equal(data.checkpoints[0].name, "first");
  });

  it("answers requests that arrived before its input ended, and tells a client that leaves nothing else", async () => {
    const requests = [
      {
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "t", version: "1" },
        },
      },
      { method: "notifications/initialized" },
      {
        id: 2,
        method: "tools/call",
        params: { name: "checkpoint_create", arguments: { name: "late" } },
      },
      {
        id: 3,
        method: "resources/read",
        params: { uri: "checkpoint://checkpoints/0" },
      },
    ];
    const child = spawn(
      process.execPath,
      [path.join(DIST, "mcp.js"), "--workspace", place.root],
      { cwd: place.root, env: place.env, stdio: ["pipe", "pipe", "inherit"] },
    );
    const out: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stdin.end(
      requests
        .map((one) => JSON.stringify({ jsonrpc: "2.0", ...one }) + "\n")
        .join(""),
    );
    const [code] = (await once(child, "close")) as [number];
    assert.equal(code, 0);
    const answers = Buffer.concat(out)
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id?: number });
    assert.deepEqual(answers.map(({ id }) => id).sort(), [1, 2, 3]);
    const { data } = await agent.ok("checkpoint_list");
    assert.equal(data.checkpoints[0].name, "late");
  });

  it("exits when its input ends, also as `checkpoint mcp`", async () => {
    for (const args of [["mcp.js"], ["cli.js", "mcp"]]) {
      const [script, ...rest] = args;
      const child = spawn(
        process.execPath,
        [path.join(DIST, script ?? ""), ...rest],
        { cwd: place.root, env: place.env, stdio: ["pipe", "pipe", "inherit"] },
      );
      child.stdin.write(
        JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params: {
            protocolVersion: "2025-11-25",
            capabilities: {},
            clientInfo: { name: "t", version: "1" },
          },
        }) + "\n",
      );
      const [answer] = (await once(child.stdout, "data")) as [Buffer];
      assert.equal(
        JSON.parse(answer.toString()).result.serverInfo.name,
        "checkpoint",
      );
      child.stdin.end();
      const [code] = (await once(child, "exit")) as [number];
      assert.equal(code, 0);
    }
  });
});
