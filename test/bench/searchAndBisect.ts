import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Point } from "../../src/engine/api";
import { EngineProcess } from "./engineProcess";
import { Measures } from "./measures";
import type { Row } from "./measures";
import { ShadowGit, timed } from "./shadowGit";
import type { Story } from "./story";
import { asFastImport, BREAKS_AT, CHECKPOINTS, NEEDLE, storyOf } from "./story";
import { filesOf } from "./targets";
import type { Size } from "./targets";

const REPEATS = 3;
const cli = path.resolve(__dirname, "../../../dist/cli.js");
const test = ["grep", "-q", "fine", "state.txt"];

/** Both look for a line, and for the checkpoint that broke something. */
export async function searchAndBisect(
  dir: string,
  size: Size,
  log: (text: string) => void,
): Promise<Row[]> {
  const story = storyOf(filesOf(size));
  log(`${size} versions: writing the history twice`);
  const place = await tell(path.join(dir, `story-${size}`), story);
  const git = tellGit(path.join(dir, `story-git-${size}`), story);
  const measures = new Measures(size);
  const engine = new EngineProcess();
  await engine.ask({ do: "open", ...place });
  const pattern = NEEDLE.replace("needle", "need[l]e");
  const searches = [
    ["searchText", { text: NEEDLE }, ["-S", NEEDLE]],
    ["searchRegex", { regex: pattern }, ["-G", pattern]],
  ] as const;
  for (let i = 0; i < REPEATS; i++)
    for (const [step, request, args] of searches) {
      const { ms, value } = await engine.ask({
        do: "search",
        request: { ...request, allVersions: true, caseSensitive: true },
      });
      if (value !== 1) throw new Error(`${step} found ${value as number}`);
      measures.add("ours", step, ms);
      measures.add(
        "git",
        step,
        timed(() => {
          const commits = git.git("log", "--format=%H", ...args);
          if (commits.trim().split("\n").length !== 2)
            throw new Error(`git ${args[0]} found:\n${commits}`);
        }),
      );
    }
  await engine.end();
  for (let i = 0; i < REPEATS; i++) {
    measures.add("ours", "bisect", bisect(place));
    measures.add("git", "bisect", gitBisect(git));
  }
  return measures.rows();
}

interface Place {
  root: string;
  storeDir: string;
  stores: string;
}

/** Where the command looks for the store, so that it finds what we write. */
async function tell(dir: string, story: Story): Promise<Place> {
  fs.rmSync(dir, { recursive: true, force: true });
  const root = path.join(dir, "work");
  const stores = path.join(dir, "data");
  fs.mkdirSync(root, { recursive: true });
  const status = run(["status", "--json"], { root, stores });
  const { store } = JSON.parse(status) as { store: string };
  const place = { root, storeDir: store, stores };
  const engine = new EngineProcess();
  await engine.ask({ do: "open", ...place, unsynced: true });
  await engine.ask({ do: "story", story });
  await engine.end();
  return place;
}

function tellGit(dir: string, story: Story): ShadowGit {
  fs.rmSync(dir, { recursive: true, force: true });
  const work = path.join(dir, "work");
  fs.mkdirSync(work, { recursive: true });
  // In its own work tree: bisect refuses to run elsewhere.
  const git = new ShadowGit(work, work);
  git.init();
  const branch = git.git("symbolic-ref", "HEAD").trim();
  const stream = path.join(dir, "stream");
  const fd = fs.openSync(stream, "w");
  for (const text of asFastImport(story, branch)) fs.writeSync(fd, text);
  fs.closeSync(fd);
  git.gitWith({ inputFile: stream }, "fast-import", "--quiet");
  fs.rmSync(stream);
  git.git("reset", "--hard", "-q");
  return git;
}

function bisect(place: Place): number {
  return timed(() => {
    const answer = run(
      ["bisect", "#0", `#${CHECKPOINTS - 1}`, "--json", "--", ...test],
      place,
    );
    const { culprit } = JSON.parse(answer) as { culprit: Point | null };
    if (culprit?.checkpoint?.number !== BREAKS_AT)
      throw new Error(`bisect says ${answer}`);
  });
}

function gitBisect(git: ShadowGit): number {
  const ms = timed(() => {
    git.git("bisect", "start", "HEAD", `HEAD~${CHECKPOINTS - 1}`);
    const answer = git.git("bisect", "run", ...test);
    if (!answer.includes(`checkpoint ${BREAKS_AT}`))
      throw new Error(`git bisect says ${answer}`);
  });
  git.git("bisect", "reset");
  return ms;
}

function run(args: string[], place: Pick<Place, "root" | "stores">): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...[cli, args[0]!, "--workspace", place.root, "--store", place.stores],
      ...args.slice(1),
    ],
    { encoding: "utf8", maxBuffer: 2 ** 28, cwd: place.root },
  );
  if (status !== 0)
    throw new Error(`checkpoint ${args[0]}: ${status}\n${stdout}${stderr}`);
  return stdout;
}
