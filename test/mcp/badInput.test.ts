import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { makePlace, type Place } from "../agents/place";
import { connect, type Connection } from "./connect";

const HUGE = "x".repeat(2_000_000);

/** Calls that must fail, with the message that each must contain. */
const CASES: [tool: string, input: Record<string, unknown>, says: RegExp][] = [
  ["checkpoint_create", { name: 5 }, /expected string/],
  ["checkpoint_create", { name: HUGE }, /too big|<=200/i],
  ["checkpoint_create", { kind: "huge" }, /Invalid option/],
  ["checkpoint_create", { nmae: "typo" }, /Unrecognized key/],
  ["checkpoint_create", { metadata: { big: HUGE } }, /bad-input/],
  ["checkpoint_list", { limit: "10" }, /expected number/],
  ["checkpoint_list", { limit: 0 }, />=1/],
  ["checkpoint_list", { limit: 1e12 }, /<=200/],
  ["checkpoint_list", { since: "yesteryear" }, /bad-input/],
  ["checkpoint_list", { path: "../x" }, /bad-path/],
  ["checkpoint_get", {}, /expected string/],
  ["checkpoint_get", { ref: "" }, />=1/],
  ["checkpoint_get", { ref: "999" }, /not-found/],
  ["checkpoint_get", { ref: "nobody knows" }, /not-found/],
  ["checkpoint_get", { ref: "#-1" }, /bad-input/],
  ["checkpoint_get", { ref: HUGE }, /<=1000/],
  ["checkpoint_diff", { from: "nope" }, /not-found/],
  ["checkpoint_diff", { paths: ["../outside"] }, /bad-path/],
  ["checkpoint_diff", { paths: ["/etc/passwd"] }, /bad-path/],
  ["checkpoint_diff", { paths: ["a/../../b"] }, /bad-path/],
  ["checkpoint_diff", { paths: [HUGE] }, /<=4096/],
  ["checkpoint_diff", { paths: "a.txt" }, /expected array/],
  ["checkpoint_diff", { paths: ["a\0b"] }, /bad-path/],
  ["checkpoint_diff", { paths: ["./"] }, /bad-path/],
  [
    "checkpoint_diff",
    { paths: ["a.txt", "no/such.ts"] },
    /no\/such\.ts is neither in #0 only nor in the folder.*not-found/,
  ],
  ["checkpoint_plan_restore", { to: "0", paths: ["../../x"] }, /bad-path/],
  ["checkpoint_plan_restore", { to: "0", paths: [] }, />=1/],
  [
    "checkpoint_plan_restore",
    { to: "0", paths: ["no/such.ts"] },
    /no\/such\.ts is neither in #0 only nor in the folder/,
  ],
  ["checkpoint_restore", { to: "0", paths: ["a.txt", "b"] }, /b is neither/],
  ["checkpoint_restore", {}, /Pass plan, or to/],
  ["checkpoint_restore", { to: "0" }, /Specify what to restore/],
  ["checkpoint_restore", { to: "0", everything: false }, /Invalid input/],
  ["checkpoint_restore", { to: "0", paths: ["/abs"] }, /bad-path/],
  ["checkpoint_restore", { to: "7777", everything: true }, /not-found/],
  ["checkpoint_restore", { plan: "no-such-plan" }, /not-found/],
  ["checkpoint_restore", { plan: "x", to: "0" }, /Pass only plan/],
  ["checkpoint_undo", { restore: "nope" }, /not-found/],
  ["checkpoint_undo", {}, /nothing-to-undo/],
  ["checkpoint_revert", {}, /one of ref, source and thread/],
  ["checkpoint_revert", { ref: "nope" }, /not-found/],
  ["checkpoint_revert", { thread: "nope" }, /not-found/],
  ["checkpoint_delete", { refs: [] }, />=1/],
  ["checkpoint_delete", { refs: ["0", "nope"] }, /not-found/],
  ["checkpoint_verdict", { label: " ", passed: true }, /bad-input/],
  ["checkpoint_verdict", { label: "x" }, /passed/],
  ["checkpoint_verdict", { label: "x", passed: true, since: 999 }, /no moment/],
  ["checkpoint_blame", { path: "nope" }, /not-found/],
  ["checkpoint_blame", { path: "a.txt", from: 99 }, /has no line 99/],
  ["checkpoint_blame", { path: "a.txt", from: 2, to: 1 }, /bad-input/],
  ["checkpoint_search", { regex: "(" }, /bad-input/],
  [
    "checkpoint_search",
    { text: "x", regex: "y" },
    /either plain text or a regular expression/,
  ],
  ["thread_record", { thread: "t", role: "robot" }, /Invalid option/],
  ["thread_record", { thread: HUGE, role: "user" }, /<=200/],
  ["thread_edit", { thread: "nope", message: "m" }, /not-found/],
  ["thread_list", { message: "m" }, /message requires thread/],
  ["thread_list", { thread: "nope", message: "m" }, /not-found/],
  ["no_such_tool", {}, /not found/],
];

describe("bad input to the MCP server", function () {
  this.timeout(120_000);
  let place: Place;
  let agent: Connection;

  before(async () => {
    place = makePlace();
    place.write("a.txt", "one\n");
    place.write(".git/config", "[core]\n");
    agent = await connect(place);
    await agent.ok("checkpoint_create", { name: "only" });
    place.write("a.txt", "two\n");
  });
  after(async () => {
    await agent.close();
    place.remove();
  });

  for (const [tool, input, says] of CASES) {
    const shown = JSON.stringify(input).slice(0, 60);
    it(`${tool} ${shown} is a clear error and changes nothing`, async () => {
      const before = place.files();
      const text = await agent.fails(tool, input);
      assert.match(text, says);
      assert.ok(text.length < 2000, "short enough to read");
      assert.doesNotMatch(text, /“checkpoint |--[a-z]/, "an agent has tools");
      assert.deepEqual(place.files(), before);
      const { data } = await agent.ok("checkpoint_list");
      assert.equal(data.total, 1, "no checkpoint came or went");
    });
  }

  it("names the tool that helps", async () => {
    const cases: [string, Record<string, unknown>, RegExp][] = [
      ["checkpoint_diff", { from: "9w" }, /use checkpoint_list\./],
      ["checkpoint_revert", { source: "nobody" }, /use checkpoint_list\./],
      ["thread_list", { thread: "nope" }, /conversations, use thread_list\./],
    ];
    for (const [tool, input, says] of cases)
      assert.match(await agent.fails(tool, input), says);
    const { data } = await agent.ok("checkpoint_plan_restore", { to: "only" });
    const was = place.read("a.txt");
    place.write("a.txt", "three\n");
    assert.match(
      await agent.fails("checkpoint_restore", { plan: data.plan }),
      /Nothing was restored\. Review the new plan.*checkpoint_plan_restore/,
    );
    place.write("a.txt", was);
    await assert.rejects(
      agent.client.readResource({
        uri: "checkpoint://checkpoints/only/files/nope.txt",
      }),
      /use checkpoint_list with path: "nope\.txt"\./,
    );
  });

  it("a version control folder is never restored, even if named", async () => {
    place.write(".git/config", "[changed]\n");
    const { data } = await agent.ok("checkpoint_restore", {
      to: "0",
      paths: [".git/config"],
    });
    assert.equal(data.counts.replaced, 0);
    assert.equal(place.read(".git/config"), "[changed]\n");
  });

  it("a path through a link out of the folder is not followed", async () => {
    const outside = path.join(place.root, "..", "outside");
    fs.mkdirSync(outside);
    fs.writeFileSync(path.join(outside, "secret"), "s");
    fs.symlinkSync(outside, path.join(place.root, "link"));
    const result = await agent.client
      .readResource({ uri: "checkpoint://checkpoints/0/files/link/secret" })
      .then(
        () => "read",
        (error: Error) => error.message,
      );
    assert.match(result, /not-found|bad-path|no file/i);
    fs.rmSync(path.join(place.root, "link"));
  });

  it("and the server still answers afterwards", async () => {
    assert.match(
      (await agent.ok("checkpoint_get", { ref: "only" })).text,
      /#0/,
    );
  });
});
