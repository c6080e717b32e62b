import path from "node:path";
import { powershellLine, shLine } from "./commandLine";
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
];

/**
 * Codex. Hooks: https://learn.chatgpt.com/docs/hooks (`hooks.json`, in Claude
 * Code's shape, with `commandWindows` beside `command`; a hook runs only after a
 * person has trusted its exact definition; for more time than it gives the hook of
 * an interrupted turn, it warns at every start). Servers: the `[mcp_servers.NAME]`
 * tables of `config.toml`, https://learn.chatgpt.com/docs/extend/mcp.
 */
export const codex: Connectable = {
  name: "codex",
  title: "Codex",
  files: (place) => [hooksFile(place), configFile(place)],
  commands: () => [],
  notes: () => [
    "Codex runs a new hook only after you trust it: start codex, type /hooks, and trust Checkpoint’s.",
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
  const lines = [
    `command = ${tomlString(place.launcher)}`,
    'args = ["mcp"]',
    // Its environment is filtered; this one names the store in a terminal.
    'env_vars = ["CHECKPOINT_STORE"]',
  ];
  return {
    file,
    add: (text) => addTable(text, TABLE, lines, file),
    remove(text) {
      const table = tableText(text, TABLE);
      if (table === null || !/^\s*args\s*=\s*\[\s*["']mcp["']/m.test(table))
        return text;
      const rest = removeTable(text, TABLE);
      return rest.trim() === "" ? null : rest;
    },
  };
}

function handlerOf({ launcher }: Place) {
  return (event: string) => {
    const args = ["hook", "codex", event];
    return {
      type: "command",
      command: shLine(launcher, args),
      commandWindows: powershellLine(launcher, args),
      timeout: event === "Interrupt" ? 3 : 5,
    };
  };
}
