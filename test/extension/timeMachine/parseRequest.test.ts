import assert from "node:assert/strict";
import {
  parseKept,
  parseRequest,
} from "../../../src/extension/timeMachine/parseRequest";
import type {
  Kept,
  Request,
} from "../../../src/extension/timeMachine/protocol";
import { Random } from "../../helpers/random";

const file = { folder: "file:///work", path: "src/a.ts" };
const kept: Kept = { range: "week", step: "turn", speed: 5, isTable: true };

const requests: Request[] = [
  { type: "ready" },
  { type: "cancel", id: 3 },
  { type: "ask", id: 1, question: { type: "overview", buckets: 100 } },
  {
    ...{ type: "ask", id: 2 },
    question: { type: "strip", fromMs: 5, toMs: 9, buckets: 200 },
  },
  {
    type: "ask",
    id: 3,
    question: { type: "move", isHeld: false, move: { to: "now" } },
  },
  {
    ...{ type: "ask", id: 4 },
    question: { type: "move", isHeld: false, move: { to: "time", atMs: 12 } },
  },
  {
    ...{ type: "ask", id: 5 },
    question: {
      type: "move",
      isHeld: false,
      move: { to: "step", by: "checkpoint", isBack: true },
    },
  },
  { type: "ask", id: 6, question: { type: "lines", files: [file] } },
  {
    ...{ type: "ask", id: 7 },
    question: { type: "about", folder: file.folder, moment: 4 },
  },
  { type: "choose", file, isPinned: false },
  { type: "act", action: "restoreFile", file },
  { type: "act", action: "restoreWorkspace", file: null },
  { type: "against", against: "before" },
  { type: "keep", kept },
];

describe("what the page says", () => {
  it("is understood if it is exactly a request", () => {
    for (const request of requests)
      assert.deepEqual(parseRequest(structuredClone(request)), request);
  });

  it("is left alone if it is anything else", () => {
    for (const said of [
      ...[undefined, null, 4, "ready", [], {}, { type: "READY" }],
      { type: "ask", id: 1 },
      { type: "ask", id: -1, question: { type: "overview", buckets: 5 } },
      { type: "ask", id: 1, question: { type: "overview", buckets: 1e9 } },
      { type: "ask", id: 1, question: { type: "strip", fromMs: 9, toMs: 5 } },
      {
        ...{ type: "ask", id: 1 },
        question: {
          type: "move",
          isHeld: false,
          move: { to: "time", atMs: NaN },
        },
      },
      {
        ...{ type: "ask", id: 1 },
        question: {
          type: "move",
          isHeld: false,
          move: { to: "step", by: "leap" },
        },
      },
      {
        ...{ type: "ask", id: 1 },
        question: {
          type: "lines",
          files: Array.from({ length: 500 }, () => file),
        },
      },
      { type: "choose", file: { ...file, path: "../../etc/passwd" } },
      { type: "choose", file: { ...file, path: "/etc/passwd" } },
      { type: "choose", file: { folder: 4, path: "a" } },
      { type: "act", action: "deleteEverything", file: null },
      { type: "act", action: "restoreFile", file: { path: "a" } },
      { type: "against", against: "later" },
      { type: "keep", kept: { ...kept, speed: 1e9 } },
      { type: "keep", kept: { ...kept, range: { fromMs: 9, toMs: 5 } } },
    ])
      assert.equal(parseRequest(said), undefined, JSON.stringify(said));
  });

  it("never throws and never lets more through, whatever is changed in it", () => {
    const random = new Random(9);
    const odd = [null, -1, 1e308, "", "x", [], {}, true, "../a", undefined];
    let refused = 0;
    for (let i = 0; i < 5000; i++) {
      const said = structuredClone(random.pick(requests)) as unknown;
      spoil(said as Record<string, unknown>, random, odd);
      const parsed = parseRequest(said);
      if (!parsed) refused++;
      else assert.deepEqual(parseRequest(parsed), parsed);
    }
    assert.ok(refused > 1000, `${refused} refused`);
  });

  it("is forgotten if an older version kept something else", () => {
    assert.deepEqual(parseKept(kept), kept);
    assert.equal(parseKept({ zoom: 4 }), undefined);
    assert.equal(parseKept(undefined), undefined);
  });
});

/** Replaces one value, at any depth. */
function spoil(
  value: Record<string, unknown>,
  random: Random,
  odd: readonly unknown[],
): void {
  const key = random.pick(Object.keys(value));
  const inner = value[key];
  if (typeof inner === "object" && inner !== null && random.chance(0.6))
    spoil(inner as Record<string, unknown>, random, odd);
  else value[key] = random.pick(odd);
}
