import assert from "node:assert/strict";
import { makePlace, type Place } from "../agents/place";
import { connect, type Connection } from "./connect";

interface Message {
  id: string;
  role: string;
  deleted: boolean;
}

describe("a conversation of ten messages, recorded by an agent", function () {
  this.timeout(120_000);
  let place: Place;
  let agent: Connection;
  /** The files at the time of each message. */
  const states: Record<string, string>[] = [];
  const thread = "conversation";

  const messages = async () => {
    const { data } = await agent.ok("thread_list", { thread, limit: 100 });
    return data.messages as Message[];
  };

  before(async () => {
    place = makePlace();
    place.write("src/app.ts", "start\n");
    place.write("kept.bin", Buffer.from([0, 255, 10]));
    agent = await connect(place, { name: "robot" });
    for (let n = 1; n <= 10; n++) {
      states.push(place.files());
      await agent.ok("thread_record", {
        thread,
        message: `m${n}`,
        role: "user",
        text: `Step ${n}`,
      });
      // Each turn edits, adds and sometimes deletes.
      place.write("src/app.ts", `step ${n}\n`);
      place.write(`src/new${n}.ts`, `new ${n}\n`);
      if (n === 6) place.write("kept.bin", Buffer.from([1]));
      await agent.ok("thread_record", {
        thread,
        message: `a${n}`,
        role: "agent",
        text: `Did ${n}`,
      });
    }
  });
  after(async () => {
    await agent.close();
    place.remove();
  });

  it("when edited at the fourth, restores the files and deletes later messages, and undo brings both back", async () => {
    const last = place.files();
    const plan = await agent.ok("thread_edit", { thread, message: "m4" });
    assert.equal(plan.data.requiresConfirmation, true);
    assert.equal(plan.data.applied, false);
    assert.deepEqual(place.files(), last, "asking writes nothing");

    const { data } = await agent.ok("thread_edit", {
      thread,
      message: "m4",
      apply: true,
    });
    assert.equal(data.applied, true);
    assert.deepEqual(data.failures, []);
    assert.deepEqual(place.files(), states[3]);
    assert.deepEqual(
      (await messages()).filter((one) => !one.deleted).map((one) => one.id),
      ["m1", "a1", "m2", "a2", "m3", "a3", "m4"],
    );

    await agent.ok("checkpoint_undo");
    assert.deepEqual(place.files(), last);
    assert.ok((await messages()).every((one) => !one.deleted));

    await agent.ok("checkpoint_undo", { redo: true });
    assert.deepEqual(place.files(), states[3]);
    assert.equal((await messages()).filter((one) => one.deleted).length, 13);
    await agent.ok("checkpoint_undo");
  });

  it("continues after an edit, and can be edited again at any message", async () => {
    await agent.ok("thread_edit", { thread, message: "m8", apply: true });
    assert.deepEqual(place.files(), states[7]);
    place.write("src/app.ts", "another way\n");
    await agent.ok("thread_record", {
      thread,
      message: "b8",
      role: "agent",
    });
    await agent.ok("thread_edit", { thread, message: "m1", apply: true });
    assert.deepEqual(place.files(), states[0]);
    assert.match(
      await agent.fails("thread_edit", { thread, message: "m8", apply: true }),
      /not-allowed/,
    );
  });

  it("returns a long message in full on request", async () => {
    const text = `first line\n${"long ".repeat(1500)}end`;
    const long = "long";
    const { data: told } = await agent.ok("thread_record", {
      ...{ thread: long, message: "m1", role: "user", text },
    });
    assert.equal(told.message.truncated, true);
    const listed = await agent.ok("thread_list", { thread: long });
    assert.equal(listed.data.messages[0].truncated, true);
    assert.match(listed.text, /Use message to read one in full/);
    const whole = await agent.ok("thread_list", {
      thread: long,
      message: "m1",
    });
    assert.equal(whole.data.messages[0].text, text);
    assert.equal(whole.data.messages[0].truncated, false);
    assert.match(
      whole.text,
      /m1 user:\n {2}\| first line\n {2}\| (long )+end$/,
    );
    assert.match(
      await agent.fails("thread_list", { thread: long, message: "m2" }),
      /no message m2 in conversation long.*not-found/,
    );
    const { text: cut } = await agent.ok("thread_list", { thread, limit: 3 });
    assert.match(cut, /The last 3 of \d+ messages\./);
    assert.match(
      (await agent.ok("thread_list", { limit: 1 })).text,
      /The newest 1 of 2\./,
    );
  });

  it("belongs to its agent, and no other agent may rewind it", async () => {
    const other = await connect(place, { name: "another" });
    const before = place.files();
    assert.match(
      await other.fails("thread_edit", { thread, message: "m1", apply: true }),
      /not-allowed/,
    );
    assert.deepEqual(place.files(), before);
    await other.close();
  });
});
