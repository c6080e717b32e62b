import path from "node:path";
import {
  ALLOW_ANSWER,
  ANSWERED,
  CURSOR_ANSWERS,
  EMPTY_ANSWER,
} from "./hooks/answers";
import { GUARD_PATIENCE_MS, PATIENCE_MS } from "./hooks/patience";
import { hooksDir, WORKER_BUNDLE } from "./hooks/places";
import { forCmd, isAscii, quoted } from "./shellQuote";

/**
 * The program behind the launcher. Agents' settings name the launcher, a file in the data
 * folder whose path never changes, while the program moves with every version. (Codex asks
 * the user to trust a hook again whenever its command line changes:
 * https://learn.chatgpt.com/docs/hooks.)
 */
export interface Program {
  /** Node, or Electron running as Node. */
  execPath: string;
  /** The command's bundle. */
  script: string;
}

export function launcherPath(dataDir: string): string {
  const name = process.platform === "win32" ? "checkpoint.cmd" : "checkpoint";
  return path.join(dataDir, "bin", name);
}

/** Returns the text of the launcher for this platform. */
export function launcherText(dataDir: string, program: Program): string {
  return process.platform === "win32"
    ? cmdLauncher(program)
    : shLauncher(program, hooksDir(dataDir));
}

/**
 * Returns the launcher for sh. Without `hooks`, the folder of agents' events, it only starts
 * the command. Agents wait for their hooks, and starting Node would take longer than
 * everything a hook does. So the launcher handles hooks itself, in plain sh, just as
 * hooks/hookClient.ts does elsewhere: it writes the event to the inbox, starts a worker if
 * none is running, and before a tool runs gives the worker a moment to record what the
 * tool may destroy.
 */
export function shLauncher(
  { execPath, script }: Program,
  hooks?: string,
): string {
  return `#!/bin/sh
# Checkpoint's command. Checkpoint writes this file, and rewrites it when the program moves.
runtime=${quoted(execPath)}
script=${quoted(script)}
if [ ! -f "$script" ]; then
  # Uninstalled. Print nothing to an agent whose hooks are still there: the hook's
  # command line handles the failure.
  [ "$1" = hook ] || echo "Checkpoint is no longer installed at $script" >&2
  exit 1
fi
ELECTRON_RUN_AS_NODE=1
export ELECTRON_RUN_AS_NODE
${hooks === undefined ? "" : `hooks=${quoted(hooks)}\n${HOOK_IN_SH}`}exec "$runtime" "$script" "$@"
`;
}

// A hook with other options is left to the command, which parses them.
const HOOK_IN_SH = `own=$2
if [ "$1 $2 $4" = "hook generic --agent" ] && [ $# -eq 5 ]; then
  own=generic:$5
  set -- "$1" "$2" "$3"
fi
if [ "$1" = hook ] && [ $# -le 3 ] && [ -n "$2" ] && [ "\${2#-}" = "$2" ] && [ "\${3#-}" = "$3" ] && [ ! -t 0 ] && new=$(umask 077; mktemp "$hooks/inbox/.XXXXXXXXXX" 2>/dev/null); then
  agent=$own event=$3 name=$3
  case $event in '{'*) name= ;; esac
  {
    printf 'checkpoint-hook-1\\0%s\\0%s\\0%s\\0%s\\0%s\\0%s\\0%s\\0%s\\0' \\
      "$agent" "$name" "$PWD" "$CLAUDE_PROJECT_DIR" "$CURSOR_PROJECT_DIR" \\
      "$GEMINI_PROJECT_DIR" "$CURSOR_VERSION" "$CHECKPOINT_STORE"
    case $event in '{'*) printf %s "$event" ;; *) cat ;; esac
  } >"$new" 2>/dev/null
  # Cursor also runs hooks from other agents' settings, but expects its own answers.
  if [ -n "$CURSOR_VERSION" ] || { [ "$agent" = claude-code ] && grep -q '"cursor_version"' "$new" 2>/dev/null; }; then
    agent=cursor
  fi
  file=$hooks/inbox/\${new##*/.}.event
  mv -f "$new" "$file" 2>/dev/null
  pid=
  [ -f "$hooks/worker.pid" ] && read -r pid <"$hooks/worker.pid" 2>/dev/null
  # A zombie does not count as running; containers without an init keep them around.
  if [ -n "$pid" ] && [ -r "/proc/$pid/stat" ]; then
    read -r stat <"/proc/$pid/stat"
    case $stat in *') Z '*) pid= ;; esac
  fi
  set -- "$hooks"/inbox/*.event
  # If many events are waiting, the pid may meanwhile belong to a different process.
  if [ -z "$pid" ] || [ $# -gt 8 ] || ! kill -0 "$pid" 2>/dev/null; then
    alone=
    command -v setsid >/dev/null 2>&1 && alone=setsid
    (cd "$hooks" && exec $alone "$runtime" "\${script%/*}/${WORKER_BUNDLE}") </dev/null >/dev/null 2>&1 &
  fi
  case $name in
    PreToolUse | preToolUse | BeforeTool | beforeShellExecution | before-tool | pre_write_code | pre_run_command)
      # The tool starts now, so the guard may be partial.
      late() { [ -e "$file" ] && (umask 077; : >"$file.late") 2>/dev/null; }
      # An agent that stops a slow hook starts its tool, too. Failing might deny it the tool.
      trap 'late; exit 0' HUP INT TERM
      # Hundredths of a second, without starting a program where possible.
      clock() {
        if read -r now rest </proc/uptime; then
          # Without zeros in front, which would make it octal.
          now=\${now%.*}\${now#*.} now=\${now#0} now=\${now#0}
        else now=$(date +%s)00; fi 2>/dev/null
      }
      clock
      start=$now most=${PATIENCE_MS / 10}
      while [ -e "$file" ] && [ $((now - start)) -lt $most ]; do
        sleep 0.005 2>/dev/null || sleep 1
        # The worker is creating a guard, which is worth a longer wait.
        [ -e "$file.busy" ] && most=${GUARD_PATIENCE_MS / 10}
        clock
      done
      late
      ;;
  esac
  case $agent in
    ${ANSWERED.join(" | ")}) echo '${EMPTY_ANSWER}' ;;
    antigravity)
      case $name in
        PreToolUse) echo '${ALLOW_ANSWER}' ;;
        *) echo '${EMPTY_ANSWER}' ;;
      esac
      ;;
    cursor)
      case $name in
${CURSOR_ANSWERS.map(cursorCase).join("")}        *) echo '${EMPTY_ANSWER}' ;;
      esac
      ;;
  esac
  exit 0
fi
`;

/** Returns a line of a `case` in sh that ignores the case of the event's first letter. */
function cursorCase({ events, answer }: (typeof CURSOR_ANSWERS)[number]) {
  const either = (event: string) =>
    `[${event.charAt(0)}${event.charAt(0).toUpperCase()}]${event.slice(1)}`;
  return `        ${events.map(either).join(" | ")}) echo '${answer}' ;;\n`;
}

/** Returns the text of the launcher for Windows. */
export function cmdLauncher({ execPath, script }: Program): string {
  const lines = ["@echo off", "setlocal"];
  // cmd reads scripts in the console's code page, but this one is UTF-8.
  if (!isAscii(execPath + script)) lines.push("chcp 65001 >nul");
  lines.push(
    // After uninstalling, an agent whose hooks are still there must not fail.
    `if not exist "${forCmd(script)}" exit /b 0`,
    "set ELECTRON_RUN_AS_NODE=1",
    `"${forCmd(execPath)}" "${forCmd(script)}" %*`,
    "",
  );
  return lines.join("\r\n");
}
