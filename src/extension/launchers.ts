import fs from "node:fs/promises";
import path from "node:path";
import { forCmd, isAscii, quoted } from "../agents/shellQuote";

export interface Runtime {
  /** The editor's own Node (or Electron, told to be one). */
  execPath: string;
  /** The bundle of the command. */
  script: string;
}

/** Returns the text of the `checkpoint` launcher for sh. */
export function shLauncher({ execPath, script }: Runtime): string {
  return [
    "#!/bin/sh",
    `ELECTRON_RUN_AS_NODE=1 exec ${quoted(execPath)} ${quoted(script)} "$@"`,
    "",
  ].join("\n");
}

/** Returns the text of `checkpoint.cmd` for Windows shells. */
export function cmdLauncher({ execPath, script }: Runtime): string {
  const lines = ["@echo off", "setlocal"];
  // cmd reads its files in the console's code page; ours is UTF-8.
  if (!isAscii(execPath + script)) lines.push("chcp 65001 >nul");
  lines.push(
    "set ELECTRON_RUN_AS_NODE=1",
    `"${forCmd(execPath)}" "${forCmd(script)}" %*`,
    "",
  );
  return lines.join("\r\n");
}

/**
 * Puts both launchers into a folder, unless they are there already. They name
 * this version's bundle, so each version writes them once.
 */
export async function writeLaunchers(
  folder: string,
  runtime: Runtime,
): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await Promise.all([
    writeOnce(path.join(folder, "checkpoint"), shLauncher(runtime)),
    writeOnce(path.join(folder, "checkpoint.cmd"), cmdLauncher(runtime)),
  ]);
}

async function writeOnce(file: string, text: string): Promise<void> {
  const present = await fs.readFile(file, "utf8").catch(() => null);
  if (present === text) return;
  // A rename: a shell that is just starting it must not read half of it.
  const temp = `${file}.${process.pid}.tmp`;
  await fs.writeFile(temp, text, { mode: 0o755 });
  await fs.chmod(temp, 0o755);
  await fs.rename(temp, file);
}
