import assert from "node:assert/strict";
import { groupDeeds } from "../../../src/engine/model/deeds";
import type {
  DeedFacts,
  DeedGroup,
  DeedMoment,
  DeedPoint,
  DeedPrompt,
  DeedRestoreFact,
} from "../../../src/engine/model/deedFacts";
import { Random, seedOf, soakFactor } from "../../helpers/random";

const HISTORIES = 40 * soakFactor();

describe("the grouping into deeds", () => {
  it(`is stable while a history grows, in ${HISTORIES} histories`, () => {
    const kinds = new Set<string>();
    for (let seed = seedOf(16); seed < seedOf(16) + HISTORIES; seed++) {
      const history = new History(new Random(seed));
      let earlier: DeedGroup[] = [];
      for (let step = 0; step < 60; step++) {
        history.step();
        const deeds = groupDeeds(history.facts());
        assertComplete(deeds, history);
        assertKept(earlier, deeds, `seed ${seed}, step ${step}`);
        earlier = deeds;
      }
      for (const { kind } of earlier) kinds.add(kind);
    }
    assert.deepEqual(
      [...kinds].sort(),
      [..."edits git guard named rename restore session turn".split(" ")],
      "a kind never came up",
    );
  });
});

/** Every checkpoint is in one deed, and so is every moment up to the last checkpoint. */
function assertComplete(deeds: readonly DeedGroup[], history: History): void {
  const numbers = deeds.flatMap(({ points }) => points.map((p) => p.number));
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    history.points.map(({ number }) => number),
  );
  const last = history.points.at(-1)?.moment ?? 0;
  const moments = deeds.flatMap((deed) => deed.moments).sort((a, b) => a - b);
  assert.equal(new Set(moments).size, moments.length, "a moment in two deeds");
  assert.deepEqual(
    moments.filter((n) => n <= last),
    history.moments.map(({ n }) => n).filter((n) => n <= last),
  );
  assert.equal(new Set(deeds.map(({ id }) => id)).size, deeds.length, "ids");
}

/** What was not open is the same, in the same order. */
function assertKept(
  before: readonly DeedGroup[],
  after: readonly DeedGroup[],
  where: string,
): void {
  const closed = before.filter(({ isOpen }) => !isOpen);
  const ids = new Set(closed.map(({ id }) => id));
  const now = after.filter(({ id }) => ids.has(id));
  const seen = (deeds: readonly DeedGroup[]) =>
    deeds.map((deed) => JSON.stringify({ ...deed, isOpen: false })).join("\n");
  assert.equal(seen(now), seen(closed), where);
}

/** A generated history of several authors. */
class History {
  readonly moments: DeedMoment[] = [];
  readonly points: DeedPoint[] = [];
  private readonly prompts: DeedPrompt[] = [];
  private readonly restores: DeedRestoreFact[] = [];
  private readonly renamed = new Set<number>();
  private atMs = 1_000_000;

  constructor(private readonly random: Random) {
    this.moment("outside");
    this.point("session", "editor");
  }

  facts(): DeedFacts {
    return {
      moments: [...this.moments],
      points: [...this.points],
      prompts: [...this.prompts],
      restores: [...this.restores],
      renameIn: (_from, to) =>
        this.renamed.has(to) ? { from: "a", to: "b" } : null,
    };
  }

  step(): void {
    const { random } = this;
    this.atMs += random.chance(0.1) ? 3_600_000 : random.between(1, 60_000);
    const agent = random.pick(["claude-code", "codex"]);
    const thread = `${agent}-1`;
    switch (random.below(12)) {
      case 0:
        return this.prompt(agent, thread);
      case 1:
        this.moment(agent, thread);
        return void this.point("automatic", agent, { thread, message: "done" });
      case 2:
        this.moment("git");
        return void this.point("automatic", "git");
      case 3:
        return this.restore();
      case 4:
        return void this.point(random.pick(["manual", "feature"]), "editor");
      case 5:
        return void this.point("guard", random.pick(["editor", "git"]));
      case 6:
        return void this.point("session", "editor");
      case 7: {
        const moment = this.moment("editor");
        this.renamed.add(moment);
        return void this.point("automatic", "editor", { added: 2, deleted: 2 });
      }
      case 8:
        // An automatic checkpoint of several authors.
        this.moment("editor");
        this.moment("outside");
        this.moment(agent, thread);
        this.moment("editor");
        return void this.point("automatic", "outside");
      case 9:
        return void this.moment(random.pick(["editor", agent]), thread);
      case 10:
        // A rename in two parts.
        this.moment("outside");
        this.point("automatic", "outside", { modified: 0, deleted: 2 });
        this.renamed.add(this.moment("outside"));
        return void this.point("automatic", "outside", { added: 2 });
      default:
        this.moment(random.pick(["editor", "outside"]));
        return void this.point("automatic", "editor");
    }
  }

  private prompt(source: string, thread: string): void {
    const id = `m${this.prompts.length}`;
    const moment = this.moments.length;
    const { number } = this.point("automatic", source, { thread, message: id });
    this.prompts.push({ thread, id, moment, atMs: this.atMs, source });
    assert.equal(this.points.at(-1)?.number, number);
  }

  private restore(): void {
    const guard = this.point("guard", "editor");
    const id = `restore-${this.restores.length}`;
    const { moment } = guard;
    const source = "editor";
    this.restores.push({
      id,
      guard: guard.id,
      moment,
      atMs: this.atMs,
      source,
    });
    this.moment("restore");
  }

  private moment(source: string, thread: string | null = null): number {
    const n = this.moments.length + 1;
    const own = source === "editor" || source === "outside" ? null : thread;
    this.moments.push({ n, atMs: this.atMs, source, thread: own });
    return n;
  }

  private point(
    kind: DeedPoint["kind"],
    source: string,
    more: Partial<DeedPoint> = {},
  ): DeedPoint {
    const number = this.points.length;
    const point: DeedPoint = {
      ...{ id: `c${number}`, number, moment: this.moments.length, kind },
      ...{ source, thread: null, message: null, atMs: this.atMs },
      ...{ added: 0, modified: 1, deleted: 0, command: null },
      isOfEarlier: false,
      ...more,
      ...(more.added ? { modified: 0 } : {}),
    };
    this.points.push(point);
    return point;
  }
}
