import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import type { Engine } from "../../../src/engine/api";
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
      const { all, equal } = await compare(new Random(seed));
      lines += all;
      same += equal;
    }
    assert.ok(lines > 500, `only ${lines} lines`);
    assert.ok(same >= lines * 0.99, `${same} of ${lines} lines agree`);
  });
});

const AUTHORS = ["editor", "codex", "claude-code", "outside"];

async function compare(
  random: Random,
): Promise<{ all: number; equal: number }> {
  const work = new TempWorkspace();
  try {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "core.autocrlf=false", ...args], {
        cwd: work.root,
        encoding: "utf8",
        env: {
          ...process.env,
          ...{ GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_EMAIL: "a@b" },
          ...{ GIT_COMMITTER_NAME: "c", GIT_CONFIG_GLOBAL: "/dev/null" },
          GIT_AUTHOR_NAME: author,
        },
      });
    let author = "found";
    git("init", "-q");
    const texts = new Map<string, string[]>();
    for (let n = 0; n < 4; n++)
      texts.set(`f${n}.txt`, newLines(random, random.between(5, 40)));
    const engine = await work.open();
    for (const [name, text] of texts) work.write(name, text.join(""));
    engine.capture();
    git("add", "-A");
    git("commit", "-qm", "found");
    for (let step = 0; step < 40; step++) {
      author = random.pick(AUTHORS);
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
      engine.capture({ source: author });
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", `step ${step}`);
    }
    let [all, equal] = [0, 0];
    for (const [name, text] of texts) {
      if (text.length === 0) continue;
      const ours = authorsOf(engine, name);
      const theirs = git("blame", "--line-porcelain", "--", name)
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

function authorsOf(engine: Engine, name: string): string[] {
  return engine.blame(name).lines.map(({ source }) => source ?? "found");
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
