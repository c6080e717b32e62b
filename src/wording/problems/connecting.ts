import type { Catalogue } from "./catalogue";

/** Connecting agents: their settings files, and the launcher that they start. */
export const connecting = {
  "unknown-agent": ({ agent, known }, voice) => [
    voice.t("Checkpoint does not know the agent “{0}”.", agent),
    voice.t(
      "It can connect {0}. Others can call “checkpoint hook generic” and “checkpoint mcp” themselves.",
      known.join(", "),
    ),
  ],
  "agent-settings-outside": ({ file, target }, voice) => [
    voice.t(
      "{0} is reached through a link that leads out of the folder, to {1}.",
      file,
      target,
    ),
    voice.t(
      "Nothing was changed. Replace the link with a file, or connect the agent for all your folders (--scope user).",
    ),
  ],
  "agent-settings-not-text": ({ file }, voice) => [
    voice.t("{0} cannot be read as text.", file),
    voice.t("Check its permissions and its encoding. Nothing was changed."),
  ],
  "agent-settings-not-json": ({ file }, voice) => [
    voice.t("{0} is not a valid JSON object.", file),
    voice.t("Correct it first. Nothing was changed."),
  ],
  "agent-settings-wrong-type": ({ file, key, wanted }, voice) => [
    wanted === "list"
      ? voice.t("“{0}” in {1} is not a list.", key, file)
      : voice.t("“{0}” in {1} is not an object.", key, file),
    voice.t("Correct it first. Nothing was changed."),
  ],
  "agent-settings-not-toml": ({ file }, voice) => [
    voice.t("{0} is not valid TOML: a string or a list has no end.", file),
    voice.t("Correct it first. Nothing was changed."),
  ],
  "agent-settings-inline": ({ file, table }, voice) => [
    voice.t("{0} writes {1} in a form that cannot be added to.", file, table),
    voice.t(
      "Add the server with the agent's own command. Nothing was changed.",
    ),
  ],
  "agent-table-taken": ({ file, table }, voice) => [
    voice.t("{0} already has another [{1}].", file, table),
    voice.t("Rename or remove it first. Nothing was changed."),
  ],
  "agent-server-taken": ({ where }, voice) => [
    voice.t("{0} already has another MCP server called “checkpoint”.", where),
    voice.t("Rename or remove it first. Nothing was changed."),
  ],
  "agent-file-taken": ({ file }, voice) => [
    voice.t("{0} already exists and does not belong to Checkpoint.", file),
    voice.t("Rename or remove it first. Nothing was changed."),
  ],
  "agent-settings-changed": ({ file }, voice) => [
    voice.t("{0} has changed since this was planned.", file),
    voice.t("Try again and check the new plan. Nothing was changed."),
  ],
  "agent-backup-failed": ({ file, original }, voice) => [
    voice.t("{0} could not be backed up to {1}.", original, file),
    voice.t("Check the permissions of that folder. Nothing was changed."),
  ],
  "agent-settings-not-written": ({ file }, voice) => [
    voice.t("{0} could not be written.", file),
    voice.t("Check its permissions. Nothing was changed."),
  ],
  "launcher-not-written": ({ file }, voice) => [
    voice.t("{0} could not be written.", file),
    voice.t(
      "Agents start Checkpoint through this file. Check the permissions of its folder. Nothing was changed.",
    ),
  ],
} satisfies Partial<Catalogue>;
