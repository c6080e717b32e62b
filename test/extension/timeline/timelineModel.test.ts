import assert from "node:assert/strict";
import fs from "node:fs";
import type { Engine, EngineEvent } from "../../../src/engine/api";
import {
  TimelineModel,
  type TimelineSource,
} from "../../../src/extension/timeline/timelineModel";
import { workspaceForEach } from "../../helpers/tempWorkspace";

const PAGE = 10;
const workspace = workspaceForEach();

interface Fixture {
  engine: Engine;
  model: TimelineModel;
  source: TimelineSource & { queries: number };
  events: EngineEvent[];
}

/** A real history of this many checkpoints, with the model loaded. */
async function fixture(count: number): Promise<Fixture> {
  const engine = await workspace({ "a.txt": "a" }).open();
  engine.capture();
  for (let i = 0; i < count; i++)
    engine.checkpoint({ capture: false, name: `c${i}` });
  const source = {
    key: "k",
    name: "n",
    queries: 0,
    list(filter: Parameters<Engine["list"]>[0]) {
      source.queries += 1;
      return Promise.resolve(engine.list(filter));
    },
  };
  const events: EngineEvent[] = [];
  engine.onDidChange((event) => void events.push(event));
  const model = new TimelineModel(PAGE);
  await model.load([source], {});
  return { engine, model, source, events };
}

function numbers(model: TimelineModel): number[] {
  return model.entries.map(({ members }) => members[0].checkpoint.number);
}

const countdown = (from: number, length: number): number[] =>
  Array.from({ length }, (_, i) => from - i);

describe("the loaded part of the timeline", () => {
  it("is one page at first, and says how many are left", async () => {
    const { model } = await fixture(25);
    assert.deepEqual(numbers(model), countdown(24, PAGE));
    assert.equal(model.hasMore, true);
    assert.equal(model.remaining, 15);
  });

  it("grows by a page until nothing is left", async () => {
    const { model } = await fixture(25);
    await model.loadMore();
    await model.loadMore();
    assert.deepEqual(numbers(model), countdown(24, 25));
    assert.equal(model.hasMore, false);
    await model.loadMore();
    assert.equal(numbers(model).length, 25);
  });

  it("puts a checkpoint of an earlier moment where it was, and counts the next one again", async () => {
    const { engine, model, source, events } = await fixture(15);
    await model.loadMore();
    for (const [path, text] of [
      ["a.txt", "changed"],
      ["b.txt", "new"],
    ] as const) {
      fs.writeFileSync(`${engine.root}/${path}`, text);
      engine.capture();
    }
    engine.checkpoint({ capture: false, name: "after both" });
    await model.update("k", events.splice(0));
    engine.checkpoint({ at: "@2", name: "between" });
    assert.equal(await model.update("k", events.splice(0)), true);
    const shown = model.entries.map(({ members }) => members[0].checkpoint);
    assert.deepEqual(shown, engine.list({ limit: 100 }).checkpoints);
    assert.deepEqual(numbers(model).slice(0, 3), [15, 16, 14]);
    source.queries = 0;
    engine.checkpoint({ capture: false });
    await model.update("k", events.splice(0));
    assert.deepEqual(numbers(model).slice(0, 3), [17, 15, 16]);
    assert.equal(source.queries, 0);
  });

  it("takes in a new checkpoint without a query and keeps older pages", async () => {
    const { engine, model, source, events } = await fixture(15);
    await model.loadMore();
    source.queries = 0;
    engine.checkpoint({ capture: false });
    assert.equal(await model.update("k", events.splice(0)), true);
    assert.deepEqual(numbers(model), countdown(15, 16));
    assert.equal(source.queries, 0);
    const listed = engine.list({ limit: 100 });
    assert.deepEqual(
      model.entries.map(({ members }) => members[0].checkpoint),
      listed.checkpoints,
    );
    assert.equal(model.remaining, 0);
  });

  it("takes in the guard of a restore, and of its undo, without a query", async () => {
    const { engine, model, source, events } = await fixture(3);
    source.queries = 0;
    engine.checkpoint({ name: "then" });
    engine.applyRestore(engine.planRestore({ to: "0" }).id);
    await model.update("k", events.splice(0));
    assert.deepEqual(
      numbers(model),
      engine.list().checkpoints.map(({ number }) => number),
    );
    assert.equal(source.queries, 0);
  });

  it("asks when a new checkpoint does not follow the newest that is loaded, and not twice for one that is", async () => {
    const { engine, model, source, events } = await fixture(3);
    source.queries = 0;
    engine.checkpoint({ capture: false });
    events.splice(0);
    engine.checkpoint({ capture: false });
    const late = events.splice(0);
    await model.update("k", late);
    assert.equal(source.queries, 1);
    await model.update("k", late);
    assert.equal(source.queries, 1);
    assert.deepEqual(numbers(model), countdown(4, 5));
    assert.equal(model.remaining, 0);
  });

  it("takes in a whole burst of events with one query", async () => {
    const { engine, model, source, events } = await fixture(3);
    source.queries = 0;
    for (let i = 0; i < 5; i++) engine.checkpoint({ capture: false });
    engine.delete(["#7", "#0"]);
    await model.update("k", events.splice(0));
    assert.equal(source.queries, 1);
    assert.deepEqual(numbers(model), countdown(6, 6));
  });

  it("shows an edit without asking again", async () => {
    const { engine, model, source, events } = await fixture(3);
    source.queries = 0;
    engine.rename("#1", "other");
    await model.update("k", events.splice(0));
    assert.equal(source.queries, 0);
    assert.equal(model.entries[1]?.members[0].checkpoint.name, "other");
  });

  it("drops what was deleted, on whichever page it was", async () => {
    const { engine, model, events } = await fixture(15);
    await model.loadMore();
    engine.delete(["#2", "#14"]);
    await model.update("k", events.splice(0));
    assert.equal(numbers(model).length, 13);
    assert.ok(!numbers(model).includes(2));
    assert.ok(!numbers(model).includes(14));
  });

  it("reads older pages again when another process changed them", async () => {
    const { engine, model } = await fixture(15);
    await model.loadMore();
    engine.delete(["#2"]);
    await model.update("k", [{ type: "refreshed" }]);
    assert.ok(!numbers(model).includes(2));
    assert.equal(numbers(model).length, 14);
    assert.equal(model.hasMore, false);
  });

  it("drops what another process deleted while there is more to load", async () => {
    const { engine, model } = await fixture(35);
    await model.loadMore();
    engine.delete(["#20"]);
    await model.update("k", [{ type: "refreshed" }]);
    assert.ok(!numbers(model).includes(20));
    // As far down as before: the rows that are looked at stay.
    assert.deepEqual(numbers(model).slice(-2), [15, 14]);
    assert.equal(model.remaining, 14);
  });

  it("leaves no gap when another process made more than a page", async () => {
    const { engine, model } = await fixture(35);
    await model.loadMore();
    for (let i = 0; i < PAGE + 2; i++) engine.checkpoint({ capture: false });
    await model.update("k", [{ type: "refreshed" }]);
    assert.deepEqual(numbers(model), countdown(46, 20));
    assert.equal(model.remaining, 27);
  });

  it("keeps older pages when something was deleted that is not loaded", async () => {
    const { engine, model, source, events } = await fixture(35);
    await model.loadMore();
    source.queries = 0;
    engine.delete(["#3"]);
    engine.checkpoint({ capture: false });
    await model.update("k", events.splice(0));
    assert.equal(source.queries, 1);
    assert.deepEqual(numbers(model), countdown(35, 21));
    assert.equal(model.remaining, 14);
  });

  it("is left alone by events that change no row", async () => {
    const { model, source } = await fixture(2);
    source.queries = 0;
    const isChanged = await model.update("k", [
      { type: "thread", thread: "t" },
    ]);
    assert.equal(isChanged, false);
    assert.equal(source.queries, 0);
  });

  it("holds only what the filter lets through", async () => {
    const { model, source } = await fixture(12);
    await model.load([source], { text: "C1" });
    assert.deepEqual(numbers(model), [11, 10, 1]);
  });
});
