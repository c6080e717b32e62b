import { createRequire } from "node:module";
import path from "node:path";
import type { serve } from "../../mcp/main";
import { command } from "../command";
import { EXIT } from "../exitCodes";

export default command({
  summary: "Serve this folder’s history to an agent, over MCP on stdio",
  group: "Elsewhere",
  notes: [
    "Agents start this themselves; “checkpoint connect” writes it into their settings.",
  ],
  examples: [
    ["checkpoint mcp --workspace ~/shop", "Serves ~/shop until stdin ends."],
  ],
  async run({ context }) {
    const { workspace, store } = context.globals;
    const { streams } = context.out;
    if (streams.stdinIsTerminal && streams.stderrIsTerminal)
      context.out.note(
        "Waiting for an agent to speak on stdin; Ctrl-C ends it. “checkpoint connect” has agents start this themselves.",
      );
    // A bundle of its own: the other verbs must not pay for loading it.
    const bundle = path.join(__dirname, "mcp.js");
    const server = createRequire(bundle)(bundle) as { serve: typeof serve };
    await server.serve({ workspace, store });
    return EXIT.done;
  },
});
