import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import type { Engine } from "../../../src/engine/api";
import { lockFile } from "../../helpers/lockFile";
import { Random } from "../../helpers/random";
import { TempWorkspace } from "../../helpers/tempWorkspace";

/**
 * Histories that are committed with git and recorded, with the same authors. Lines of equal text
 * can be matched in several ways, so the two may differ there, and only there.
 */
describe("blame beside git blame", () => {
  it("names the same author for at least 99 lines of 100", async function () {
    this.timeout(120_000);
    let [lines, same] = [0, 0];
    for (let seed = 1; seed <= 4; seed++) {
      const { all, equal } = await compare((repository) =>
        smallFiles(new Random(seed), repository),
      );
      lines += all;
      same += equal;
    }
    assert.ok(lines > 500, `only ${lines} lines`);
    assert.ok(same >= lines * 0.99, `${same} of ${lines} lines agree`);
  });

  it("does so in a lock file of which each version changes thousands of lines", async function () {
    this.timeout(120_000);
    const { all, equal } = await compare((repository) =>
      lockFiles(new Random(5), repository),
    );
    assert.ok(all > 4_000, `only ${all} lines`);
    assert.ok(equal >= all * 0.99, `${equal} of ${all} lines agree`);
  });
});

const AUTHORS = ["editor", "codex", "claude-code", "outside"];

/** A folder that is recorded, and a git repository. */
interface Repository {
  work: TempWorkspace;
  /** Records and commits what changed, as the work of an author. */
  commit: (author: string) => void;
}

/** Makes a history; returns the paths to compare. */
type Make = (repository: Repository) => Iterable<string>;

async function compare(make: Make): Promise<{ all: number; equal: number }> {
  const work = new TempWorkspace();
  try {
    const git = (args: readonly string[], author = "nobody") =>
      execFileSync("git", ["-c", "core.autocrlf=false", ...args], {
        cwd: work.root,
        encoding: "utf8",
        maxBuffer: 2 ** 28,
        env: {
          ...process.env,
          ...{ GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_EMAIL: "a@b" },
          ...{ GIT_COMMITTER_NAME: "c", GIT_CONFIG_GLOBAL: "/dev/null" },
          GIT_AUTHOR_NAME: author,
        },
      });
    git(["init", "-q"]);
    const engine = await work.open();
    const commit = (author: string) => {
      engine.capture({ source: author });
      git(["add", "-A"]);
      git(["commit", "-q", "--allow-empty", "-m", "step"], author);
    };
    let [all, equal] = [0, 0];
    for (const name of make({ work, commit })) {
      const ours = authorsOf(engine, name);
      const theirs = git(["blame", "--line-porcelain", "--", name])
        .split("\n")
        .filter((line) => line.startsWith("author "))
        .map((line) => line.slice("author ".length));
      assert.equal(ours.length, theirs.length);
      all += ours.length;
      equal += ours.filter((each, i) => each === theirs[i]).length;
    }
    return { all, equal };
  } finally {
    work.dispose();
  }
}

const FIRST = "found";

function smallFiles(
  random: Random,
  { work, commit }: Repository,
): Iterable<string> {
  const texts = new Map<string, string[]>();
  for (let n = 0; n < 4; n++)
    texts.set(`f${n}.txt`, newLines(random, random.between(5, 40)));
  for (const [name, text] of texts) work.write(name, text.join(""));
  commit(FIRST);
  for (let step = 0; step < 40; step++) {
    const author = random.pick(AUTHORS);
    for (const [name, text] of [...texts])
      if (random.chance(0.5)) {
        edit(random, text);
        work.write(name, text.join(""));
      } else if (random.chance(0.05)) {
        const moved = path.posix.join("d", `${step}-${path.basename(name)}`);
        work.rename(name, moved);
        texts.set(moved, text);
        texts.delete(name);
      }
    commit(author);
  }
  return [...texts.keys()].filter((name) => texts.get(name)!.length > 0);
}

function lockFiles(
  random: Random,
  { work, commit }: Repository,
): Iterable<string> {
  const name = "package-lock.json";
  let packages = Array.from({ length: 600 }, (_, i) => i);
  for (let step = 0; step < 6; step++) {
    work.write(name, lockFile(random, packages).join(""));
    commit(step === 0 ? FIRST : AUTHORS[step % AUTHORS.length]!);
    const added = Array.from({ length: 60 }, (_, i) => 1000 * (step + 1) + i);
    packages = [...packages.filter(() => random.chance(0.9)), ...added];
  }
  return [name];
}

function authorsOf(engine: Engine, name: string): string[] {
  return engine.blame(name).lines.map(({ source }) => source ?? FIRST);
}

let made = 0;
/** Some lines repeat, as braces and blank lines do. */
function newLines(random: Random, count: number): string[] {
  return Array.from({ length: count }, () =>
    random.chance(0.1)
      ? random.pick(["}\n", "\n", "  return;\n"])
      : `line ${made++} of them\n`,
  );
}

function edit(random: Random, text: string[]): void {
  const at = random.below(text.length + 1);
  text.splice(
    at,
    random.chance(0.5) ? random.below(4) : 0,
    ...newLines(random, random.below(5)),
  );
}
