import { Turns, type Build } from "./builds";
import { EngineProcess } from "./engineProcess";
import type { Ask } from "./engineProcess";
import type { Measures } from "./measures";
import { timed } from "./shadowGit";
import type { ShadowGit } from "./shadowGit";
import type { StepName } from "./targets";
import { textOf } from "./workspace";
import type { Workspace } from "./workspace";

const CHECKPOINTS = 10_000;
const REPEATS = 15;

/** Lists, compares and reads a history of 10,000 checkpoints. */
export async function measureReads(
  workspace: Workspace,
  git: ShadowGit | null,
  stores: readonly { build: Build; storeDir: string }[],
  measures: Measures,
  log: (text: string) => void,
): Promise<void> {
  log(`making ${CHECKPOINTS} checkpoints`);
  const numbers = workspace.pick(500, 4711);
  const files = numbers.map((i) => workspace.files[i]!);
  for (const i of numbers) workspace.expect(i, 1_000_000); // to be put back later
  const readers: Reader[] = [];
  for (const { build, storeDir } of stores) {
    const place = { root: workspace.dir, storeDir };
    const filler = new EngineProcess(build);
    await filler.ask({ do: "open", ...place, unsynced: true });
    await filler.ask({ do: "fill", count: CHECKPOINTS, files });
    await filler.end();
    const engine = new EngineProcess(build);
    await engine.ask({ do: "open", ...place });
    const newest = (await engine.ask({ do: "checkpoint", paths: [] }))
      .value as number;
    readers.push({ who: build.who, engine, newest, place });
  }
  if (git) fillGit(git, files);

  const file = files[10]!;
  const asks: [StepName, (newest: number) => Ask, string[]][] = [
    [
      "list",
      () => ({ do: "list", limit: 50 }),
      ["log", "-50", "--format=%H %ct %s"],
    ],
    [
      "diff",
      (newest) => ({
        do: "diff",
        from: `#${newest - 60}`,
        to: `#${newest - 10}`,
      }),
      ["diff", "--name-status", "HEAD~60", "HEAD~10"],
    ],
    [
      "history",
      () => ({ do: "history", path: file }),
      ["log", "--format=%H %ct", "--", file],
    ],
  ];
  const turns = new Turns();
  for (let i = 0; i < REPEATS; i++)
    for (const [step, ask, args] of asks) {
      await turns.each(readers, async ({ who, engine, newest }) => {
        const { ms, cpuMs, value } = await engine.ask(ask(newest));
        if (!((value as number) > 0)) throw new Error(`${step} found nothing`);
        measures.add(who, step, ms, cpuMs);
      });
      if (git && i < 5)
        measures.add(
          "git",
          step,
          timed(() => void git.git(...args)),
        );
    }
  await measureVerdicts(readers, turns, measures);
  for (const { engine } of readers) await engine.end();
}

interface Reader {
  who: Build["who"];
  engine: EngineProcess;
  newest: number;
  place: { root: string; storeDir: string };
}

/** The same history, once half of its checkpoints have a verdict. */
async function measureVerdicts(
  readers: Reader[],
  turns: Turns,
  measures: Measures,
): Promise<void> {
  const judges: Reader[] = [];
  for (const reader of readers) {
    const { engine, newest, place } = reader;
    if (!(await knowsVerdicts(engine))) continue;
    await engine.ask({ do: "close" });
    await engine.ask({ do: "open", ...place, unsynced: true });
    await engine.ask({ do: "judge", newest, count: CHECKPOINTS });
    await engine.ask({ do: "close" });
    await engine.ask({ do: "open", ...place });
    judges.push(reader);
  }
  const asks: [StepName, (newest: number, i: number) => Ask][] = [
    ["good", () => ({ do: "resolve", ref: "good" })],
    [
      "verdict",
      (newest, i) => ({ do: "verdict", of: `#${newest - 2 * i - 1}` }),
    ],
  ];
  for (let i = 0; i < REPEATS; i++)
    for (const [step, ask] of asks)
      await turns.each(judges, async ({ who, engine, newest }) => {
        const { ms, cpuMs, value } = await engine.ask(ask(newest, i));
        if (!((value as number) > 0)) throw new Error(`${step} found nothing`);
        measures.add(who, step, ms, cpuMs);
      });
}

/** An older build may have no verdicts; its process then says that it cannot do this. */
async function knowsVerdicts(engine: EngineProcess): Promise<boolean> {
  try {
    await engine.ask({ do: "resolve", ref: "#1" });
    return true;
  } catch (error) {
    if (String(error).includes("cannot resolve")) return false;
    throw error;
  }
}

/** The same history for git, imported at once. */
function fillGit(git: ShadowGit, files: readonly string[]): void {
  const branch = git.git("symbolic-ref", "HEAD").trim();
  const parts: string[] = [];
  for (let n = 0; n < CHECKPOINTS; n++) {
    const text = textOf(n % files.length, 1_000_000 + n);
    const message = `fill ${n}`;
    parts.push(
      `commit ${branch}\ncommitter bench <bench@localhost> ${1_700_000_000 + n} +0000\n`,
      `data ${Buffer.byteLength(message)}\n${message}\n`,
      n === 0 ? `from ${branch}^0\n` : "",
      `M 100644 inline ${files[n % files.length]}\n`,
      `data ${Buffer.byteLength(text)}\n${text}\n`,
    );
  }
  git.gitWith({ input: parts.join("") }, "fast-import", "--quiet");
  git.git("reset", "-q");
}
