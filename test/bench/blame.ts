import fs from "node:fs";
import path from "node:path";
import type { LineVersion } from "../../src/engine/api";
import {
  applyEdits,
  type ShownLine,
} from "../../src/extension/lineAuthors/shownLines";
import { Random } from "../helpers/random";
import { msOf, opened } from "./doubling";
import { toRow, type Row } from "./measures";
import { ShadowGit, timed } from "./shadowGit";

const LINES = 5_000;
const VERSIONS = 1_000;
const FILE = "large.ts";
const AUTHORS = ["editor", "codex", "claude-code"];

/** Who wrote the lines of a large file with many versions, and what that costs while typing. */
export async function blame(
  dir: string,
  log: (text: string) => void,
): Promise<Row[]> {
  const place = path.join(dir, "blame");
  fs.rmSync(place, { recursive: true, force: true });
  fs.mkdirSync(path.join(place, "ws"), { recursive: true });
  try {
    return [...(await ofLargeFile(place, log)), ...whileTyping()];
  } finally {
    fs.rmSync(place, { recursive: true, force: true });
  }
}

async function ofLargeFile(
  place: string,
  log: (text: string) => void,
): Promise<Row[]> {
  log(`blame: recording ${VERSIONS} versions of ${LINES} lines`);
  const random = new Random(21);
  const lines = Array.from({ length: LINES }, () => lineOf(random));
  const file = path.join(place, "ws", FILE);
  const git = new ShadowGit(path.join(place, "git"), path.join(place, "ws"));
  git.init();
  const commits: string[] = [];
  let engine = await opened(place);
  const record = (n: number) => {
    if (n > 0) edit(random, lines);
    const text = lines.join("");
    fs.writeFileSync(file, text);
    engine.capture({ paths: [FILE], source: AUTHORS[n % AUTHORS.length]! });
    commits.push(commitOf(n, text));
  };
  for (let n = 0; n < VERSIONS; n++) record(n);
  const gitBlame = () => {
    const input = commits.splice(0).join("");
    git.gitWith({ input }, "fast-import", "--quiet", "--force");
    return timed(
      () => void git.git("blame", "--porcelain", "main", "--", FILE),
    );
  };
  engine.close();
  engine = await opened(place);
  log("blame: asking");
  const before = process.cpuUsage();
  const cold = timed(() => void engine.blame(FILE));
  log(
    `blame: the first time took ${msOf(process.cpuUsage(before))} ms of processor`,
  );
  const gitCold = gitBlame();
  const same = timed(() => void engine.blame(FILE));
  record(VERSIONS);
  const next = timed(() => void engine.blame(FILE));
  const gitNext = gitBlame();
  engine.close();
  const size = `${LINES / 1000}k`;
  const row = (what: string, ours: number, git: number | null) =>
    toRow(size, `blame of ${VERSIONS} versions: ${what}`, "ms", {
      ...{ ours, git, target: null, targetOf: null },
    });
  return [
    row("the first time", cold, gitCold),
    row("once more", same, null),
    row("after one more change", next, gitNext),
  ];
}

/** What one keystroke costs the editor's main thread: the same in a file of any length. */
function whileTyping(): Row[] {
  const KEYS = 10_000;
  const by: LineVersion = {
    ...{ moment: 1, checkpoint: null, source: "codex", model: null },
    ...{ subagent: null, thread: null, message: null, prompt: null },
    ...{ recordedAt: "", path: FILE, age: "recorded", unsaved: false },
  };
  return [500, 5_000, 50_000].map((count) => {
    const lines = Array.from({ length: count }, (_, i): ShownLine => ({
      text: `line ${i}`,
      by,
    }));
    const line = Math.floor(count / 2);
    const before = process.cpuUsage();
    for (let n = 0; n < KEYS; n++) {
      const start = { line, character: 0 };
      const end = { line, character: n % 2 };
      applyEdits(lines, [{ range: { start, end }, text: n % 2 ? "" : "x" }]);
    }
    const title = `processor time of ${KEYS} keystrokes`;
    return toRow(`${count / 1000}k`, title, "ms", {
      ours: msOf(process.cpuUsage(before)),
      ...{ git: null, target: null, targetOf: null },
    });
  });
}

let made = 0;

function lineOf(random: Random): string {
  return random.chance(0.15)
    ? random.pick(["}\n", "\n", "  return;\n", "  });\n"])
    : `  const value${made++} = compute(${random.below(1000)});\n`;
}

function edit(random: Random, lines: string[]): void {
  for (let n = 0; n < random.between(1, 4); n++)
    lines.splice(
      random.below(lines.length),
      random.below(8),
      ...Array.from({ length: random.below(8) }, () => lineOf(random)),
    );
}

/** For `git fast-import`: a commit per version. */
function commitOf(n: number, text: string): string {
  const message = `version ${n}`;
  const who = `a <a@localhost> ${1_700_000_000 + n} +0000`;
  return (
    `commit refs/heads/main\nmark :${n + 1}\nauthor ${who}\ncommitter ${who}\n` +
    `data ${message.length}\n${message}\n` +
    (n === VERSIONS ? "from refs/heads/main^0\n" : "") +
    `M 100644 inline ${FILE}\ndata ${Buffer.byteLength(text)}\n${text}\n`
  );
}
