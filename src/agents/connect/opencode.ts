import path from "node:path";
import type { Connectable, Place, SettingsFile } from "./connection";
import { problem } from "../../engine/model/errors";
import { isOurServer, startWords } from "./commandLine";
import { JsonText } from "./jsonText";
import { ownFile } from "./ownFile";
import { opencodePlugin } from "./opencodePlugin";

/**
 * opencode. It has plugins instead of hooks, https://opencode.ai/docs/plugins: every file in
 * the plugin folder is loaded. Servers: `mcp` in `opencode.json`,
 * https://opencode.ai/docs/mcp-servers.
 */
export const opencode: Connectable = {
  name: "opencode",
  title: "opencode",
  files: (place) => [pluginFile(place), serverFile(place)],
  commands: () => [],
  notes: () => ["opencode-starts"],
};

function folderOf({ scope, home, env, workspace }: Place): string {
  if (scope === "project") return path.join(workspace, ".opencode");
  const config = env["XDG_CONFIG_HOME"] || path.join(home, ".config");
  return path.join(config, "opencode");
}

function pluginFile(place: Place): SettingsFile {
  return ownFile(
    path.join(folderOf(place), "plugin", "checkpoint.js"),
    opencodePlugin(startWords(place)),
    (text) => /\bCheckpoint\b/.test(text) && /"hook", "opencode"/.test(text),
  );
}

function serverFile(place: Place): SettingsFile {
  const folder = place.scope === "project" ? place.workspace : folderOf(place);
  const file = path.join(folder, "opencode.json");
  return {
    file,
    add(text) {
      const json = new JsonText(text, file);
      if (json.at("mcp", "checkpoint") !== undefined)
        throw problem("agent-server-taken", { where: file, file });
      json.set(["mcp", "checkpoint"], {
        type: "local",
        command: [...startWords(place), "mcp"],
        enabled: true,
      });
      return json.text;
    },
    remove: (text) => JsonText.without(text, file, removeServer),
  };
}

function removeServer(json: JsonText): void {
  const command = json.at("mcp", "checkpoint", "command");
  if (!Array.isArray(command) || !isOurServer(command)) return;
  json.set(["mcp", "checkpoint"], undefined);
  json.dropIfEmpty(["mcp"]);
}
