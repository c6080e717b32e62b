// `npm run replay:blame -- PATH [--commits 400] [--list]`: replays the history of a git repository,
// which is only read, and compares the commit of every line with `git blame`. Merges count as one
// change of the branch they were merged into. `--list` prints every line that differs.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Engine } from "../../src/engine/api";
import { isProblem } from "../../src/engine/model/errors";
import { TempWorkspace } from "../helpers/tempWorkspace";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: "string", default: "400" },
    list: { type: "boolean", default: false },
  },
});
const repository = path.resolve(positionals[0] ?? ".");
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** What was compared in one file; `ties` of the lines that differ have an equal line nearby. */
interface Compared {
  path: string;
  lines: number;
  differ: number;
  ties: number;
}

async function main(): Promise<void> {
  const commits = git(
    ...["rev-list", "--first-parent", "--reverse"],
    ...[`--max-count=${values.commits}`, "HEAD"],
  )
    .trim()
    .split("\n");
  const work = new TempWorkspace();
  try {
    const engine = await work.open();
    const commitOf = new Map<number, string>();
    let before = EMPTY_TREE;
    for (const commit of commits) {
      const paths = checkOut(work, before, commit);
      const source = git("show", "-s", "--format=%an", commit).trim();
      const { moment } = engine.capture({ paths, source });
      if (!commitOf.has(moment)) commitOf.set(moment, commit);
      before = commit;
    }
    report(commits, compareAll(engine, commitOf, commits[0]!));
  } finally {
    work.dispose();
  }
}

/** Writes what a commit changed, and returns its paths. */
function checkOut(work: TempWorkspace, from: string, to: string): string[] {
  const fields = git(
    ...["diff-tree", "-r", "-z", "--no-renames", "--raw", from, to],
  ).split("\0");
  const paths: string[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [, mode, , blob, status] = fields[i]!.split(" ");
    const name = fields[i + 1]!;
    paths.push(name);
    if (status === "D") work.remove(name);
    else if (mode === "100644" || mode === "100755")
      work.write(name, bytes("cat-file", "blob", blob!));
  }
  return paths;
}

function compareAll(
  engine: Engine,
  commitOf: ReadonlyMap<number, string>,
  first: string,
): Compared[] {
  const found: Compared[] = [];
  for (const path of git("ls-tree", "-r", "-z", "--name-only", "HEAD").split(
    "\0",
  )) {
    if (path === "") continue;
    try {
      const { lines } = engine.blame(path);
      const ours = lines.map(({ moment }) => commitOf.get(moment) ?? "?");
      const theirs = git(
        ...["blame", "--first-parent", "--root", "--porcelain"],
        ...[`${first}..HEAD`, "--", path],
      )
        .split("\n")
        .flatMap((line) => /^([\da-f]{40}) \d+ \d+/.exec(line)?.[1] ?? []);
      if (theirs.length !== ours.length)
        throw new Error(`${path}: ${ours.length} and ${theirs.length} lines`);
      const texts = lines.map(({ text }) => text);
      found.push({ path, ...compare(path, texts, ours, theirs) });
    } catch (error) {
      if (
        !isProblem(error, "binary-blame") &&
        !isProblem(error, "file-not-there")
      )
        throw error;
      console.log(`left out: ${path} (${error.problem})`);
    }
  }
  return found;
}

function compare(
  path: string,
  texts: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): Omit<Compared, "path"> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  let [differ, ties] = [0, 0];
  ours.forEach((commit, i) => {
    if (commit === theirs[i]) return;
    differ++;
    const isTie = counts.get(texts[i]!)! > 1;
    if (isTie) ties++;
    if (values.list)
      console.log(
        `${path}:${i + 1} ${commit.slice(0, 8)} git ${theirs[i]!.slice(0, 8)} ${isTie ? "tie" : "   "} ${texts[i]}`,
      );
  });
  return { lines: ours.length, differ, ties };
}

function report(commits: readonly string[], files: readonly Compared[]): void {
  const sum = (key: "lines" | "differ" | "ties", of = files) =>
    of.reduce((total, file) => total + file[key], 0);
  const share = (differ: number, lines: number) =>
    `${((100 * (lines - differ)) / Math.max(1, lines)).toFixed(2)} % agree`;
  for (const { path, lines, differ, ties } of files)
    if (differ > 0)
      console.log(
        `${path}: ${share(differ, lines)} of ${lines}, ${differ} differ, ${ties} of them occur more than once`,
      );
  console.log(
    `${commits.length} commits, ${files.length} files, ${sum("lines")} lines: ${share(sum("differ"), sum("lines"))}, ` +
      `${sum("differ")} differ, ${sum("ties")} of them occur more than once`,
  );
}

function git(...args: string[]): string {
  return bytes(...args).toString("utf8");
}

function bytes(...args: string[]): Buffer {
  const { status, stdout, stderr, error } = spawnSync("git", args, {
    cwd: repository,
    maxBuffer: 2 ** 30,
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_OPTIONAL_LOCKS: "0",
    },
  });
  if (error) throw error;
  if (status !== 0)
    throw new Error(`git ${args.join(" ")}: ${stderr.toString()}`);
  return stdout;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
