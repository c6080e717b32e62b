import path from "node:path";
import { hookLine, isOurLine } from "./commandLine";
import type { Connectable, Place, SettingsFile } from "./connection";
import { serversFile } from "./groupedHooks";
import { JsonText } from "./jsonText";
import { removeFlatHooks } from "./jsonParts";

const EVENTS = [
  "pre_user_prompt",
  "pre_write_code",
  "post_write_code",
  "pre_run_command",
  "post_run_command",
  "post_cascade_response",
];

/**
 * Windsurf. Hooks: https://docs.windsurf.com/windsurf/cascade/hooks (a flat list of entries
 * per event; a hook that exits with 2 blocks the action, any other failure does not).
 * Servers: `mcp_config.json`, https://docs.windsurf.com/windsurf/cascade/mcp.
 */
export const windsurf: Connectable = {
  name: "windsurf",
  title: "Windsurf",
  files: (place) => [
    hooksFile(place),
    ...(place.scope === "user"
      ? [serversFile(place, path.join(folderOf(place), "mcp_config.json"))]
      : []),
  ],
  commands: () => [],
  notes: ({ scope }) => [
    "windsurf-starts",
    ...(scope === "project" ? ["windsurf-servers" as const] : []),
  ],
};

function folderOf({ scope, home, workspace }: Place): string {
  return scope === "user"
    ? path.join(home, ".codeium", "windsurf")
    : path.join(workspace, ".windsurf");
}

function hooksFile(place: Place): SettingsFile {
  const file = path.join(folderOf(place), "hooks.json");
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      for (const event of EVENTS)
        json.append(["hooks", event], {
          command: hookLine(place, ["hook", "windsurf", event]),
          show_output: false,
        });
      return json.text;
    },
    remove: (text) =>
      JsonText.without(text, file, (json) =>
        removeFlatHooks(json, (command) => isOurLine(command, "windsurf")),
      ),
  };
}
