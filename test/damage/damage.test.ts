import assert from "node:assert/strict";
import type { Engine } from "../../src/engine/api";
import { CheckpointError } from "../../src/engine/model/errors";
import { assertSayable, restore, stateAt } from "../helpers/history";
import type { Frame } from "../../src/engine/store/journal/journal";
import { Random, seedOf, soakFactor } from "../helpers/random";
import { assertSameTree } from "../helpers/tree";
import { damages, intruders } from "./damages";
import type { Range, Shape } from "./subject";
import { Subject } from "./subject";

const CASES = 170;

describe("a damaged store", function () {
  this.timeout(600_000 * soakFactor());
  const seed = seedOf(20_261_116);
  let total = 0;
  before(() => console.log(`      seed ${seed}`));
  after(() => console.log(`      ${total} cases`));

  const shapes: Shape[] = ["indexed", "bare", "rewritten"];
  for (const shape of shapes)
    it(`never returns wrong content, never fails without a message, and keeps everything intact (${shape})`, async () => {
      const subject = await Subject.make(shape);
      const problems: string[] = [];
      const count = CASES * soakFactor();
      try {
        for (let i = 0; i < count; i++) {
          const random = new Random(seed + i * 7919);
          subject.putBack();
          const { what, ranges } = damage(subject, random);
          try {
            await check(subject, ranges, random);
          } catch (error) {
            const text = error instanceof Error ? error.stack : String(error);
            problems.push(`case ${i}, ${what}: ${text}`);
          }
          total++;
        }
      } finally {
        subject.workspace.dispose();
      }
      if (problems.length > 0)
        throw new Error(
          `${problems.length} of ${count} cases failed:\n${problems.slice(0, 5).join("\n")}`,
        );
    });
});

/** One to three kinds of damage; journal and index together more often than by chance. */
function damage(subject: Subject, random: Random) {
  const { files, workspace } = subject;
  const chosen = random.chance(0.2)
    ? files.filter((file) => /^(journal|index)/.test(file))
    : Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () =>
        random.pick(files),
      );
  const ranges: Range[] = [];
  const words: string[] = [];
  for (const file of new Set(chosen)) {
    const kind = random.pick(Object.keys(damages));
    ranges.push(...damages[kind]!(subject, random, file));
    words.push(`${file}: ${kind}`);
  }
  if (random.chance(0.1)) {
    const kind = random.pick(Object.keys(intruders));
    intruders[kind]!(workspace.storeDir);
    words.push(kind);
  }
  return { what: words.join(", "), ranges };
}

async function check(
  subject: Subject,
  ranges: readonly Range[],
  random: Random,
): Promise<void> {
  let engine: Engine;
  try {
    engine = await subject.open();
  } catch (error) {
    // Only a format file with wrong values, or a path that is not a file.
    const { code, message, data } = ours(error);
    const isFormat = ranges.some((range) => range.file === "format.json");
    const isNamed = ranges.some((range) =>
      String(data["path"]).includes(range.file),
    );
    const isWhy = code === "wrong-root" || code === "newer-format";
    assert.ok(code === "io" ? isNamed : isFormat && isWhy, message);
    return;
  }
  // The numbers of moments that were lost without a trace are reused, also by a
  // restore whose end record was lost and that was ended again.
  const checkpoints = [...subject.moments.keys()];
  const all = (await hasRecovered(engine))
    ? checkpoints
    : [...subject.truth.keys()];
  checkPoints(engine, subject, ranges, all);
  const isRepaired = random.chance(0.5);
  assert.equal(
    report(() => void engine.verify({ repair: isRepaired })),
    null,
  );
  checkPoints(engine, subject, ranges, all);
  checkGoesOn(engine, subject, isRepaired);
  engine.close();
  const again = await subject.open();
  checkPoints(again, subject, ranges, checkpoints);
  checkRestore(again, subject, random);
  again.close();
}

/** True if opening the store ended a restore; that event is emitted immediately. */
async function hasRecovered(engine: Engine): Promise<boolean> {
  let hasRecovered = false;
  const listening = engine.onDidChange(({ type }) => {
    hasRecovered ||= type === "recovered";
  });
  await Promise.resolve();
  listening.dispose();
  return hasRecovered;
}

/** Everything that can be read is correct, and everything undamaged can be read. */
function checkPoints(
  engine: Engine,
  subject: Subject,
  ranges: readonly Range[],
  refs: readonly string[],
): void {
  for (const ref of refs) {
    const tree = subject.truth.get(ref)!;
    const lost = report(() => {
      assertSameTree(stateAt(engine, ref), tree, `what is read of ${ref}`);
    });
    if (lost && isUntouched(subject, ref, ranges))
      throw new Error(`${ref} is not damaged, and yet: ${lost.message}`);
  }
}

function isUntouched(
  subject: Subject,
  ref: string,
  ranges: readonly Range[],
): boolean {
  const isHit = (range: Range) =>
    ranges.some(
      (hit) =>
        hit.file === range.file && hit.from < range.to && range.from < hit.to,
    );
  const needed = subject.hashesOf(ref);
  const isContentHit = subject.records.some(
    (record) => isHit(record) && record.hashes.some((hash) => needed.has(hash)),
  );
  if (isContentHit) return false;
  const hasIndex =
    subject.files.some((file) => file.startsWith("index")) &&
    !ranges.some((range) => range.file.startsWith("index"));
  if (hasIndex) return true;
  const lost = lostFrames(subject, isHit).map(({ record }) => record);
  const moment = subject.moments.get(ref);
  if (moment === undefined) return lost.length === 0;
  return !lost.some(
    (record) =>
      record.t === "table" ||
      (record.t === "moment" && record.n <= moment) ||
      (record.t === "checkpoint" && record.id === ref),
  );
}

/** Damaged frames, and a whole batch at the end if one of its frames is damaged. */
function lostFrames(
  { frames }: Subject,
  isHit: (range: Range) => boolean,
): Frame[] {
  const firstOf = ({ seq, part }: Frame) => seq - (part?.[0] ?? 1) + 1;
  const last = Math.max(
    0,
    ...frames.filter((one) => !isHit(one)).map(({ frame }) => frame.seq),
  );
  const hit = frames.filter(isHit).map(({ frame }) => frame);
  const cut = new Set(hit.map(firstOf));
  const isCut = (frame: Frame) =>
    cut.has(firstOf(frame)) && last < firstOf(frame) + (frame.part?.[1] ?? 1);
  return frames
    .map(({ frame }) => frame)
    .filter((frame) => hit.includes(frame) || isCut(frame));
}

/** Recording continues; after a repair, new checkpoints are complete. */
function checkGoesOn(
  engine: Engine,
  subject: Subject,
  isRepaired: boolean,
): void {
  const { workspace } = subject;
  workspace.write("after", "written after the damage");
  const made = engine.checkpoint({ name: "after the damage" });
  const here = workspace.tree();
  const lost = report(() => {
    assertSameTree(stateAt(engine, made.id), here, "a new checkpoint");
    workspace.write("after", "changed");
    workspace.remove("a");
    restore(engine, { to: made.id });
    assertSameTree(workspace.tree(), here, "the folder restored");
  });
  if (isRepaired) assert.equal(lost, null, String(lost));
  else if (lost) assert.equal(lost.code, "damaged", lost.message);
}

/**
 * What can be planned is restored correctly; lost content is reported before any
 * change.
 */
function checkRestore(engine: Engine, subject: Subject, random: Random): void {
  const { workspace, truth } = subject;
  const ref = random.pick([...subject.moments.keys()]);
  const before = workspace.tree();
  const lost = report(() => void restore(engine, { to: ref }));
  if (lost) assertSameTree(workspace.tree(), before, "the untouched folder");
  else assertSameTree(workspace.tree(), truth.get(ref)!, `restored ${ref}`);
}

/** Runs the work; an error must be a CheckpointError with a message. */
function report(work: () => void): CheckpointError | null {
  try {
    work();
    return null;
  } catch (error) {
    return ours(error);
  }
}

function ours(error: unknown): CheckpointError {
  if (!CheckpointError.is(error)) throw error;
  assert.notEqual(error.code, "internal", error.stack);
  assertSayable(error);
  return error;
}
