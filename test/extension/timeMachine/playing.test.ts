import assert from "node:assert/strict";
import fs from "node:fs";
import { Asker } from "../../../src/extension/timeMachine/asker";
import { ShownTime } from "../../../src/extension/timeMachine/page/shownTime";
import { Steering } from "../../../src/extension/timeMachine/page/steering";
import type {
  Kept,
  Request,
  Stop,
} from "../../../src/extension/timeMachine/protocol";
import { SPEEDS } from "../../../src/extension/timeMachine/speeds";
import { ManualInterval } from "../../helpers/manualInterval";
import { repository } from "../../helpers/repository";

const SECOND = 1000;

describe("playing", () => {
  let posted: Request[];
  let asker: Asker;
  let kept: Kept;
  let steering: Steering;
  let isPlaying: boolean;
  let time: ManualInterval;
  beforeEach(() => {
    time = new ManualInterval();
    posted = [];
    asker = new Asker((request) => posted.push(request));
    kept = { range: "all", step: "checkpoint", speed: 2, isTable: false };
    steering = new Steering(asker, new ShownTime("all"), () => kept, {
      ...{ onHold: () => {}, onZoom: () => {}, onAll: () => {} },
      onPlaying: (now) => (isPlaying = now),
    });
    steering.arrive(stopAt(1));
  });
  afterEach(() => time.dispose());

  const stopAt = (atMs: number, isNow = false): Stop => ({
    ...{ atMs, isNow, isFirst: false, title: null, source: "editor" },
    ...{ checkpoint: null, folder: null },
  });
  /** Answers what was asked, and returns the moves. */
  const answer = () => {
    const asked = posted.flatMap((each) => (each.type === "ask" ? [each] : []));
    for (const { id } of asked) asker.answered(id);
    posted = [];
    return asked.flatMap(({ question }) =>
      question.type === "move" ? [question.move] : [],
    );
  };
  const stepsInASecond = () => {
    let steps = 0;
    for (let ms = 0; ms < SECOND; ms += 20) {
      time.advance(20);
      steps += answer().filter(({ to }) => to === "step").length;
    }
    return steps;
  };

  it("takes as many steps a second as is chosen, by what is chosen, also while it plays", () => {
    steering.togglePlay();
    time.advance(SECOND);
    assert.deepEqual(answer(), [
      { to: "step", by: "checkpoint", isBack: false },
    ]);
    for (const speed of SPEEDS) {
      kept = { ...kept, speed };
      steering.changeSpeed(speed);
      assert.equal(stepsInASecond(), speed, String(speed));
    }
  });

  it("never asks for a step before the one before has arrived", () => {
    kept = { ...kept, speed: 25 };
    steering.togglePlay();
    time.advance(10 * SECOND);
    assert.equal(posted.length, 1);
  });

  it("stops at the current state and where somebody takes the playhead, and begins at the start", () => {
    steering.togglePlay();
    steering.arrive(stopAt(9, true));
    assert.equal(isPlaying, false);
    answer();
    steering.togglePlay();
    assert.deepEqual(answer().at(-1), { to: "step", by: "end", isBack: true });
    assert.equal(isPlaying, true);
    steering.arrive(stopAt(1));
    steering.drag(5, false);
    assert.equal(isPlaying, false);
  });
});

describe("the style of the time machine", () => {
  it("moves nothing by itself, for those who asked for less motion", () => {
    const css = fs.readFileSync(
      `${repository}/src/extension/timeMachine/page/style.css`,
      "utf8",
    );
    assert.doesNotMatch(css, /animation|transition|scroll-behavior|@keyframes/);
  });

  it("has no colour but the theme's", () => {
    const css = fs.readFileSync(
      `${repository}/src/extension/timeMachine/page/style.css`,
      "utf8",
    );
    assert.doesNotMatch(css, /#[0-9a-f]{3,8}\b(?![^(]*\))|\brgba?\(|\bhsl/i);
  });
});
