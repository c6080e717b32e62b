import { createRequire } from "node:module";
import path from "node:path";
import type { serve } from "../../mcp/main";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";

export default command({
  summary: "Serve this folder's history to an agent, over MCP on stdio",
  group: "Share and connect",
  isProtocol: true,
  options: {
    unattended: {
      type: "boolean",
      help: "Nobody is there to confirm: let the agent restore without asking",
    },
  },
  notes: [
    "Agents start this themselves. Use “checkpoint connect” to add it to their settings.",
    "A client that can ask (elicitation) asks you before files are restored. If nobody is there, it answers no; add --unattended to its settings if it may restore anyway.",
  ],
  examples: [
    [
      "checkpoint mcp --workspace ~/shop",
      "Serves ~/shop until stdin is closed.",
    ],
  ],
  async run({ values, context }) {
    const { workspace, store } = context.globals;
    const { streams } = context.out;
    if (streams.stdinIsTerminal && streams.stderrIsTerminal)
      context.out.note(
        "Waiting for an agent on stdin. Press Ctrl-C to stop. Agents normally start this themselves; see “checkpoint connect”.",
      );
    // It is a separate bundle, so that other verbs do not load it.
    const bundle = path.join(__dirname, "mcp.js");
    const server = createRequire(bundle)(bundle) as { serve: typeof serve };
    await server.serve({ workspace, store, unattended: values.unattended });
    return EXIT.done;
  },
});
