import fs from "node:fs";
import path from "node:path";
import { hookLine } from "./commandLine";
import type { Connectable, Place, ServerOwner } from "./connection";
import { addHookGroups, removeHookGroups, type HookGroup } from "./jsonParts";
import { JsonText } from "./jsonText";
import { READING_TOOLS } from "../toolNames";

const TOOLS = "Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit";

const GROUPS: readonly HookGroup[] = [
  { event: "SessionStart" },
  { event: "UserPromptSubmit" },
  { event: "PreToolUse", matcher: TOOLS },
  { event: "PostToolUse", matcher: TOOLS },
  { event: "PostToolUseFailure", matcher: TOOLS },
  { event: "Stop" },
  { event: "StopFailure" },
  { event: "SubagentStop" },
  { event: "SessionEnd" },
];

/**
 * Claude Code. Hooks: https://code.claude.com/docs/en/hooks (groups of handlers by event; a
 * handler without `args` is run by the shell; `timeout` is in seconds; settings files of
 * all levels are combined; PostToolUse is sent only if the tool succeeded, PostToolUseFailure
 * if it failed, for example if a command exits with 1). We write a shell line, because
 * Cursor runs these hooks too and is not documented to support `args`. CLAUDE_CONFIG_DIR
 * replaces `~/.claude`: https://code.claude.com/docs/en/env-vars. Servers are kept in a
 * state file that Claude Code rewrites constantly, so we add ours with its own command:
 * https://code.claude.com/docs/en/mcp.
 */
export const claudeCode: Connectable = {
  name: "claude-code",
  title: "Claude Code",
  files(place) {
    // Use the project's local file, which is not shared: our hooks contain a path on this machine.
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
          allowReading(json);
          return json.text;
        },
        remove: (text) =>
          JsonText.without(text, file, (json) => {
            removeHookGroups(json, "claude-code");
            removeAllowed(json);
          }),
      },
    ];
  },
  commands(place) {
    const { scope, launcher } = place;
    const level = scope === "user" ? "user" : "local";
    return [
      {
        command: "claude",
        look: ["mcp", "get", "checkpoint"],
        owner: (printed) => ownerIn(printed, level),
        ownerInFile: () => ownerInState(place),
        add: [
          ...["mcp", "add", "--scope", level, "checkpoint"],
          ...["--", launcher, "mcp"],
        ],
        remove: ["mcp", "remove", "--scope", level, "checkpoint"],
      },
    ];
  },
  notes: () => ["claude-code-starts", "claude-code-in-cursor"],
};

const ALLOW = ["permissions", "allow"];
const ALLOWED = READING_TOOLS.map((name) => `mcp__checkpoint__${name}`);

/** Lets it call the tools that change nothing unasked, also where nobody can be asked. */
function allowReading(json: JsonText): void {
  for (const rule of ALLOWED)
    if (!json.list(...ALLOW).includes(rule)) json.append(ALLOW, rule);
}

function removeAllowed(json: JsonText): void {
  const rules = json.list(...ALLOW);
  if (!rules.some((rule) => ALLOWED.includes(String(rule)))) return;
  for (let i = rules.length - 1; i >= 0; i--)
    if (ALLOWED.includes(String(rules[i]))) json.set([...ALLOW, i], undefined);
  json.dropIfEmpty(ALLOW);
  json.dropIfEmpty(["permissions"]);
}

function folderOf({ env, home }: Place): string {
  return env["CLAUDE_CONFIG_DIR"] || path.join(home, ".claude");
}

/**
 * Parses the output of `claude mcp get`: lines such as “Scope: User config (...)”,
 * “Command: ...” and “Args: ...”, for the server that is in effect here.
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

/**
 * `claude mcp get` shows only one of several servers with the same name: the project's
 * hides the user's. The state file that Claude Code keeps them in has all; we only read it.
 */
function ownerInState(place: Place): ServerOwner | undefined {
  const { env, home, workspace, scope } = place;
  const folder = env["CLAUDE_CONFIG_DIR"] || home;
  try {
    const text = fs.readFileSync(path.join(folder, ".claude.json"), "utf8");
    const state = JSON.parse(text) as State;
    const holder = scope === "user" ? state : state.projects?.[workspace];
    const server = holder?.mcpServers?.["checkpoint"];
    if (server === undefined) return "elsewhere";
    const isOurs =
      /[\\/]checkpoint(\.cmd)?$/.test(server.command ?? "") &&
      server.args?.[0] === "mcp";
    return isOurs ? "ours" : "another";
  } catch {
    return undefined; // Claude Code has not run yet, or keeps it elsewhere now
  }
}

interface Servers {
  mcpServers?: Record<string, { command?: string; args?: string[] }>;
}
interface State extends Servers {
  projects?: Record<string, Servers>;
}

function handlerOf(place: Place) {
  // The project's file is local, so it may name a folder of this machine.
  const local: Place = { ...place, scope: "user" };
  return (event: string) => ({
    type: "command",
    command: hookLine(local, ["hook", "claude-code", event]),
    timeout: 5,
  });
}
