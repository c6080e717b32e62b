import path from "node:path";
import { AGENTS, genericArgument } from "../../agents/hooks/identify";
import { WORKER_BUNDLE } from "../../agents/hooks/places";
import { homeDir, withHome } from "../../base/homeDir";
import { dataDir, type Env } from "../../host/dataDir";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";

export default command({
  summary: "Record an agent's event; called by agents, not by you",
  group: "Conversations",
  isProtocol: true,
  operands: [
    {
      name: "AGENT",
      help: `The agent: ${AGENTS.join(", ")}`,
      isOptional: true,
      complete: AGENTS,
    },
    {
      name: "EVENT",
      help: "The event's name, for agents that do not send it",
      isOptional: true,
      isMany: true,
    },
  ],
  options: {
    agent: {
      type: "string",
      value: "NAME",
      help: "Your agent's name, for generic events that do not contain it",
    },
    work: { type: "boolean", help: "Process the waiting events, then exit" },
  },
  notes: [
    "Reads the event as JSON from stdin. Always exits with 0 and prints only what the agent expects; failures are logged to logs/hooks.log in the data folder.",
    "For your own agent, send generic events: {event, agent, session, turn, prompt, text, cwd, tool: {name, command, paths}}, where event is one of session-start, prompt, before-tool, after-tool, turn-end, turn-cut, session-end. model and subagent say who made the changes.",
  ],
  examples: [
    [
      "checkpoint hook generic prompt < event.json",
      'Records a prompt of your own agent. The file contains {"agent": "mine", "session": "s1", "prompt": "Add tests"}.',
    ],
    [
      "checkpoint connect claude-code",
      "Makes Claude Code call this at each prompt, turn and risky step.",
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
      // The variable in which agents name the workspace.
      ...(workspace
        ? { CLAUDE_PROJECT_DIR: path.resolve(cwd, withHome(workspace)) }
        : {}),
    };
    const data = dataDir(env, process.platform, homeDir());
    if (values.work) {
      // Launchers of earlier versions start the worker this way.
      const { workHere } = await import("../../agents/hooks/workHere");
      await workHere(env, __dirname);
      return EXIT.done;
    }
    const { runHook } = await import("../../agents/hooks/hookClient");
    const answer = await runHook({
      agent:
        operands[0] === "generic" && values.agent
          ? genericArgument(values.agent)
          : (operands[0] ?? null),
      event: operands[1] ?? null,
      dataDir: data,
      cwd,
      env,
      worker: {
        command: process.execPath,
        args: [path.join(__dirname, WORKER_BUNDLE)],
      },
    });
    if (answer !== "") context.out.lines([answer]);
    return EXIT.done;
  },
});
