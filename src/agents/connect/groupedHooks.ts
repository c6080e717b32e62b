import { hookLine, serverOf } from "./commandLine";
import type { Place, SettingsFile } from "./connection";
import {
  addHookGroups,
  addServer,
  removeHookGroups,
  removeServer,
  type HookGroup,
} from "./jsonParts";
import { JsonText } from "./jsonText";

/** What an agent that copies Claude Code's hooks, and its servers, does differently. */
export interface Grouped {
  agent: string;
  file: string;
  groups: readonly HookGroup[];
  /** Five seconds in the agent's unit. */
  timeout: number;
  /** True if the servers are in the same file. */
  hasServers?: boolean;
}

/** The events of Claude Code that such agents have too; `tools` matches those that write. */
export function usualGroups(tools: string): HookGroup[] {
  return [
    { event: "SessionStart" },
    { event: "UserPromptSubmit" },
    { event: "PreToolUse", matcher: tools },
    { event: "PostToolUse", matcher: tools },
    { event: "Stop" },
    { event: "SubagentStop" },
    { event: "SessionEnd" },
  ];
}

/** Returns a settings file with hooks in Claude Code's format under the key `hooks`. */
export function groupedHooks(
  place: Place,
  { agent, file, groups, timeout, hasServers }: Grouped,
): SettingsFile {
  const handlerOf = (event: string) => ({
    type: "command",
    command: hookLine(place, ["hook", agent, event]),
    timeout,
  });
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      addHookGroups(json, groups, handlerOf);
      if (hasServers) addServer(json, "mcpServers", { ...serverOf(place) });
      return json.text;
    },
    remove: (text) =>
      JsonText.without(text, file, (json) => {
        removeHookGroups(json, agent);
        if (hasServers) removeServer(json, "mcpServers");
      }),
  };
}

/** Returns a settings file with servers under the key `mcpServers`. */
export function serversFile(place: Place, file: string): SettingsFile {
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      addServer(json, "mcpServers", { ...serverOf(place) });
      return json.text;
    },
    remove: (text) =>
      JsonText.without(text, file, (json) => removeServer(json, "mcpServers")),
  };
}
