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

/** Lists, compares and looks back in a history of 10,000 checkpoints. */
export async function measureReads(
  workspace: Workspace,
  git: ShadowGit,
  storeDir: string,
  measures: Measures,
  log: (text: string) => void,
): Promise<void> {
  log(`making ${CHECKPOINTS} checkpoints`);
  const place = { root: workspace.dir, storeDir };
  const numbers = workspace.pick(500, 4711);
  const files = numbers.map((i) => workspace.files[i]!);
  for (const i of numbers) workspace.expect(i, 1_000_000); // to be put back
  const filler = new EngineProcess();
  await filler.ask({ do: "open", ...place, unsynced: true });
  await filler.ask({ do: "fill", count: CHECKPOINTS, files });
  await filler.end();
  fillGit(git, files);

  const engine = new EngineProcess();
  await engine.ask({ do: "open", ...place });
  const newest = (await engine.ask({ do: "checkpoint", paths: [] }))
    .value as number;
  const file = files[10]!;
  const [from, to] = [`#${newest - 60}`, `#${newest - 10}`];
  const asks: [StepName, Ask, string[]][] = [
    ["list", { do: "list", limit: 50 }, ["log", "-50", "--format=%H %ct %s"]],
    [
      "diff",
      { do: "diff", from, to },
      ["diff", "--name-status", "HEAD~60", "HEAD~10"],
    ],
    [
      "history",
      { do: "history", path: file },
      ["log", "--format=%H %ct", "--", file],
    ],
  ];
  for (let i = 0; i < REPEATS; i++)
    for (const [step, ask, args] of asks) {
      const { ms, value } = await engine.ask(ask);
      if (!((value as number) > 0)) throw new Error(`${step} found nothing`);
      measures.add("ours", step, ms);
      if (i < 5)
        measures.add(
          "git",
          step,
          timed(() => void git.git(...args)),
        );
    }
  await engine.end();
}

/** The same history for git, fed to it in one go. */
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
