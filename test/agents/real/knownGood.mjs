// Two real agents in one folder: tests that fail after the edit of one of them, the last
// good state, and undoing only that agent's turn.
import { Place } from "./place.mjs";

export const NAME = "known good";
export const AGENTS = ["claude-code", "qwen"];

/**
 * The first agent breaks what the tests check, the second changes something else. Returns
 * the checks.
 */
export async function driveKnownGood(agents, { base, programs, url }) {
  const checks = [];
  const check = (title, isTrue, detail = "") =>
    checks.push({
      ...{ column: "events", title, isTrue: Boolean(isTrue) },
      detail: `${detail}`,
    });
  const [breaker, other] = AGENTS;
  const env = Object.assign({}, ...AGENTS.map((one) => agents[one].env(url)));
  const folders = AGENTS.map((one) => programs[one].programs);
  const place = new Place(base, "known-good", folders, env);
  try {
    place.write("package.json", '{"scripts":{"test":"sh check.sh"}}\n');
    place.write("check.sh", "grep -q 'value40 = 40;' src/m40.ts\n");
    for (const name of AGENTS) {
      agents[name].prepare(place.home, { url, workspace: place.workspace });
      const { status, stderr } = await place.checkpoint("connect", name, "-y");
      check(`${name} can be connected`, status === 0, stderr);
    }
    const play = async (name, script) => {
      const said = await place.run([...agents[name].first, `PLAY:${script}`]);
      const title = `${name} ends well after ${script}`;
      check(title, said.status === 0, said.stdout + said.stderr);
      await place.recorded();
    };
    const series = async () =>
      (await place.json("status")).checks.find(
        ({ label }) => label === "npm test",
      );
    const text = async (ref) =>
      (await place.checkpoint("cat", ref, "src/m40.ts")).stdout;

    await play(breaker, "tests-pass");
    const passed = await series();
    check(
      "the tests are known to pass, by the agent that ran them",
      passed?.last.passed && passed.last.source === breaker,
      JSON.stringify(passed),
    );
    await play(other, "elsewhere");
    await play(breaker, "breaks");
    const failed = await series();
    check(
      "they fail on exactly the state after the edit",
      failed?.last.passed === false && failed.last.exact,
      JSON.stringify(failed),
    );
    check("last good is before it", /= 40;/.test(await text("good")));
    check("and bad is after it", /= 4040;/.test(await text("bad")));
    const by = failed?.lastGood?.sources.map(({ source }) => source).sort();
    check(
      "it is known who changed files since",
      JSON.stringify(by) === JSON.stringify([...AGENTS].sort()),
      JSON.stringify(by),
    );
    const [turn] = (await place.json("thread", "list")).threads.filter(
      ({ source, title }) => source === breaker && /breaks/.test(title),
    );
    const undone = await place.checkpoint(
      ...["revert", "--thread", turn?.id ?? "none", "-y"],
    );
    check("only that turn is undone", undone.status === 0, undone.stderr);
    check("the other agent's work stays", place.has("elsewhere.md"));
    const again = await place.run(["checkpoint", "check", "--", "npm", "test"]);
    check("and the tests pass again", again.status === 0, again.stderr);
    check("good is now", /= 40;/.test(await text("good")));
    check("nothing went wrong in a hook", place.log() === "", place.log());
  } catch (error) {
    check("they can be driven", false, error.stack);
  } finally {
    place.endDaemons();
  }
  return { checks, calls: [] };
}
