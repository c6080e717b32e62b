import path from "node:path";
import { powershellLine, shLine } from "./commandLine";
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
];

/**
 * Gemini CLI. Hooks: https://geminicli.com/docs/hooks/reference (in `settings.json`,
 * with comments; `timeout` in milliseconds; a name for each; run by PowerShell on
 * Windows, which takes a quoted path for a text unless `&` stands before it);
 * GEMINI_CLI_HOME stands for the home folder:
 * https://geminicli.com/docs/reference/configuration.
 * Servers: `mcpServers` of the same file,
 * https://geminicli.com/docs/tools/mcp-server. Not for its successor Antigravity,
 * whose hooks answer otherwise.
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
          const { launcher: command } = place;
          addServer(json, "mcpServers", { command, args: ["mcp"] });
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
  notes: () => [
    "Gemini CLI reads its settings when it starts. In a folder you have not trusted, its project settings are ignored.",
  ],
};

function handlerOf({ platform, launcher }: Place) {
  return (event: string) => {
    const args = ["hook", "gemini", event];
    return {
      name: "checkpoint",
      type: "command",
      command:
        platform === "win32"
          ? powershellLine(launcher, args)
          : shLine(launcher, args, "{}"),
      timeout: 5000,
      description: "Records what this agent changes, so that it can be undone.",
    };
  };
}
