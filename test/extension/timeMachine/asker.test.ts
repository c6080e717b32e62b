import assert from "node:assert/strict";
import { Asker } from "../../../src/extension/timeMachine/asker";
import type {
  Question,
  Request,
} from "../../../src/extension/timeMachine/protocol";

const move = (atMs: number): Question => ({
  type: "move",
  isHeld: false,
  move: { to: "time", atMs },
});
const overview: Question = { type: "overview", buckets: 10 };

describe("the questions of the page", () => {
  let posted: Request[];
  let nowMs: number;
  let asker: Asker;
  beforeEach(() => {
    posted = [];
    nowMs = 0;
    asker = new Asker(
      (request) => posted.push(request),
      () => nowMs,
    );
  });
  const asked = () =>
    posted.flatMap((request) =>
      request.type === "ask" ? [request.question] : [],
    );

  it("are asked one at a time, and of a drag only where it is then", () => {
    for (let at = 1; at <= 50; at++) asker.ask(move(at));
    assert.deepEqual(asked(), [move(1)]);
    assert.ok(asker.answered(1));
    assert.deepEqual(asked(), [move(1), move(50)]);
    assert.ok(asker.answered(2));
    assert.equal(asked().length, 2);
    assert.equal(asker.isBusy("move"), false);
  });

  it("are about the playhead first", () => {
    asker.ask(overview);
    asker.ask({ type: "about", folder: "f", moment: 1 });
    asker.ask(move(7));
    asker.answered(1);
    asker.answered(2);
    assert.deepEqual(
      asked().map(({ type }) => type),
      ["overview", "move", "about"],
    );
  });

  it("are given up after a while if another one has replaced them", () => {
    asker.ask(move(1));
    asker.ask(move(2));
    assert.ok(posted.every(({ type }) => type === "ask"));
    nowMs = 500;
    asker.ask(move(3));
    assert.deepEqual(posted.at(-1), { type: "cancel", id: 1 });
    // Answered all the same, so that the next one gets its turn.
    assert.ok(asker.answered(1));
    assert.deepEqual(asked().at(-1), move(3));
  });

  it("lose no step because something is recorded meanwhile, or another step is asked for", () => {
    const step: Question = {
      ...{ type: "move", isHeld: false },
      move: { to: "step", by: "moment", isBack: true },
    };
    const here: Question = {
      ...{ type: "move", isHeld: false, move: { to: "here" } },
    };
    asker.ask(step);
    nowMs = 500;
    asker.ask(here);
    asker.ask(step);
    asker.ask(here);
    assert.deepEqual(asked(), [step]);
    assert.ok(posted.every(({ type }) => type === "ask"));
    asker.answered(1);
    assert.deepEqual(asked(), [step, step]);
    asker.ask(here);
    asker.answered(2);
    assert.deepEqual(asked(), [step, step, here]);
    // A drag is given up for another place, not for the same one.
    asker.answered(3);
    asker.ask(move(1));
    nowMs = 1000;
    asker.ask(here);
    assert.ok(posted.every(({ type }) => type === "ask"));
  });

  it("are not answered twice, nor by an answer to another one", () => {
    asker.ask(move(1));
    assert.equal(asker.answered(9), false);
    assert.ok(asker.isBusy("move"));
    assert.ok(asker.answered(1));
    assert.equal(asker.answered(1), false);
  });
});
