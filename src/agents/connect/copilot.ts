import path from "node:path";
import { CheckpointError } from "../../engine/model/errors";
import { powershellLine, shLine } from "./commandLine";
import type { Connectable, Place, SettingsFile } from "./connection";
import { addServer, removeServer } from "./jsonParts";
import { JsonText } from "./jsonText";

const EVENTS = [
  "sessionStart",
  "userPromptSubmitted",
  "preToolUse",
  "postToolUse",
  "postToolUseFailure",
  "agentStop",
  "sessionEnd",
];

/**
 * Copilot: its command line, and VS Code's sessions that read the same files.
 * Hooks: https://docs.github.com/en/copilot/reference/hooks-reference and
 * https://code.visualstudio.com/docs/agent-customization/hooks (any JSON file of
 * the hooks folder: ours is our own; events in camelCase carry no name, so it is
 * an argument; a failing preToolUse denies the tool, so the line never fails;
 * postToolUse is for tools that succeeded only).
 * Servers: https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers.
 */
export const copilot: Connectable = {
  name: "copilot",
  title: "GitHub Copilot",
  files: (place) => [hooksFile(place), serversFile(place)],
  commands: () => [],
  notes: () => [
    "In VS Code nothing more is needed: the extension brings the tools, and chat shows them under Checkpoint.",
    "VS Code’s own agent runs these hooks when its setting for hooks is on; Copilot’s command line runs them in its next session.",
  ],
};

function hooksFile(place: Place): SettingsFile {
  const { scope, env, home, workspace, launcher } = place;
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
        bash: shLine(launcher, args),
        powershell: powershellLine(launcher, args),
        timeoutSec: 5,
      },
    ];
  };
  const whole = {
    version: 1,
    hooks: Object.fromEntries(EVENTS.map((event) => [event, entry(event)])),
  };
  return {
    file,
    add(text) {
      if (text !== null)
        throw new CheckpointError(
          "bad-input",
          `${file} is there already, and is not Checkpoint’s.`,
          { hint: "Rename or remove it first; nothing was changed." },
        );
      return JSON.stringify(whole, null, 2) + "\n";
    },
    remove: (text) => (/\bhook copilot\b/.test(text) ? null : text),
  };
}

function serversFile(place: Place): SettingsFile {
  const { scope, env, home, workspace, launcher } = place;
  const file =
    scope === "user"
      ? path.join(
          env["COPILOT_HOME"] || path.join(home, ".copilot"),
          "mcp-config.json",
        )
      : path.join(workspace, ".github", "mcp.json");
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      addServer(json, "mcpServers", {
        type: "local",
        command: launcher,
        args: ["mcp"],
        env: {},
        tools: ["*"],
      });
      return json.text;
    },
    remove: (text) =>
      JsonText.without(text, file, (json) => removeServer(json, "mcpServers")),
  };
}
