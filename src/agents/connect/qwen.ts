import path from "node:path";
import type { Connectable } from "./connection";
import { groupedHooks, usualGroups } from "./groupedHooks";

const TOOLS = "run_shell_command|write_file|edit|replace|notebook_edit";

/**
 * Qwen Code. Hooks: https://qwenlm.github.io/qwen-code-docs/en/users/hooks-reference/ (in
 * `settings.json`, in Claude Code's format; a tool that fails has an event of its own).
 * Servers: `mcpServers` in the same file.
 */
export const qwen: Connectable = {
  name: "qwen",
  title: "Qwen Code",
  files(place) {
    const folder = place.scope === "user" ? place.home : place.workspace;
    return [
      groupedHooks(place, {
        agent: "qwen",
        file: path.join(folder, ".qwen", "settings.json"),
        groups: [
          ...usualGroups(TOOLS),
          { event: "PostToolUseFailure", matcher: TOOLS },
          { event: "StopFailure" },
        ],
        timeout: 5000,
        hasServers: true,
      }),
    ];
  },
  commands: () => [],
  notes: () => ["qwen-starts"],
};
