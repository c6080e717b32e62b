import path from "node:path";
import { answerFor } from "../hooks/answers";
import { hookLine } from "./commandLine";
import type { Connectable, Place, SettingsFile } from "./connection";
import { serversFile } from "./groupedHooks";
import { problem } from "../../engine/model/errors";
import { JsonText } from "./jsonText";

const TOOLS =
  "^(run_command|write_to_file|replace_file_content|multi_replace_file_content)$";

/**
 * Antigravity, Gemini CLI's successor. Hooks: https://antigravity.google/docs/hooks
 * (`hooks.json` maps a name to its events; tool events have matchers, others a flat list; a
 * hook without a valid decision denies the tool, so every event is answered, also when
 * Checkpoint is gone). It has no event for prompts. Servers: `mcp_config.json`.
 */
export const antigravity: Connectable = {
  name: "antigravity",
  title: "Antigravity",
  files: (place) => [
    hooksFile(place),
    ...(place.scope === "user"
      ? [serversFile(place, path.join(folderOf(place), "mcp_config.json"))]
      : []),
  ],
  commands: () => [],
  notes: () => ["antigravity-prompts"],
};

function folderOf({ scope, home, workspace }: Place): string {
  return scope === "user"
    ? path.join(home, ".gemini", "config")
    : path.join(workspace, ".agents");
}

function hooksFile(place: Place): SettingsFile {
  const file = path.join(folderOf(place), "hooks.json");
  const handler = (event: string) => ({
    type: "command",
    command: hookLine(
      place,
      ["hook", "antigravity", event],
      answerFor("antigravity", event),
    ),
    timeout: 5,
  });
  const tool = (event: string) => [{ matcher: TOOLS, hooks: [handler(event)] }];
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      if (json.at("checkpoint") !== undefined)
        throw problem("agent-server-taken", { where: file, file });
      json.set(["checkpoint"], {
        PreToolUse: tool("PreToolUse"),
        PostToolUse: tool("PostToolUse"),
        Stop: [handler("Stop")],
      });
      return json.text;
    },
    remove: (text) =>
      JsonText.without(text, file, (json) => {
        const own = JSON.stringify(json.at("checkpoint") ?? "");
        if (/\bhook antigravity\b/.test(own))
          json.set(["checkpoint"], undefined);
      }),
  };
}
