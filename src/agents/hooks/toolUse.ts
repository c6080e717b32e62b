import { firstWriter } from "../../host/onlyReads";
import type { Agent } from "./identify";
import type { Payload } from "./payload";
import { objectOf, objectsOf, textOf, textsOf } from "./payload";

/** What an agent's tool is about to do, or did. Paths are as the agent sent them. */
export interface ToolUse {
  name: string;
  id: string | null;
  does: "shell" | "write" | "delete" | "other";
  command: string | null;
  paths: string[];
}

const SHELLS =
  /^(bash|powershell|(developer__)?shell|run_shell_command|run_in_terminal|run_?terminal_?command|terminal|exec_command|local_shell|run_commands?|execute(_command)?)$/i;
const DELETES = /^(delete|(delete|remove)_?file)$/i;
const WRITES =
  /^(write|edit|multiedit|notebookedit|create|editor|(write_(to_)?|replace_in_)file|replace|create_?file|edit_?files?|insert_edit_into_file|(multi_)?replace_(string_in_file|file_content)|edit_?notebook(_file)?|str_?replace|str_replace_editor|apply_?patch|search_replace|(developer__)?text_editor)$/i;
const READS = /^(read|view|list|grep|glob|search)(?!.*(replace|edit|write))/i;

/** Returns the tool use in an event, from any of the agents' formats. */
export function readToolUse(
  payload: Payload,
  event: string,
  agent: Agent,
): ToolUse | null {
  // Cline and Antigravity put the call into an object of its own.
  const call = objectOf(payload, "tool_call", "tool_result", "toolCall");
  const input = call
    ? objectOf(call, "input", "args")
    : objectOf(
        payload,
        "tool_input",
        "toolArgs",
        "toolInput",
        "tool_info",
        "tool",
      );
  const name =
    textOf(payload, "tool_name", "toolName") ??
    textOf(call ?? input, "name") ??
    (agent === "generic" && input ? "" : nameByEvent(event));
  if (name === null) return null;
  const id =
    textOf(payload, "tool_use_id", "toolUseId", "toolCallId") ??
    textOf(call, "id");
  // Cursor's shell and edit events have the fields at the top level.
  const command = commandIn(input) ?? textOf(payload, "command");
  const given = [...pathsOf(input), ...pathsOf(payload)];
  if (/^apply_?patch$/i.test(name)) {
    const patch = command ?? textOf(input, "patch", "input", "patchText") ?? "";
    const { paths, isDelete } = patchPaths(patch);
    return {
      name,
      id,
      does: isDelete ? "delete" : "write",
      command: null,
      paths: unique([...paths, ...given]),
    };
  }
  const paths = unique(given);
  let does = doneBy(name);
  // The tool of an unknown agent can have any name, so judge it by its input.
  if (does === "other" && agent === "generic") {
    if (command !== null) does = "shell";
    else if (paths.length > 0 && !READS.test(name)) does = "write";
  }
  return does === "shell"
    ? { name, id, does, command, paths: [] }
    : { name, id, does, command: null, paths };
}

function doneBy(name: string): ToolUse["does"] {
  if (SHELLS.test(name)) return "shell";
  if (DELETES.test(name)) return "delete";
  return WRITES.test(name) ? "write" : "other";
}

function commandIn(input: Payload | null): string | null {
  // Cline runs several commands with one call.
  const several = textsOf(input, "commands");
  if (several.length > 0) return several.join("\n");
  return textOf(input, "command", "cmd", "command_line", "CommandLine");
}

function nameByEvent(event: string): string | null {
  if (/ShellExecution$|run_command$/i.test(event)) return "Shell";
  if (/^afterFileEdit$|write_code$/i.test(event)) return "Edit";
  return null;
}

function pathsOf(from: Payload | null): string[] {
  const one = textOf(
    from,
    "file_path",
    "filePath",
    "path",
    "notebook_path",
    "absolute_path",
    "target_file",
    "target_notebook",
    "TargetFile",
  );
  return [
    ...(one === null ? [] : [one]),
    ...textsOf(from, "paths"),
    ...textsOf(from, "files"),
    // VS Code's tool that edits several files in one call.
    ...objectsOf(from, "replacements").flatMap(pathsOf),
  ];
}

/** Returns the files that a patch in Codex's format changes. */
function patchPaths(patch: string): { paths: string[]; isDelete: boolean } {
  const paths: string[] = [];
  let isDelete = false;
  const line = /^\*\*\* (?:(Add|Update|Delete) File|Move to): (.+)$/gm;
  for (const [, verb, path] of patch.matchAll(line)) {
    if (verb === "Delete") isDelete = true;
    paths.push((path ?? "").trim());
  }
  return { paths, isDelete };
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}

/**
 * Returns the part of a shell command that may change files, or null if it only reads. A
 * missing command may change anything.
 */
export function writerOf({ command }: Pick<ToolUse, "command">): string | null {
  return command?.trim() ? firstWriter(command) : "a command";
}
