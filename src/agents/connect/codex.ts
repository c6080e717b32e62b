import path from "node:path";
import { powershellLine, serverOf, shLine } from "./commandLine";
import type { Connectable, Place, SettingsFile } from "./connection";
import { addHookGroups, removeHookGroups, type HookGroup } from "./jsonParts";
import { JsonText } from "./jsonText";
import { addTable, removeTable, tableText, tomlString } from "./tomlText";

const TABLE = "mcp_servers.checkpoint";
const TOOLS = "Bash|apply_patch|Edit|Write";

const GROUPS: readonly HookGroup[] = [
  { event: "SessionStart" },
  { event: "UserPromptSubmit" },
  { event: "PreToolUse", matcher: TOOLS },
  { event: "PostToolUse", matcher: TOOLS },
  { event: "Stop" },
  { event: "Interrupt" },
  { event: "SessionEnd" },
];

/**
 * Codex. Hooks: https://learn.chatgpt.com/docs/hooks (`hooks.json`, in Claude Code's format,
 * with `commandWindows` in addition to `command`; a hook runs only after the user has
 * trusted its exact definition; Codex warns at every start if the timeout of Interrupt or
 * SessionEnd exceeds its limit). Servers: the `[mcp_servers.NAME]` tables of `config.toml`,
 * https://learn.chatgpt.com/docs/extend/mcp.
 */
export const codex: Connectable = {
  name: "codex",
  title: "Codex",
  files: (place) => [hooksFile(place), configFile(place)],
  commands: () => [],
  notes: ({ scope }) => [
    ...(scope === "project" ? ["codex-trusts-folder" as const] : []),
    "codex-trusts-hook",
  ],
};

function folderOf({ scope, env, home, workspace }: Place): string {
  if (scope === "project") return path.join(workspace, ".codex");
  return env["CODEX_HOME"] || path.join(home, ".codex");
}

function hooksFile(place: Place): SettingsFile {
  const file = path.join(folderOf(place), "hooks.json");
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      addHookGroups(json, GROUPS, handlerOf(place));
      return json.text;
    },
    remove: (text) =>
      JsonText.without(text, file, (json) => removeHookGroups(json, "codex")),
  };
}

function configFile(place: Place): SettingsFile {
  const file = path.join(folderOf(place), "config.toml");
  const { command, args } = serverOf(place);
  const lines = [
    `command = ${tomlString(command)}`,
    `args = [${args.map(tomlString).join(", ")}]`,
    // Codex filters the environment of servers; the editor's terminals set this variable to
    // the store.
    'env_vars = ["CHECKPOINT_STORE"]',
  ];
  return {
    file,
    add: (text) => addTable(text, TABLE, lines, file),
    remove(text) {
      const table = tableText(text, TABLE);
      if (
        table === null ||
        !/^\s*args\s*=\s*\[(.*["']checkpoint["'],)?\s*["']mcp["']/m.test(table)
      )
        return text;
      const rest = removeTable(text, TABLE);
      return rest.trim() === "" ? null : rest;
    },
  };
}

function handlerOf(place: Place) {
  return (event: string) => {
    const args = ["hook", "codex", event];
    return {
      type: "command",
      command: shLine(place, args),
      commandWindows: powershellLine(place, args),
      timeout: /^(Interrupt|SessionEnd)$/.test(event) ? 3 : 5,
    };
  };
}
