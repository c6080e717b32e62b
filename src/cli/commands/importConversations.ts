import path from "node:path";
import {
  pastConversations,
  transcripts,
} from "../../agents/transcripts/pastConversations";
import { homeDir } from "../../base/homeDir";
import { CheckpointError } from "../../engine/model/errors";
import { count } from "../../wording/counts";
import { EXIT } from "../exitCodes";
import { command } from "../line/command";
import { usageError } from "../line/usageError";

const DAY_MS = 24 * 3600 * 1000;
const AGENTS = Object.keys(transcripts);

export default command({
  summary: "Import an agent's earlier conversations",
  group: "Conversations",
  operands: [
    {
      name: "AGENT",
      help: `The agent: ${AGENTS.join(", ")}`,
      complete: AGENTS,
    },
  ],
  options: {
    days: {
      type: "number",
      value: "N",
      least: 1,
      help: "Only conversations of the last N days (default 30)",
    },
  },
  notes: [
    "Links each message to the state of the folder at its time. Messages older than the history, and conversations that are already recorded, are left out. Messages that the conversation was rewound past are marked as deleted.",
  ],
  examples: [
    [
      "checkpoint import-conversations claude-code",
      "Shows what was asked and changed before the hooks were connected.",
    ],
  ],
  async run({ operands, values, context }) {
    const [agent = ""] = operands;
    const readable = AGENTS.includes(agent) && transcripts[agent];
    if (!readable) throw unknownAgent(agent);
    const engine = await context.open();
    const known = new Set(engine.threads().map(({ id }) => id));
    const home = context.env["HOME"] ?? "";
    const found = pastConversations(
      readable,
      {
        env: context.env,
        home: path.isAbsolute(home) ? home : homeDir(),
        root: engine.root,
      },
      Date.now() - DAY_MS * (values.days ?? 30),
    );
    const imported: string[] = [];
    let messages = 0;
    let leftOut = 0;
    for (const { thread, messages: past } of found) {
      if (known.has(thread)) continue;
      const before = messages;
      for (const { id, role, text, at, isRewound } of past)
        try {
          engine.recordMessage({
            ...{ thread, message: id, role, text, at, isRewound },
            source: agent,
          });
          messages++;
        } catch (error) {
          const isTooOld =
            CheckpointError.is(error, "not-found") ||
            CheckpointError.is(error, "not-kept");
          if (!isTooOld) throw error;
          leftOut++;
        }
      if (messages > before) imported.push(thread);
    }
    context.out.answer({ threads: imported, messages, leftOut }, () => [
      `${count(imported.length, "conversation")} with ${count(messages, "message")} imported.`,
      ...(leftOut > 0
        ? [`${count(leftOut, "message")} older than this history left out.`]
        : []),
    ]);
    return EXIT.done;
  },
});

function unknownAgent(agent: string): Error {
  return usageError(
    "import-conversations",
    `The transcripts of “${agent.slice(0, 60)}” cannot be read. Known: ${AGENTS.join(", ")}.`,
  );
}
