import path from "node:path";
import { powershellLine, serverOf, shLine } from "./commandLine";
import type { Connectable, Place, SettingsFile } from "./connection";
import { addServer, removeServer } from "./jsonParts";
import { JsonText } from "./jsonText";
import { ownFile } from "./ownFile";

const EVENTS = [
  "sessionStart",
  "userPromptSubmitted",
  "preToolUse",
  "postToolUse",
  "postToolUseFailure",
  "agentStop",
  "subagentStop",
  "errorOccurred",
  "sessionEnd",
];

/**
 * Copilot: its command line, and the sessions in VS Code that read the same files. Hooks:
 * https://docs.github.com/en/copilot/reference/hooks-reference and
 * https://code.visualstudio.com/docs/agent-customization/hooks (every JSON file in the
 * hooks folder is read, so ours is separate; payloads of camelCase events do not contain
 * the event's name, so we pass it as an argument; a failing preToolUse denies the tool, so
 * our line never fails; postToolUse is sent only for tools that succeeded). Servers:
 * https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers.
 */
export const copilot: Connectable = {
  name: "copilot",
  title: "GitHub Copilot",
  files: (place) => [hooksFile(place), serversFile(place)],
  commands: () => [],
  notes: ({ scope }) => [
    ...(scope === "project" ? ["copilot-trusts-folder" as const] : []),
    "copilot-in-editor",
    "copilot-starts",
  ],
};

function hooksFile(place: Place): SettingsFile {
  const { scope, env, home, workspace } = place;
  const folder =
    scope === "user"
      ? path.join(env["COPILOT_HOME"] || path.join(home, ".copilot"), "hooks")
      : path.join(workspace, ".github", "hooks");
  const file = path.join(folder, "checkpoint.json");
  const entry = (event: string) => {
    const args = ["hook", "copilot", event];
    return [
      {
        type: "command",
        bash: shLine(place, args),
        powershell: powershellLine(place, args),
        timeoutSec: 5,
      },
    ];
  };
  const whole = {
    version: 1,
    hooks: Object.fromEntries(EVENTS.map((event) => [event, entry(event)])),
  };
  return ownFile(file, JSON.stringify(whole, null, 2) + "\n", (text) =>
    /\bhook copilot\b/.test(text),
  );
}

function serversFile(place: Place): SettingsFile {
  const { scope, env, home, workspace } = place;
  const file =
    scope === "user"
      ? path.join(
          env["COPILOT_HOME"] || path.join(home, ".copilot"),
          "mcp-config.json",
        )
      : path.join(workspace, ".mcp.json");
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      addServer(json, "mcpServers", {
        type: "local",
        ...serverOf(place),
        env: {},
        tools: ["*"],
      });
      return json.text;
    },
    remove: (text) =>
      JsonText.without(text, file, (json) => removeServer(json, "mcpServers")),
  };
}
