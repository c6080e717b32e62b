import path from "node:path";
import { answerFor } from "../hooks/answers";
import { hookLine, isOurLine, serverOf } from "./commandLine";
import type { Connectable, Place, SettingsFile } from "./connection";
import {
  addServer,
  removeFlatHooks,
  removeServer,
  type HookGroup,
} from "./jsonParts";
import { JsonText } from "./jsonText";

/**
 * Tools matched in tool events, since deletions have no event of their own and edits
 * have none beforehand. The tool that the documentation calls Write has other names too,
 * depending on the model.
 */
const TOOLS = "Write|Edit|StrReplace|ApplyPatch|Delete";

/** Only events that cannot block the agent for long if we are uninstalled. */
const EVENTS: readonly HookGroup[] = [
  { event: "sessionStart" },
  { event: "beforeSubmitPrompt" },
  { event: "preToolUse", matcher: TOOLS },
  { event: "postToolUse", matcher: TOOLS },
  { event: "postToolUseFailure", matcher: TOOLS },
  { event: "beforeShellExecution" },
  { event: "afterShellExecution" },
  { event: "afterFileEdit" },
  { event: "afterAgentResponse" },
  { event: "subagentStop" },
  { event: "stop" },
  { event: "sessionEnd" },
];

/**
 * Cursor. Hooks: https://cursor.com/docs/hooks (`hooks.json` with a version and a flat list
 * of entries per event, with a `matcher` for tool events; `timeout` is in seconds).
 * Servers: `mcp.json`, https://cursor.com/docs/mcp, where a project's file may use
 * `${workspaceFolder}`.
 */
export const cursor: Connectable = {
  name: "cursor",
  title: "Cursor",
  files: (place) => [hooksFile(place), serversFile(place)],
  commands: () => [],
  notes: () => ["cursor-starts"],
};

function folderOf({ scope, home, workspace }: Place): string {
  return path.join(scope === "user" ? home : workspace, ".cursor");
}

function hooksFile(place: Place): SettingsFile {
  const file = path.join(folderOf(place), "hooks.json");
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      if (json.at("version") === undefined) json.set(["version"], 1);
      for (const { event, matcher } of EVENTS) {
        const args = ["hook", "cursor", event];
        const otherwise = answerFor("cursor", event);
        json.append(["hooks", event], {
          command: hookLine(place, args, otherwise),
          ...(matcher === undefined ? {} : { matcher }),
          timeout: 5,
        });
      }
      return json.text;
    },
    remove: (text) =>
      JsonText.without(
        text,
        file,
        (json) => removeFlatHooks(json, (line) => isOurLine(line, "cursor")),
        (key) => key === "version",
      ),
  };
}

function serversFile(place: Place): SettingsFile {
  const file = path.join(folderOf(place), "mcp.json");
  const more =
    place.scope === "project" ? ["--workspace", "${workspaceFolder}"] : [];
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      const server = serverOf(place, more);
      addServer(json, "mcpServers", { type: "stdio", ...server });
      return json.text;
    },
    remove: (text) =>
      JsonText.without(text, file, (json) => removeServer(json, "mcpServers")),
  };
}
