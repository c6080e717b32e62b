import type { Agent } from "./identify";
import type { Payload } from "./payload";
import { objectOf, objectsOf, textOf, textsOf } from "./payload";

/** What a tool of an agent is about to do, or did. Paths are as the agent gave them. */
export interface ToolUse {
  name: string;
  id: string | null;
  does: "shell" | "write" | "delete" | "other";
  command: string | null;
  paths: string[];
}

const SHELLS =
  /^(bash|powershell|shell|run_shell_command|run_in_terminal|terminal|exec_command|local_shell)$/i;
const DELETES = /^(delete|delete_file|remove_file)$/i;
const WRITES =
  /^(write|edit|multiedit|notebookedit|create|write_file|replace|create_?file|edit_?files?|insert_edit_into_file|replace_string_in_file|multi_replace_string_in_file|edit_?notebook(_file)?|str_?replace|str_replace_editor|apply_?patch|search_replace)$/i;
const READS = /^(read|view|list|grep|glob|search)(?!.*(replace|edit|write))/i;

/** Returns the tool use an event tells of, in whichever of the agents' shapes it is. */
export function readToolUse(
  payload: Payload,
  event: string,
  agent: Agent,
): ToolUse | null {
  const input = objectOf(
    payload,
    "tool_input",
    "toolArgs",
    "toolInput",
    "tool",
  );
  const name =
    textOf(payload, "tool_name", "toolName") ??
    textOf(input, "name") ??
    (agent === "generic" && input ? "" : nameByEvent(event));
  if (name === null) return null;
  const id = textOf(payload, "tool_use_id", "toolUseId", "toolCallId");
  // Cursor's shell and edit events have the fields at the top.
  const command = textOf(input, "command", "cmd") ?? textOf(payload, "command");
  const told = [...pathsOf(input), ...pathsOf(payload)];
  if (/^apply_?patch$/i.test(name)) {
    const patch = command ?? textOf(input, "patch", "input", "patchText") ?? "";
    const { paths, isDelete } = patchPaths(patch);
    return {
      name,
      id,
      does: isDelete ? "delete" : "write",
      command: null,
      paths: unique([...paths, ...told]),
    };
  }
  const paths = unique(told);
  let does = doneBy(name);
  // A stranger's tool has any name: what it is told to be about says more.
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

function nameByEvent(event: string): string | null {
  if (/ShellExecution$/i.test(event)) return "Shell";
  if (/^afterFileEdit$/i.test(event)) return "Edit";
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
  );
  return [
    ...(one === null ? [] : [one]),
    ...textsOf(from, "paths"),
    ...textsOf(from, "files"),
    // VS Code's edit of several files at once.
    ...objectsOf(from, "replacements").flatMap(pathsOf),
  ];
}

/** The files that a patch in Codex's own format touches. */
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
