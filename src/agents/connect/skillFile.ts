import path from "node:path";
import skill from "../plugin/skills/checkpoint-manager/SKILL.md";
import type { Place, SettingsFile } from "./connection";

/** The skill's name, which is also the name of its folder. */
export const SKILL = "checkpoint-manager";

/** Where each agent reads skills: a folder in the home folder, and one in a project. */
const FOLDERS: Readonly<
  Record<string, { user: (place: Place) => string; project: string }>
> = {
  // https://code.claude.com/docs/en/skills
  "claude-code": {
    user: ({ env, home }) =>
      env["CLAUDE_CONFIG_DIR"] || path.join(home, ".claude"),
    project: ".claude",
  },
  // https://developers.openai.com/codex/skills
  codex: { user: ({ home }) => path.join(home, ".agents"), project: ".agents" },
  // https://geminicli.com/docs/cli/skills
  gemini: {
    user: ({ home }) => path.join(home, ".gemini"),
    project: ".gemini",
  },
  // https://cursor.com/docs/context/skills
  cursor: {
    user: ({ home }) => path.join(home, ".cursor"),
    project: ".cursor",
  },
  // https://docs.github.com/en/copilot/concepts/agents/about-agent-skills
  copilot: {
    user: ({ home }) => path.join(home, ".copilot"),
    project: ".github",
  },
};

/** Returns the skill's file for an agent that reads skills. */
export function skillFiles(agent: string, place: Place): SettingsFile[] {
  const folders = FOLDERS[agent];
  if (!folders) return [];
  const folder =
    place.scope === "user"
      ? folders.user(place)
      : path.join(place.workspace, folders.project);
  return [
    {
      file: path.join(folder, "skills", SKILL, "SKILL.md"),
      // A skill of the same name that somebody else wrote, or changed, is theirs.
      add: (text) => text ?? skill,
      remove: (text) => (text.replaceAll("\r\n", "\n") === skill ? null : text),
    },
  ];
}
