import path from "node:path";
import { hookLine } from "./commandLine";
import type { Connectable, Place } from "./connection";
import { usualGroups } from "./groupedHooks";
import { ownFile } from "./ownFile";

const GROUPS = usualGroups(
  "(developer__)?(shell|text_editor|write|edit)",
).filter(({ event }) => event !== "SubagentStop");

/**
 * Goose. Hooks belong to a plugin, a folder with `plugin.json` and `hooks/hooks.json` in
 * Claude Code's format:
 * https://block.github.io/goose/docs/guides/context-engineering/hooks. Its servers are in a
 * YAML file that it rewrites itself, so the user adds ours.
 */
export const goose: Connectable = {
  name: "goose",
  title: "Goose",
  files(place) {
    const { scope, home, workspace } = place;
    const root = scope === "user" ? home : workspace;
    const folder = path.join(root, ".agents", "plugins", "checkpoint");
    const isOurs = (text: string) => /checkpoint/i.test(text);
    const plugin = {
      name: "checkpoint",
      description: "Records what Goose changes, so that it can be undone.",
    };
    return [
      ownFile(path.join(folder, "plugin.json"), json(plugin), isOurs),
      ownFile(
        path.join(folder, "hooks", "hooks.json"),
        json({ hooks: hooks(place) }),
        isOurs,
      ),
    ];
  },
  commands: () => [],
  notes: () => ["goose-tools"],
};

function hooks(place: Place) {
  return Object.fromEntries(
    GROUPS.map(({ event, matcher }) => [
      event,
      [
        {
          ...(matcher === undefined ? {} : { matcher }),
          hooks: [
            {
              type: "command",
              command: hookLine(place, ["hook", "goose", event]),
            },
          ],
        },
      ],
    ]),
  );
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}
