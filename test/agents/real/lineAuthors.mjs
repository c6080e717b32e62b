// Two real agents, a person and a script that change one file: every line has its author, and what
// two commands write while both run belongs to neither.
import path from "node:path";
import { testDir } from "../../run/paths.mjs";
import { Place } from "./place.mjs";

export const NAME = "line authors";
export const AGENTS = ["claude-code", "qwen"];

const SAVE = path.join(testDir, "agents/real/saveInWindow.entry.js");

export async function driveLineAuthors(agents, { base, programs, url }) {
  const checks = [];
  const check = (column, title, isTrue, detail = "") =>
    checks.push({
      column,
      title,
      isTrue: Boolean(isTrue),
      detail: `${detail}`,
    });
  const [first, second] = AGENTS;
  const env = Object.assign({}, ...AGENTS.map((one) => agents[one].env(url)));
  const folders = AGENTS.map((one) => programs[one].programs);
  const place = new Place(base, "line-authors", folders, env);
  try {
    for (const name of AGENTS) {
      agents[name].prepare(place.home, { url, workspace: place.workspace });
      const { status, stderr } = await place.checkpoint("connect", name, "-y");
      check("events", `${name} can be connected`, status === 0, stderr);
    }
    const play = async (name, script) => {
      const said = await place.run([...agents[name].first, `PLAY:${script}`]);
      const title = `${name} ends well after ${script}`;
      check("events", title, said.status === 0, said.stdout + said.stderr);
      await place.recorded();
    };
    const lines = async (file) =>
      (await place.json("blame", file)).lines.map(({ text, source, prompt }) =>
        [source ?? "older", prompt ?? "", text].join("|"),
      );
    const expectLines = async (title, file, wanted) => {
      const found = await lines(file);
      const isSame = JSON.stringify(found) === JSON.stringify(wanted);
      check("authors", title, isSame, found.join("\n"));
    };

    await play(first, "shares-first");
    const { store } = await place.json("status");
    const saved = await place.run([
      ...[process.execPath, SAVE, place.workspace, store, "src/m50.ts"],
      "export const value50 = 50;\nexport const first50 = 1;\n// a person's words\n",
    ]);
    check("events", "a person can save", saved.status === 0, saved.stderr);
    await play(second, "shares-second");
    await place.run(["sh", "-c", "echo '// by a script' >> src/m50.ts"]);
    await play(first, "shares-again");
    await expectLines("every line has its author and prompt", "src/m50.ts", [
      `${first}|PLAY:shares-again|export const value50 = 5050;`,
      `${first}|PLAY:shares-first|export const first50 = 1;`,
      `${second}|PLAY:shares-second|export const second50 = 2;`,
      "editor||// a person's words",
      "outside||// by a script",
    ]);

    await Promise.all([
      play(first, "at-once-left"),
      play(second, "at-once-right"),
    ]);
    await expectLines(
      "what was written while two commands ran belongs to neither",
      "src/m51.ts",
      [
        "older||export const value51 = 51;",
        "older||// colour of 51",
        "outside||// left",
        "outside||// right",
      ],
    );
    const trace = await place.checkpoint(
      "export",
      "--agent-trace",
      "../trace.json",
    );
    check("answers", "it can be exported", trace.status === 0, trace.stderr);
    const log = place.log();
    check("events", "nothing went wrong in a hook", log === "", log);
  } catch (error) {
    check("events", "they can be driven", false, error.stack);
  } finally {
    place.endDaemons();
  }
  return { checks, calls: [] };
}
