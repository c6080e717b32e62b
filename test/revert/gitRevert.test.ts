import assert from "node:assert/strict";
import { Random, seedOf, soakFactor } from "../helpers/random";
import { disagreement, explain, plainPaths } from "./explain";
import { GitRepository } from "./gitRepository";
import type { Outcome } from "./gitRepository";
import { described, generateHistory } from "./histories";
import { ourRevert } from "./ourRevert";

const COUNT = 220 * soakFactor();

/** Changes that the reverted commits must cover among all histories. */
const WANTED = [
  ...["edit ", "rewrite ", "add ", "add binary ", "add empty ", "delete "],
  ...["rename ", "chmod ", "last line end of ", "line ends of "],
  ...["edit binary ", "link in place of ", "folder in place of "],
  ...["file in place of "],
];

describe("revert compared with git revert", () => {
  const seed = seedOf(20261116);
  const random = new Random(seed);
  const histories = Array.from({ length: COUNT }, () =>
    generateHistory(random),
  );
  let repository: GitRepository;
  before(function () {
    this.timeout(120_000);
    repository = new GitRepository(histories);
  });
  after(function () {
    this.timeout(120_000);
    repository.dispose();
  });

  it(`gives the same files or the same conflicts in ${COUNT} generated histories`, async function () {
    this.timeout(COUNT * 4000);
    const tally = new Tally();
    for (const [n, history] of histories.entries()) {
      const git = repository.revert(n, history);
      const ours = await ourRevert(history);
      const lines = disagreement(ours, git);
      const why =
        lines.length > 0 ? explain(repository, n, history, ours) : null;
      if (lines.length > 0 && why === null)
        assert.fail(
          [`seed ${seed}, history ${n}:`, ...lines, described(history)].join(
            "\n  ",
          ),
        );
      tally.add(n, ours, git, why);
    }
    tally.print(seed);
    assert.ok(
      tally.bothClean > COUNT / 3,
      "too few clean reverts to mean much",
    );
    assert.ok(tally.bothConflict > COUNT / 10, "too few conflicts");
    assert.ok(tally.explained.length < COUNT / 20, "too many differences");
  });

  it("covers every kind of change", () => {
    const done = histories.flatMap(
      ({ steps, reverted }) => steps[reverted - 1]!,
    );
    const missing = WANTED.filter(
      (what) => !done.some((step) => step.startsWith(what)),
    );
    assert.deepEqual(missing, []);
  });
});

class Tally {
  bothClean = 0;
  bothConflict = 0;
  samePaths = 0;
  readonly explained: string[] = [];

  add(n: number, ours: Outcome, git: Outcome, why: string | null): void {
    if (why !== null) {
      const what = ours.conflict
        ? "only we conflict"
        : git.conflict
          ? "only git conflicts"
          : "other files";
      this.explained.push(`history ${n}, ${what}: ${why}`);
    } else if (!ours.conflict) this.bothClean++;
    else {
      this.bothConflict++;
      if (plainPaths(ours).join("\n") === plainPaths(git).join("\n"))
        this.samePaths++;
    }
  }

  print(seed: number): void {
    console.log(
      `    seed ${seed}: ${this.bothClean} the same files, ${this.bothConflict} conflict alike` +
        ` (${this.samePaths} at the same paths), ${this.explained.length} differ and are explained, 0 unexplained`,
    );
    for (const line of this.explained) console.log(`      ${line}`);
  }
}
