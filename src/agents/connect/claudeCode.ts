import path from "node:path";
import { hookLine } from "./commandLine";
import type { Connectable, Place } from "./connection";
import { addHookGroups, removeHookGroups, type HookGroup } from "./jsonParts";
import { JsonText } from "./jsonText";

const TOOLS = "Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit";

const GROUPS: readonly HookGroup[] = [
  { event: "SessionStart" },
  { event: "UserPromptSubmit" },
  { event: "PreToolUse", matcher: TOOLS },
  { event: "PostToolUse", matcher: TOOLS },
  { event: "PostToolUseFailure", matcher: TOOLS },
  { event: "Stop" },
  { event: "SubagentStop" },
  { event: "SessionEnd" },
];

/**
 * Claude Code. Hooks: https://code.claude.com/docs/en/hooks (groups of handlers by
 * event; a handler without `args` is run by the shell; `timeout` in seconds;
 * files of all levels add up; PostToolUse is for tools that succeeded, a failed
 * one, such as a command that ends with 1, has PostToolUseFailure). The line is for the shell, because Cursor runs
 * these too and is not documented to know `args`. CLAUDE_CONFIG_DIR stands for
 * `~/.claude`: https://code.claude.com/docs/en/env-vars. Servers live in a state file
 * that Claude Code rewrites all the time, so its own command adds ours:
 * https://code.claude.com/docs/en/mcp.
 */
export const claudeCode: Connectable = {
  name: "claude-code",
  title: "Claude Code",
  files(place) {
    // The private file of a project: ours names a path of this machine.
    const file =
      place.scope === "user"
        ? path.join(folderOf(place), "settings.json")
        : path.join(place.workspace, ".claude", "settings.local.json");
    return [
      {
        file,
        add(text) {
          const json = new JsonText(text, file);
          addHookGroups(json, GROUPS, handlerOf(place));
          return json.text;
        },
        remove: (text) =>
          JsonText.without(text, file, (json) =>
            removeHookGroups(json, "claude-code"),
          ),
      },
    ];
  },
  commands({ scope, launcher }) {
    const level = scope === "user" ? "user" : "local";
    return [
      {
        command: "claude",
        look: ["mcp", "get", "checkpoint"],
        owner: (printed) => ownerIn(printed, level),
        add: [
          ...["mcp", "add", "--scope", level, "checkpoint"],
          ...["--", launcher, "mcp"],
        ],
        remove: ["mcp", "remove", "--scope", level, "checkpoint"],
      },
    ];
  },
  notes: () => [
    "Claude Code notices the new hooks by itself; the tools are there in its next session (/mcp shows them).",
    "Cursor runs Claude Code’s hooks too: it is recorded as well, under its own name.",
  ],
};

function folderOf({ env, home }: Place): string {
  return env["CLAUDE_CONFIG_DIR"] || path.join(home, ".claude");
}

/**
 * Reads what `claude mcp get` prints: lines like “Scope: User config (...)”,
 * “Command: ...” and “Args: ...”, of the one server that is in force here.
 */
function ownerIn(printed: string, level: "user" | "local") {
  const field = (name: string) =>
    new RegExp(`^\\s*${name}:[ \\t]*(.*?)\\s*$`, "m").exec(printed)?.[1] ?? "";
  const scope = field("Scope").toLowerCase();
  if (scope !== "" && !scope.startsWith(level)) return "elsewhere";
  const isOurs =
    /[\\/]checkpoint(\.cmd)?$/.test(field("Command")) &&
    field("Args") === "mcp";
  return isOurs ? "ours" : "another";
}

function handlerOf({ platform, launcher }: Place) {
  return (event: string) => ({
    type: "command",
    command: hookLine(platform, launcher, ["hook", "claude-code", event]),
    timeout: 5,
  });
}
