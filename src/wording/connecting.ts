import type { Voice } from "./voice";

/** What a person should know or do after an agent was connected; `launcher` is Checkpoint's command. */
const notes = {
  "antigravity-prompts": (voice: Voice) =>
    voice.t(
      "Antigravity does not report prompts, so conversations have only its answers.",
    ),
  "claude-code-starts": (voice: Voice) =>
    voice.t(
      "Claude Code picks up the new hooks at once, and the tools in its next session (/mcp shows them).",
    ),
  "claude-code-in-cursor": (voice: Voice) =>
    voice.t(
      "Cursor runs Claude Code's hooks too, so it is also recorded, under its own name.",
    ),
  "cline-starts": (voice: Voice) =>
    voice.t("Cline runs the hooks in its next task."),
  "cline-servers": (voice: Voice) =>
    voice.t(
      "Cline does not support MCP servers for a single project. For the tools, connect it for all your folders (--scope user).",
    ),
  "codex-trusts-folder": (voice: Voice) =>
    voice.t(
      "Codex reads a project's settings only in a folder that you trust.",
    ),
  "codex-trusts-hook": (voice: Voice) =>
    voice.t(
      "Codex runs a new hook only after you trust it: start codex, type /hooks, and trust Checkpoint's.",
    ),
  "copilot-trusts-folder": (voice: Voice) =>
    voice.t(
      "Copilot's command line runs a project's hooks only in a folder that you trust.",
    ),
  "copilot-in-editor": (voice: Voice) =>
    voice.t(
      "In VS Code the extension provides the tools, and chat lists them under Checkpoint.",
    ),
  "copilot-starts": (voice: Voice) =>
    voice.t(
      "VS Code's chat runs these hooks in its next session, with the session targets Copilot and Local (unless chat.useHooks is off); so does Copilot's command line.",
    ),
  "cursor-starts": (voice: Voice) =>
    voice.t(
      "Cursor reads its hooks when the file is saved; the server is under Settings > MCP.",
    ),
  "droid-starts": (voice: Voice) =>
    voice.t("Droid runs the hooks in its next session (/hooks shows them)."),
  "gemini-starts": (voice: Voice) =>
    voice.t(
      "Gemini CLI reads its settings when it starts. In a folder you have not trusted, it ignores the project's settings.",
    ),
  "goose-tools": (voice: Voice, launcher: string) =>
    voice.t(
      "For the tools, add an extension with “goose configure”: command-line extension, {0} mcp.",
      launcher,
    ),
  "opencode-starts": (voice: Voice) =>
    voice.t("opencode loads the plugin when it starts."),
  "qwen-starts": (voice: Voice) =>
    voice.t("Qwen Code reads its settings when it starts."),
  "windsurf-starts": (voice: Voice) =>
    voice.t("Windsurf reads its hooks when it starts."),
  "windsurf-servers": (voice: Voice) =>
    voice.t(
      "Windsurf does not support MCP servers for a single project. For the tools, connect it for all your folders (--scope user).",
    ),
};

export type ConnectNote = keyof typeof notes;

export function noteText(
  note: ConnectNote,
  launcher: string,
  voice: Voice,
): string {
  return notes[note](voice, launcher);
}

/** For a plan that changes nothing. */
export function noChangeText(
  agent: string,
  isRemoval: boolean,
  voice: Voice,
): string {
  return isRemoval
    ? voice.t("{0} is not connected; there is nothing to remove.", agent)
    : voice.t("{0} is already connected.", agent);
}
