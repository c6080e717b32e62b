import fs from "node:fs";
import path from "node:path";
import type { Connectable, Place, SettingsFile } from "./connection";
import { groupedHooks, serversFile, usualGroups } from "./groupedHooks";

const GROUPS = usualGroups("Execute|Edit|MultiEdit|Create|ApplyPatch");

/**
 * Factory's Droid. Hooks: https://docs.factory.ai/harness/hooks (in Claude Code's format, in
 * `hooks.json`; only if that does not exist are those in `settings.json` read, so we add
 * ours where the user's are). Servers: `mcp.json`,
 * https://docs.factory.ai/cli/configuration/mcp.
 */
export const droid: Connectable = {
  name: "droid",
  title: "Factory Droid",
  files: (place) => [
    hooksFile(place),
    serversFile(place, path.join(folderOf(place), "mcp.json")),
  ],
  commands: () => [],
  notes: () => ["droid-starts"],
};

function folderOf({ scope, home, workspace }: Place): string {
  return path.join(scope === "user" ? home : workspace, ".factory");
}

function hooksFile(place: Place): SettingsFile {
  const own = path.join(folderOf(place), "hooks.json");
  const file = fs.existsSync(own)
    ? own
    : path.join(folderOf(place), "settings.json");
  return groupedHooks(place, {
    ...{ agent: "droid", file, groups: GROUPS, timeout: 5 },
  });
}
