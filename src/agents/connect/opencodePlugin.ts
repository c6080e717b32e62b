/**
 * Returns opencode's plugin: it passes on what opencode does to `checkpoint hook opencode`,
 * which these words start.
 */
export function opencodePlugin(words: readonly string[]): string {
  return `// Records what opencode changes, so that it can be undone. Written by Checkpoint.
import { spawn } from "node:child_process";

const [program, ...first] = ${JSON.stringify(words)};

/** Runs the hook and waits for it; a failure must not disturb opencode. */
const tell = (event, body) =>
  new Promise((done) => {
    try {
      const child = spawn(program, [...first, "hook", "opencode", event], {
        stdio: ["pipe", "ignore", "ignore"],
        cwd: body.cwd,
        shell: process.platform === "win32",
        windowsHide: true,
      });
      child.on("error", done);
      child.on("exit", done);
      child.stdin.on("error", () => {});
      child.stdin.end(JSON.stringify({ event, ...body }));
    } catch {
      done();
    }
  });

export const Checkpoint = async ({ directory }) => {
  const said = new Map();
  const turns = new Map();
  const models = new Map();
  const about = (session) => ({
    session,
    cwd: directory,
    turn: turns.get(session),
    model: models.get(session),
  });
  const tool = ({ tool: name, callID }, args) => {
    const { command, filePath, patchText } = args ?? {};
    return {
      tool_use_id: callID,
      tool: { name, command, patchText, paths: filePath ? [filePath] : [] },
    };
  };
  return {
    event: async ({ event: { type, properties = {} } }) => {
      const { part, info, sessionID } = properties;
      if (type === "session.created")
        await tell("session-start", about(info?.id ?? sessionID));
      else if (type === "message.part.updated" && part?.type === "text")
        said.set(part.sessionID, part.text);
      else if (type === "session.idle")
        await tell("turn-end", { ...about(sessionID), text: said.get(sessionID) ?? "" });
      else if (type === "session.error" && sessionID)
        await tell("turn-cut", about(sessionID));
    },
    "chat.message": async (input, output) => {
      const { sessionID } = input;
      turns.set(sessionID, input.messageID ?? output.message?.id);
      const model = input.model?.modelID ?? output.message?.model?.modelID;
      if (model) models.set(sessionID, model);
      const prompt = (output.parts ?? [])
        .filter((one) => one.type === "text" && !one.synthetic)
        .map((one) => one.text)
        .join("\\n");
      said.delete(sessionID);
      await tell("prompt", { ...about(sessionID), prompt });
    },
    "tool.execute.before": async (input, output) => {
      await tell("before-tool", { ...about(input.sessionID), ...tool(input, output.args) });
    },
    "tool.execute.after": async (input, output) => {
      const exitCode = output?.metadata?.exit;
      await tell("after-tool", {
        ...about(input.sessionID),
        ...tool(input, input.args),
        ...(typeof exitCode === "number" ? { exitCode } : {}),
      });
    },
  };
};
`;
}
