import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Point } from "../../src/engine/api";
import { plainNode } from "./bareCalls";
import { Turns, type Build } from "./builds";
import { EngineProcess } from "./engineProcess";
import { Measures } from "./measures";
import { ShadowGit, timed } from "./shadowGit";
import type { Story } from "./story";
import {
  asFastImport,
  BREAKS_AT,
  CHECKPOINTS,
  LABEL,
  NEEDLE,
  storyOf,
} from "./story";
import { filesOf } from "./targets";
import type { Size } from "./targets";

const REPEATS = 3;
/** For two builds, which differ less from each other than different tools do. */
const REPEATS_OF_TWO = 9;
const test = ["grep", "-q", "fine", "state.txt"];
/** How many of them a bisect checks. */
const CHECKS = Math.ceil(Math.log2(CHECKPOINTS));

/**
 * All contenders search for a line, and for the checkpoint that broke something.
 */
export async function searchAndBisect(
  dir: string,
  size: Size,
  builds: readonly Build[],
  log: (text: string) => void,
): Promise<Measures> {
  const story = storyOf(filesOf(size));
  log(`${size} versions: writing the history of each`);
  const measures = new Measures(size);
  const places: Place[] = [];
  for (const build of builds)
    places.push(
      await tell(path.join(dir, `story-${size}-${build.who}`), story, build),
    );
  const git =
    builds.length > 1
      ? null
      : tellGit(path.join(dir, `story-git-${size}`), story);
  const engines = [];
  for (const { build, root, storeDir } of places) {
    const engine = new EngineProcess(build);
    await engine.ask({ do: "open", root, storeDir });
    engines.push({ who: build.who, engine });
  }
  const pattern = NEEDLE.replace("needle", "need[l]e");
  const searches = [
    ["searchText", { text: NEEDLE }, ["-S", NEEDLE]],
    ["searchRegex", { regex: pattern }, ["-G", pattern]],
  ] as const;
  const turns = new Turns();
  const repeats = builds.length > 1 ? REPEATS_OF_TWO : REPEATS;
  for (let i = 0; i < repeats; i++)
    for (const [step, request, args] of searches) {
      await turns.each(engines, async ({ who, engine }) => {
        const { ms, cpuMs, value } = await engine.ask({
          do: "search",
          request: { ...request, allVersions: true, caseSensitive: true },
        });
        if (value !== 1) throw new Error(`${step} found ${value as number}`);
        measures.add(who, step, ms, cpuMs);
      });
      if (git)
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
  for (const { engine } of engines) await engine.end();
  for (let i = 0; i < repeats; i++)
    for (const step of ["bisect", "bisectKnown"] as const) {
      await turns.each(places, (place) =>
        measures.add(place.build.who, step, bisect(place, step)),
      );
      if (git) measures.add("git", step, gitBisect(git));
    }
  for (let i = 0; i < repeats; i++) {
    await turns.each(places, (place) =>
      measures.add(
        place.build.who,
        "listProcess",
        timed(() => void run(["list", "--json"], place)),
      ),
    );
    if (!git) continue;
    measures.add("ours", "bareNode", plainNode(0, test));
    measures.add("ours", "bareBisect", plainNode(CHECKS, test));
  }
  return measures;
}

interface Place {
  build: Build;
  root: string;
  storeDir: string;
  stores: string;
}

/** Where the command looks for the store, so that it finds the one created here. */
async function tell(dir: string, story: Story, build: Build): Promise<Place> {
  fs.rmSync(dir, { recursive: true, force: true });
  const root = path.join(dir, "work");
  const stores = path.join(dir, "data");
  fs.mkdirSync(root, { recursive: true });
  const status = run(["status", "--json"], { build, root, stores });
  const { store } = JSON.parse(status) as { store: string };
  const engine = new EngineProcess(build);
  await engine.ask({ do: "open", root, storeDir: store, unsynced: true });
  await engine.ask({ do: "story", story });
  await engine.end();
  return { build, root, storeDir: store, stores };
}

function tellGit(dir: string, story: Story): ShadowGit {
  fs.rmSync(dir, { recursive: true, force: true });
  const work = path.join(dir, "work");
  fs.mkdirSync(work, { recursive: true });
  // In its own work tree, because bisect refuses to run elsewhere.
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

function bisect(place: Place, step: "bisect" | "bisectKnown"): number {
  const known = step === "bisectKnown" ? ["--label", LABEL] : ["--retest"];
  return timed(() => {
    const answer = run(
      [
        ...["bisect", "#0", `#${CHECKPOINTS - 1}`, "--json"],
        ...[...known, "--", ...test],
      ],
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

function run(args: string[], place: Omit<Place, "storeDir">): string {
  const cli = path.join(place.build.dist, "cli.js");
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
