import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import { makePlace, type Place } from "../agents/place";
import { connect, type Connection } from "./connect";

describe("asking the user through MCP", function () {
  this.timeout(60_000);
  let place: Place;
  let connection: Connection | undefined;
  const asked: string[] = [];
  let answer: "accept" | "decline" | "cancel";
  let meanwhile: () => void;

  beforeEach(async () => {
    asked.length = 0;
    answer = "accept";
    meanwhile = () => {};
    place = makePlace();
    place.write("a.txt", "one\n");
    place.write("b.txt", "keep\n");
    const client = new Client(
      { name: "test-agent", version: "1" },
      { capabilities: { elicitation: {} } },
    );
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      meanwhile();
      return { action: answer };
    });
    connection = await connect(place, { client });
    await connection.ok("checkpoint_create", { name: "first" });
    place.write("a.txt", "two\n");
    place.write("c.txt", "new\n");
  });
  afterEach(async () => {
    await connection?.close();
    place.remove();
  });

  const recordMessage = () =>
    connection!.ok("thread_record", {
      ...{ thread: "t", message: "m", role: "user", text: "Hi" },
    });

  it("asks before a restore, with the plan's counts, and does it", async () => {
    const { data } = await connection!.ok("checkpoint_plan_restore", {
      to: "first",
    });
    assert.deepEqual(asked, [], "a plan changes nothing");
    await connection!.ok("checkpoint_restore", { plan: data.plan });
    assert.equal(asked.length, 1);
    assert.match(asked[0]!, /first/);
    assert.match(asked[0]!, /1 file will be replaced, 1 file will be deleted/);
    assert.equal(place.read("a.txt"), "one\n");
  });

  for (const refused of ["decline", "cancel"] as const)
    it(`changes nothing after ${refused}, with or without a plan`, async () => {
      answer = refused;
      const { data } = await connection!.ok("checkpoint_plan_restore", {
        to: "first",
      });
      for (const args of [
        { plan: data.plan as string },
        { to: "first", everything: true },
      ])
        assert.match(
          await connection!.fails("checkpoint_restore", args),
          /^Not confirmed. Nothing was changed/,
        );
      assert.equal(asked.length, 2);
      assert.equal(place.read("a.txt"), "two\n");
      assert.equal(place.read("c.txt"), "new\n");
    });

  it("asks before an undo, a revert and a thread's edit, too", async () => {
    await connection!.ok("checkpoint_restore", {
      to: "first",
      everything: true,
    });
    await connection!.ok("checkpoint_undo");
    assert.equal(asked.length, 2);
    await recordMessage();
    place.write("a.txt", "three\n");
    await connection!.ok("checkpoint_create", { name: "mine" });
    answer = "decline";
    await connection!.fails("checkpoint_revert", { ref: "mine" });
    await connection!.fails("thread_edit", {
      thread: "t",
      message: "m",
      apply: true,
    });
    assert.equal(asked.length, 4);
    assert.equal(place.read("a.txt"), "three\n");
  });

  it("refuses if the files changed while the user was asked", async () => {
    await recordMessage();
    place.write("a.txt", "three\n");
    meanwhile = () => place.write("a.txt", "changed meanwhile\n");
    for (const [tool, args] of [
      ["checkpoint_restore", { to: "first", everything: true }],
      ["thread_edit", { thread: "t", message: "m", apply: true }],
    ] as const) {
      place.write("a.txt", "three\n");
      await connection!.fails(tool, args);
      assert.equal(place.read("a.txt"), "changed meanwhile\n", tool);
    }
    assert.equal(asked.length, 2);
  });

  it("does what the user agreed to, and no more", async () => {
    await recordMessage();
    place.write("a.txt", "three\n");
    meanwhile = () => place.write("d.txt", "created meanwhile\n");
    const { data } = await connection!.ok("thread_edit", {
      thread: "t",
      message: "m",
      apply: true,
    });
    assert.match(asked[0]!, /1 file will be replaced/);
    assert.equal(data.applied, true);
    assert.ok(data.guard);
    assert.equal(place.read("a.txt"), "two\n");
    assert.equal(place.read("d.txt"), "created meanwhile\n");
  });

  it("asks nobody if the person who connected it said that nobody is there", async () => {
    answer = "cancel";
    const client = new Client(
      { name: "test-agent", version: "1" },
      { capabilities: { elicitation: {} } },
    );
    client.setRequestHandler(ElicitRequestSchema, () => {
      asked.push("asked");
      return { action: answer };
    });
    await connection!.close();
    const args = ["--workspace", place.root, "--unattended"];
    connection = await connect(place, { client, args });
    await connection.ok("checkpoint_restore", {
      to: "first",
      everything: true,
    });
    assert.deepEqual(asked, []);
    assert.equal(place.read("a.txt"), "one\n");
  });

  it("asks nobody where the client cannot ask", async () => {
    await connection!.close();
    connection = await connect(place);
    await connection.ok("checkpoint_restore", {
      to: "first",
      everything: true,
    });
    assert.deepEqual(asked, []);
    assert.equal(place.read("a.txt"), "one\n");
  });
});

describe("the page of a plan", function () {
  this.timeout(60_000);
  const ui = "io.modelcontextprotocol/ui";
  const toolOf = async ({ client }: Connection) =>
    (await client.listTools()).tools.find(
      ({ name }) => name === "checkpoint_plan_restore",
    )!;

  it("is offered to clients that show pages, and to no others", async () => {
    const place = makePlace();
    place.write("a.txt", "one\n");
    const capabilities = {
      extensions: { [ui]: { mimeTypes: ["text/html;profile=mcp-app"] } },
    };
    const client = new Client(
      { name: "shows", version: "1" },
      { capabilities },
    );
    const shows = await connect(place, { client });
    const plain = await connect(place);
    try {
      const { _meta: meta } = await toolOf(shows);
      const { resourceUri } = meta!["ui"] as { resourceUri: string };
      const { contents } = await client.readResource({ uri: resourceUri });
      const [page] = contents as { mimeType: string; text: string }[];
      assert.equal(page!.mimeType, "text/html;profile=mcp-app");
      assert.match(page!.text, /<button id="apply"/);
      assert.equal((await toolOf(plain))._meta, undefined);
      const { resources } = await plain.client.listResources();
      assert.ok(resources.every(({ uri }) => !uri.startsWith("ui:")));
    } finally {
      await shows.close();
      await plain.close();
      place.remove();
    }
  });
});
