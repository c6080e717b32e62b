import path from "node:path";
import { powershellLine, serverOf, shLine } from "./commandLine";
import type { Connectable, Place } from "./connection";
import {
  addHookGroups,
  addServer,
  removeHookGroups,
  removeServer,
  type HookGroup,
} from "./jsonParts";
import { JsonText } from "./jsonText";

const TOOLS = "run_shell_command|write_file|replace";

const GROUPS: readonly HookGroup[] = [
  { event: "SessionStart" },
  { event: "BeforeAgent" },
  { event: "BeforeTool", matcher: TOOLS },
  { event: "AfterTool", matcher: TOOLS },
  { event: "AfterAgent" },
  { event: "SessionEnd" },
];

/**
 * Gemini CLI. Hooks: https://geminicli.com/docs/hooks/reference (in `settings.json`, which
 * may have comments; `timeout` is in milliseconds; each hook has a name; on Windows they
 * are run by PowerShell, which treats a quoted path as a string unless `&` precedes it).
 * GEMINI_CLI_HOME replaces the home folder:
 * https://geminicli.com/docs/reference/configuration.
 * Servers: `mcpServers` in the same file, https://geminicli.com/docs/tools/mcp-server.
 * This does not cover its successor Antigravity, whose hooks expect other answers.
 */
export const gemini: Connectable = {
  name: "gemini",
  title: "Gemini CLI",
  files(place) {
    const { scope, env, home, workspace } = place;
    const folder =
      scope === "user" ? env["GEMINI_CLI_HOME"] || home : workspace;
    const file = path.join(folder, ".gemini", "settings.json");
    return [
      {
        file,
        add(text) {
          const json = new JsonText(text, file);
          addHookGroups(json, GROUPS, handlerOf(place));
          addServer(json, "mcpServers", { ...serverOf(place) });
          return json.text;
        },
        remove: (text) =>
          JsonText.without(text, file, (json) => {
            removeHookGroups(json, "gemini");
            removeServer(json, "mcpServers");
          }),
      },
    ];
  },
  commands: () => [],
  notes: () => ["gemini-starts"],
};

function handlerOf(place: Place) {
  return (event: string) => {
    const args = ["hook", "gemini", event];
    return {
      name: "checkpoint",
      type: "command",
      command:
        place.platform === "win32"
          ? powershellLine(place, args)
          : shLine(place, args, "{}"),
      timeout: 5000,
      description: "Records what this agent changes, so that it can be undone.",
    };
  };
}
