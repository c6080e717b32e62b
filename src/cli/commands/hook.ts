import path from "node:path";
import { AGENTS } from "../../agents/hooks/identify";
import { homeDir, withHome } from "../../base/homeDir";
import { dataDir, type Env } from "../../host/dataDir";
import { command } from "../command";
import { EXIT } from "../exitCodes";

/** Long enough for a model to think between two tool calls. */
const IDLE_MS = 10 * 60_000;

export default command({
  summary: "Record an event of an agent; agents call this, you need not",
  group: "Conversations",
  operands: [
    {
      name: "AGENT",
      help: `Whose event it is: ${AGENTS.join(", ")}`,
      isOptional: true,
      complete: AGENTS,
    },
    {
      name: "EVENT",
      help: "The event’s name, for agents whose events do not carry it",
      isOptional: true,
      isMany: true,
    },
  ],
  options: {
    work: { type: "boolean", help: "Empty the inbox of events, then end" },
  },
  notes: [
    "Reads the event as JSON on stdin. Always ends with 0 and prints only what the agent expects; failures are in logs/hooks.log of the data folder.",
    "An agent of your own sends generic events: {event, agent, session, turn, prompt, text, cwd, tool: {name, command, paths}}, with event one of session-start, prompt, before-tool, after-tool, turn-end, session-end.",
  ],
  examples: [
    [
      "checkpoint hook generic prompt < event.json",
      'An agent of your own tells what it was asked: {"agent": "mine", "session": "s1", "prompt": "Add tests"} in the file.',
    ],
    [
      "checkpoint connect claude-code",
      "Has Claude Code call this at each prompt, turn and risky step.",
    ],
  ],
  async run({ operands, values, context }) {
    const { cwd } = context;
    const { workspace, store } = context.globals;
    const env: Env = {
      ...context.env,
      ...(store
        ? { CHECKPOINT_STORE: path.resolve(cwd, withHome(store)) }
        : {}),
      // Where an agent's workspace is, in the words that agents use.
      ...(workspace
        ? { CLAUDE_PROJECT_DIR: path.resolve(cwd, withHome(workspace)) }
        : {}),
    };
    const data = dataDir(env, process.platform, homeDir());
    if (values.work) {
      const { work } = await import("../../agents/hooks/work");
      const given = Number(env["CHECKPOINT_HOOK_IDLE_MS"]);
      const idleMs = given > 0 ? given : IDLE_MS;
      await work({ dataDir: data, assetsDir: __dirname, env, idleMs });
      return EXIT.done;
    }
    const { runHook } = await import("../../agents/hooks/front");
    const answer = await runHook({
      agent: operands[0] ?? null,
      event: operands[1] ?? null,
      dataDir: data,
      cwd,
      env,
      worker: {
        command: process.execPath,
        args: [path.join(__dirname, "cli.js"), "hook", "--work"],
      },
    });
    if (answer !== "") context.out.lines([answer]);
    return EXIT.done;
  },
});
