import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { makePlace, type Place } from "../agents/place";
import { connect, type Connection } from "./connect";

/** Some clients reject an answer of more than 25,000 tokens, counting data and text together. */
const MOST = 90_000;

describe("answers about very large histories", function () {
  this.timeout(120_000);
  let place: Place;
  let agent: Connection;
  const folder = "a/folder/with/a/rather/long/name/as/projects/have/them";

  /** Returns an answer after checking that it is not too long. */
  const ask = async (name: string, args: Record<string, unknown> = {}) => {
    const result = (await agent.client.callTool({
      name,
      arguments: args,
    })) as CallToolResult;
    assert.ok(!result.isError, JSON.stringify(result.content));
    const { length } = JSON.stringify(result);
    assert.ok(length < MOST, `${name} answered ${length} characters`);
    const [part] = result.content as { text: string }[];
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read what they expect
    return { data: result.structuredContent as any, text: part?.text ?? "" };
  };

  before(async () => {
    place = makePlace();
    for (let i = 0; i < 1500; i++)
      place.write(`${folder}/${i}.txt`, `word ${"x".repeat(600)}\n`.repeat(3));
    // Names that are not UTF-8 are skipped and listed.
    for (let i = 0; i < 150 && process.platform === "linux"; i++)
      fs.writeFileSync(
        Buffer.concat([
          Buffer.from(path.join(place.root, `skipped-${i}-`)),
          Buffer.from([0xff]),
        ]),
        "x",
      );
    agent = await connect(place);
    const about = {
      description: "d".repeat(9000),
      metadata: { note: "m".repeat(9000) },
      task: { current: "now", completed: Array(500).fill("done ".repeat(20)) },
    };
    await agent.ok("checkpoint_create", { name: "first", ...about });
    for (let i = 0; i < 1500; i++)
      place.write(`${folder}/${i}.txt`, `other ${i}\n`);
    // A diff captures the changes, so that they are not attributed to an agent.
    await agent.ok("checkpoint_diff", { patch: false });
    for (let i = 0; i < 20; i++)
      await agent.ok("checkpoint_create", { name: `n${i}`, ...about });
  });
  after(async () => {
    await agent.close();
    place.remove();
  });

  it("fit a model’s context, and say what was left out", async () => {
    const list = await ask("checkpoint_list");
    assert.equal(list.data.checkpoints.length, 20);
    assert.equal(list.data.checkpoints[0].cut, true);
    assert.equal(list.data.checkpoints[0].task.current, "now");
    const get = await ask("checkpoint_get", { ref: "n19" });
    assert.equal(get.data.checkpoint.description.length, 9000);
    assert.equal(get.data.checkpoint.metadata.note.length, 9000);
    await ask("checkpoint_get", { ref: "n0" });

    const diff = await ask("checkpoint_diff", { from: "first" });
    assert.equal(diff.data.truncated, true);
    assert.match(diff.text, /1500 files differ[^]*use paths to see the rest/);
    const plan = await ask("checkpoint_plan_restore", { to: "first" });
    assert.equal(plan.data.truncated, true);
    assert.equal(plan.data.counts.replaced, 1500);
    assert.equal(plan.data.counts.changedByOthers, 1500);

    const search = await ask("checkpoint_search", { text: "word", limit: 100 });
    assert.equal(search.data.hits.length, 100);
    assert.equal(search.data.hits[99].linesInAll, 3);
    assert.match(search.text, /there are more: use limit, path or since\.$/);

    const done = await ask("checkpoint_restore", { plan: plan.data.plan });
    assert.match(done.text, /: 1,500 files replaced\./);
    const { contents } = await agent.client.readResource({
      uri: "checkpoint://checkpoints/n0",
    });
    assert.ok(JSON.stringify(contents).length < MOST);
  });
});
