import path from "node:path";
import { hooksDir } from "./hooks/places";
import { forCmd, isAscii, quoted } from "./shellQuote";

/**
 * The launcher that agents' settings name: a file in the data folder whose path
 * never changes, though the program behind it moves with every version (Codex
 * asks a person to trust a hook anew whenever its command line changes:
 * https://learn.chatgpt.com/docs/hooks).
 */
export interface Program {
  /** The Node, or the Electron told to be one, that runs it. */
  execPath: string;
  /** The bundle of the command. */
  script: string;
}

export function launcherPath(dataDir: string): string {
  const name = process.platform === "win32" ? "checkpoint.cmd" : "checkpoint";
  return path.join(dataDir, "bin", name);
}

/** Returns the launcher for this platform. */
export function launcherText(dataDir: string, program: Program): string {
  return process.platform === "win32"
    ? cmdLauncher(program)
    : shLauncher(program, hooksDir(dataDir));
}

/**
 * Returns the launcher for sh. An agent waits for its hooks, and starting Node
 * takes longer than all they do: so the hook is done here, in plain sh, as
 * hooks/front.ts does it elsewhere. The event is put into the inbox; a worker is
 * started if none is there; before a tool runs, it is given a moment to record
 * what the tool may destroy.
 */
export function shLauncher(
  { execPath, script }: Program,
  hooks: string,
): string {
  return `#!/bin/sh
# Checkpoint's command; written by Checkpoint, and anew when it moves.
runtime=${quoted(execPath)}
script=${quoted(script)}
hooks=${quoted(hooks)}
if [ ! -f "$script" ]; then
  # Uninstalled. An agent that still calls hears nothing of it: its settings say
  # what to do when this fails.
  [ "$1" = hook ] || echo "Checkpoint is no longer installed at $script" >&2
  exit 1
fi
ELECTRON_RUN_AS_NODE=1
export ELECTRON_RUN_AS_NODE
${HOOK_IN_SH}exec "$runtime" "$script" "$@"
`;
}

// With options it is left to the command, which knows them.
const HOOK_IN_SH = `if [ "$1" = hook ] && [ $# -le 3 ] && [ -n "$2" ] && [ "\${2#-}" = "$2" ] && [ "\${3#-}" = "$3" ] && [ ! -t 0 ] && new=$(umask 077; mktemp "$hooks/inbox/.XXXXXXXXXX" 2>/dev/null); then
  agent=$2 event=$3 name=$3
  case $event in '{'*) name= ;; esac
  {
    printf 'checkpoint-hook-1\\0%s\\0%s\\0%s\\0%s\\0%s\\0%s\\0%s\\0%s\\0' \\
      "$agent" "$name" "$PWD" "$CLAUDE_PROJECT_DIR" "$CURSOR_PROJECT_DIR" \\
      "$GEMINI_PROJECT_DIR" "$CURSOR_VERSION" "$CHECKPOINT_STORE"
    case $event in '{'*) printf %s "$event" ;; *) cat ;; esac
  } >"$new" 2>/dev/null
  # Cursor runs the hooks of other agents' settings too, and wants its answers.
  if [ -n "$CURSOR_VERSION" ] || { [ "$agent" = claude-code ] && grep -q '"cursor_version"' "$new" 2>/dev/null; }; then
    agent=cursor
  fi
  file=$hooks/inbox/\${new##*/.}.event
  mv -f "$new" "$file" 2>/dev/null
  pid=
  [ -f "$hooks/worker.pid" ] && read -r pid <"$hooks/worker.pid" 2>/dev/null
  # Ended, but kept in the list of processes: a container without an init.
  if [ -n "$pid" ] && [ -r "/proc/$pid/stat" ]; then
    read -r stat <"/proc/$pid/stat"
    case $stat in *') Z '*) pid= ;; esac
  fi
  set -- "$hooks"/inbox/*.event
  # Many are waiting: the number in the file may be another process by now.
  if [ -z "$pid" ] || [ $# -gt 8 ] || ! kill -0 "$pid" 2>/dev/null; then
    alone=
    command -v setsid >/dev/null 2>&1 && alone=setsid
    (cd "$hooks" && exec $alone "$runtime" "$script" hook --work) </dev/null >/dev/null 2>&1 &
  fi
  case $name in
    PreToolUse | preToolUse | BeforeTool | beforeShellExecution | before-tool)
      tries=0
      while [ -e "$file" ] && [ $tries -lt 200 ]; do
        sleep 0.005 2>/dev/null || sleep 1
        tries=$((tries + 1))
      done
      ;;
  esac
  case $agent in
    gemini) echo '{}' ;;
    cursor)
      case $name in
        PreToolUse | preToolUse | beforeShellExecution | beforeMCPExecution | beforeReadFile) echo '{"permission":"allow"}' ;;
        UserPromptSubmit | beforeSubmitPrompt) echo '{"continue":true}' ;;
        *) echo '{}' ;;
      esac
      ;;
  esac
  exit 0
fi
`;

/** Returns the launcher for Windows shells. */
export function cmdLauncher({ execPath, script }: Program): string {
  const lines = ["@echo off", "setlocal"];
  // cmd reads its files in the console's code page; ours is UTF-8.
  if (!isAscii(execPath + script)) lines.push("chcp 65001 >nul");
  lines.push(
    `if not exist "${forCmd(script)}" exit /b 0`,
    "set ELECTRON_RUN_AS_NODE=1",
    `"${forCmd(execPath)}" "${forCmd(script)}" %*`,
    "",
  );
  return lines.join("\r\n");
}
