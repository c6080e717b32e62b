import path from "node:path";
import { answerFor } from "../hooks/answers";
import { hookLine, isOurLine } from "./commandLine";
import type { Connectable, Place, SettingsFile } from "./connection";
import { addServer, removeServer, type HookGroup } from "./jsonParts";
import { JsonText } from "./jsonText";

/**
 * Deletions have no event of their own, and edits none before them. What the page
 * calls Write comes by other names too, depending on the model.
 */
const TOOLS = "Write|Edit|StrReplace|ApplyPatch|Delete";

/** Events whose answers cannot hold the agent up for long if we are gone. */
const EVENTS: readonly HookGroup[] = [
  { event: "sessionStart" },
  { event: "beforeSubmitPrompt" },
  { event: "preToolUse", matcher: TOOLS },
  { event: "postToolUse", matcher: TOOLS },
  { event: "postToolUseFailure", matcher: TOOLS },
  { event: "beforeShellExecution" },
  { event: "afterShellExecution" },
  { event: "afterFileEdit" },
  { event: "stop" },
];

/**
 * Cursor. Hooks: https://cursor.com/docs/hooks (`hooks.json` with a version and
 * flat entries by event, with a `matcher` for events of tools; `timeout` in
 * seconds). Servers: `mcp.json`, https://cursor.com/docs/mcp, where a project's
 * file may name `${workspaceFolder}`.
 */
export const cursor: Connectable = {
  name: "cursor",
  title: "Cursor",
  files: (place) => [hooksFile(place), serversFile(place)],
  commands: () => [],
  notes: () => [
    "Cursor reads its hooks when the file is saved; the server is under Settings > MCP.",
  ],
};

function folderOf({ scope, home, workspace }: Place): string {
  return path.join(scope === "user" ? home : workspace, ".cursor");
}

function hooksFile(place: Place): SettingsFile {
  const file = path.join(folderOf(place), "hooks.json");
  const { platform, launcher } = place;
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      if (json.at("version") === undefined) json.set(["version"], 1);
      for (const { event, matcher } of EVENTS) {
        const args = ["hook", "cursor", event];
        const otherwise = answerFor("cursor", event);
        json.append(["hooks", event], {
          command: hookLine(platform, launcher, args, otherwise),
          ...(matcher === undefined ? {} : { matcher }),
          timeout: 5,
        });
      }
      return json.text;
    },
    remove: (text) =>
      JsonText.without(text, file, takeOut, (key) => key === "version"),
  };
}

function takeOut(json: JsonText): void {
  const hooks = json.at("hooks");
  let hasAny = false;
  for (const event of Object.keys((hooks as object | undefined) ?? {})) {
    const entries = json.list("hooks", event);
    if (!entries.some(isOurs)) continue;
    hasAny = true;
    for (let i = entries.length - 1; i >= 0; i--)
      if (isOurs(entries[i])) json.set(["hooks", event, i], undefined);
    json.dropIfEmpty(["hooks", event]);
  }
  if (hasAny) json.dropIfEmpty(["hooks"]);
}

function serversFile(place: Place): SettingsFile {
  const file = path.join(folderOf(place), "mcp.json");
  const args =
    place.scope === "project"
      ? ["mcp", "--workspace", "${workspaceFolder}"]
      : ["mcp"];
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      const { launcher: command } = place;
      addServer(json, "mcpServers", { type: "stdio", command, args });
      return json.text;
    },
    remove: (text) =>
      JsonText.without(text, file, (json) => removeServer(json, "mcpServers")),
  };
}

function isOurs(entry: unknown): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  return isOurLine((entry as Record<string, unknown>)["command"], "cursor");
}
