import { TOOL_NAMES } from "../../src/agents/toolNames";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { DIST, makePlace, type Place } from "../agents/place";
import { getInspector } from "./inspector";

const run = promisify(execFile);

// The Inspector is an independent client. Each call is a new connection.
describe("the MCP server, called by the MCP Inspector", function () {
  this.timeout(300_000);
  let place: Place;
  let inspector: string;

  const inspect = async (...args: string[]) => {
    const { stdout } = await run(
      process.execPath,
      [
        ...[inspector, "--cli", process.execPath, path.join(DIST, "mcp.js")],
        ...["--workspace", place.root, ...args],
      ],
      {
        cwd: place.root,
        env: { ...place.env, HOME: place.env["HOME"] ?? "" },
        maxBuffer: 32 * 1024 * 1024,
      },
    );
    return JSON.parse(stdout) as Record<string, unknown[]>;
  };
  const call = (tool: string, input: Record<string, unknown> = {}) =>
    inspect(
      ...["--method", "tools/call", "--tool-name", tool],
      ...["--tool-args-json", JSON.stringify(input)],
    );

  const told = (answer: unknown) => JSON.stringify(answer);

  before(async () => {
    inspector = await getInspector();
    place = makePlace();
    place.write("a.txt", "one\n");
  });
  after(() => place.remove());

  it("lists tools, templates and prompts", async () => {
    const { tools } = await inspect("--method", "tools/list");
    assert.equal(tools?.length, TOOL_NAMES.length);
    const { resourceTemplates } = await inspect(
      "--method",
      "resources/templates/list",
    );
    assert.equal(resourceTemplates?.length, 2);
    const { prompts } = await inspect("--method", "prompts/list");
    assert.equal(prompts?.length, 3);
  });

  it("creates, changes, restores and undoes", async () => {
    await call("checkpoint_create", { name: "first" });
    place.write("a.txt", "two\n");
    await call("checkpoint_restore", { to: "first", paths: ["a.txt"] });
    assert.equal(place.read("a.txt"), "one\n");
    await call("checkpoint_undo");
    assert.equal(place.read("a.txt"), "two\n");
  });

  it("diffs, plans, searches, reverts, deletes", async () => {
    await call("checkpoint_create", { name: "second" });
    assert.match(told(await call("checkpoint_list")), /second/);
    assert.match(
      told(await call("checkpoint_get", { ref: "second" })),
      /a\.txt/,
    );
    assert.match(told(await call("checkpoint_diff", { from: "0" })), /-one/);
    const plan = await call("checkpoint_plan_restore", { to: "0" });
    assert.match(told(plan), /Nothing has been written/);
    assert.match(
      told(await call("checkpoint_search", { text: "one" })),
      /a\.txt/,
    );
    await call("checkpoint_revert", { ref: "second" });
    assert.equal(place.read("a.txt"), "one\n");
    await call("checkpoint_delete", { refs: ["second"] });
    assert.doesNotMatch(told(await call("checkpoint_list")), /second/);
  });

  it("records and rewinds a conversation", async () => {
    const thread = "t";
    await call("thread_record", { thread, message: "m1", role: "user" });
    place.write("b.txt", "b\n");
    await call("thread_record", { thread, message: "m2", role: "agent" });
    assert.match(told(await call("thread_list", { thread })), /m2 agent/);
    await call("thread_edit", { thread, message: "m1", apply: true });
    assert.deepEqual(Object.keys(place.files()), ["a.txt"]);
  });

  it("reads resources and gets every prompt", async () => {
    const read = await inspect(
      ...["--method", "resources/read"],
      ...["--uri", "checkpoint://checkpoints/0/files/a.txt"],
    );
    assert.match(JSON.stringify(read), /one\\n/);
    const point = await inspect(
      ...["--method", "resources/read"],
      ...["--uri", "checkpoint://checkpoints/0"],
    );
    assert.match(JSON.stringify(point), /first/);
    const prompt = async (name: string, ...args: string[]) =>
      JSON.stringify(
        await inspect(
          ...["--method", "prompts/get", "--prompt-name", name, ...args],
        ),
      );
    assert.match(
      await prompt("snapshot-create", "--prompt-args", "message=done"),
      /checkpoint_create/,
    );
    assert.match(
      await prompt("snapshot-restore", "--prompt-args", "number=0"),
      /checkpoint_plan_restore/,
    );
    assert.match(await prompt("snapshot-list"), /checkpoint_list/);
  });

  it("shows our own message for bad input, and nothing changes", async () => {
    const before = place.files();
    const wrong: [string, Record<string, unknown>, RegExp][] = [
      ["checkpoint_get", { ref: 7 }, /expected string/],
      ["checkpoint_get", { ref: "nope" }, /not-found/],
      ["checkpoint_restore", { to: "0", paths: ["../x"] }, /bad-path/],
    ];
    for (const [tool, input, says] of wrong) {
      const failure = (await call(tool, input).then(
        () => {
          throw new Error(`${tool} did not fail`);
        },
        (error: unknown) => error,
      )) as { code: number; stdout: string; stderr: string };
      assert.equal(failure.code, 5, failure.stderr);
      assert.match(failure.stdout + failure.stderr, says);
    }
    assert.deepEqual(place.files(), before);
  });
});
