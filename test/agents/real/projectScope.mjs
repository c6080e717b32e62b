// Real agents whose hooks are in the project's files, as a team commits them: their work is
// recorded as with the user's settings, and disconnecting leaves no file behind.
import { Place } from "./place.mjs";

export const NAME = "project scope";
export const AGENTS = ["claude-code", "codex"];

/** Plays with each agent in a folder of its own. Returns the checks. */
export async function driveProjectScope(agents, { base, programs, url }) {
  const checks = [];
  const check = (column, title, isTrue, detail = "") =>
    checks.push({
      column,
      title,
      isTrue: Boolean(isTrue),
      detail: `${detail}`,
    });
  for (const name of AGENTS)
    await playIn(
      name,
      agents[name],
      { base, programs, url },
      (column, title, ...more) => check(column, `${name}: ${title}`, ...more),
    );
  return { checks, calls: [] };
}

async function playIn(name, agent, { base, programs, url }, check) {
  const folders = [programs[name].programs];
  const place = new Place(base, `project-${name}`, folders, agent.env(url));
  const connect = (...more) =>
    place.checkpoint("connect", name, "--scope", "project", "-y", ...more);
  try {
    agent.prepare(place.home, { url, workspace: place.workspace });
    const before = place.texts(agent.settings);
    const { status, stderr } = await connect();
    check("events", "it can be connected", status === 0, stderr);
    check(
      "events",
      "nothing is written to the user's settings",
      JSON.stringify(place.texts(agent.settings)) === JSON.stringify(before),
    );
    const written = (await place.status()).replaceAll(/^\?\? /gm, "");
    check("events", "its files are in the project", /\S/.test(written));
    for (const [words, script] of [
      [agent.first, "one"],
      [agent.next, agent.two ?? "two"],
    ]) {
      const said = await place.run([...words, `PLAY:${script} please`]);
      const title = `it ends well after ${script}`;
      check("events", title, said.status === 0, said.stdout + said.stderr);
    }
    await place.recorded();
    const { checkpoints } = await place.json("list", "--limit", "100");
    check(
      "guard",
      "a guard precedes rm",
      checkpoints.some(
        (one) => one.kind === "guard" && /^Before rm .*build/.test(one.name),
      ),
      JSON.stringify(checkpoints.map((one) => one.name)),
    );
    for (const file of ["notes.md", "src/m1.ts", "src/copy4.ts"]) {
      const [version] = (await place.json("history", file)).versions;
      const isOwn = version?.source === name;
      check("authors", `${file} is its own`, isOwn, version?.source);
    }
    const { threads } = await place.json("thread", "list");
    const own = threads.filter((one) => one.source === name);
    check("thread", "it has a conversation", own.length === 1, own.length);
    await place.checkpoint("revert", "--source", name, "-y");
    const removed = await connect("--remove");
    check(
      "removal",
      "it can be disconnected",
      removed.status === 0,
      removed.stderr,
    );
    const left = await place.status();
    check("removal", "nothing is left in the project", left === "", left);
    check(
      "events",
      "nothing went wrong in a hook",
      place.log() === "",
      place.log(),
    );
  } catch (error) {
    check("events", "it can be driven", false, error.stack);
  } finally {
    place.endDaemons();
  }
}
