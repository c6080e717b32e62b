import path from "node:path";
import { EMPTY_ANSWER } from "../hooks/answers";
import { shLine } from "./commandLine";
import type { Connectable, Place, SettingsFile } from "./connection";
import { serversFile } from "./groupedHooks";
import { ownFile } from "./ownFile";

const EVENTS = [
  "TaskStart",
  "TaskResume",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "TaskComplete",
  "TaskCancel",
  "TaskError",
  "SessionShutdown",
];

/**
 * Cline, its command line. Hooks: https://docs.cline.bot/features/hooks (an executable
 * named after the event; it gets the event as JSON and answers with JSON). Servers:
 * `cline_mcp_settings.json`.
 */
export const cline: Connectable = {
  name: "cline",
  title: "Cline",
  files: (place) => [
    ...EVENTS.map((event) => hookFile(place, event)),
    ...(place.scope === "user"
      ? [
          serversFile(
            place,
            path.join(
              place.home,
              ".cline/data/settings/cline_mcp_settings.json",
            ),
          ),
        ]
      : []),
  ],
  commands: () => [],
  notes: ({ scope }) => [
    "cline-starts",
    ...(scope === "project" ? ["cline-servers" as const] : []),
  ],
};

function hookFile(place: Place, event: string): SettingsFile {
  const { scope, home, workspace } = place;
  const folder =
    scope === "user"
      ? path.join(home, ".cline", "hooks")
      : path.join(workspace, ".clinerules", "hooks");
  const line = shLine(place, ["hook", "cline", event], EMPTY_ANSWER);
  return ownFile(
    path.join(folder, event),
    `#!/bin/sh\n# Records what Cline changes, so that it can be undone (Checkpoint).\n${line}\n`,
    (text) => /\bhook cline\b/.test(text),
    0o755,
  );
}
