import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { makeFolders } from "../../base/makeFolders";
import { problem } from "../../engine/model/errors";
import { endOfLinks } from "../../host/endOfLinks";
import { writePrivateFile } from "../../host/privateFile";
import { dropLedger, writeLedger } from "./ledger";
import { runOwn } from "./ownCommand";
import {
  mustStayInside,
  readText,
  type ConnectPlan,
  type FileEdit,
} from "./planConnect";
import { SKILL } from "./skillFile";

/** What was done, and what is left for the user to do. */
export interface ConnectReport {
  written: string[];
  removed: string[];
  /** The agent's own commands that ran. */
  ran: string[][];
  /** The agent's own commands that failed, for the user to run. */
  toRun: string[][];
}

/**
 * Carries out the plan. Each file is backed up and then replaced atomically. If one cannot
 * be written, the files already written are rolled back.
 */
export function applyConnect(
  plan: ConnectPlan,
  dataDir: string,
  runCommand: typeof runOwn = runOwn,
): ConnectReport {
  const report: ConnectReport = {
    written: [],
    removed: [],
    ran: [],
    toRun: [],
  };
  for (const edit of plan.edits) {
    mustStayInside(edit.file, plan.place);
    mustBeAsPlanned(edit);
  }
  for (const [at, edit] of plan.edits.entries()) {
    try {
      backUp(edit, dataDir);
      put(edit.file, edit.after, edit.mode);
    } catch (error) {
      for (const done of plan.edits.slice(0, at)) put(done.file, done.before);
      throw error;
    }
    (edit.after === null ? report.removed : report.written).push(edit.file);
  }
  for (const edit of plan.edits)
    if (plan.isRemoval) dropLedger(dataDir, edit.file);
    else writeLedger(dataDir, edit.file, edit.clean, edit.after ?? "");
  for (const { command, args } of plan.commands) {
    const isDone = runCommand(command, args, plan.place.workspace);
    (isDone ? report.ran : report.toRun).push([command, ...args]);
  }
  return report;
}

/**
 * Throws if the file changed since it was planned: the user may take long to confirm, and
 * agents write their settings too.
 */
function mustBeAsPlanned({ file, before }: FileEdit): void {
  if (readText(file) === before) return;
  throw problem("agent-settings-changed", { file });
}

/** Saves a copy of the original file in the data folder. */
function backUp({ file, before }: FileEdit, dataDir: string): void {
  if (before === null) return;
  const stamp = new Date().toISOString().replace(/[:.]/g, "-");
  const copy = path.join(dataDir, "backups", `${stamp}-${path.basename(file)}`);
  try {
    writePrivateFile(copy, before);
  } catch (error) {
    const data = { file: copy, original: file };
    throw problem("agent-backup-failed", data, error);
  }
}

/** Replaces a file's text, or removes the file if the text is null. */
function put(file: string, text: string | null, mode?: number): void {
  try {
    // Write to the link's target, so that the link remains.
    const target = endOfLinks(path.resolve(file));
    if (text !== null) replaceFile(target, text, mode);
    else {
      fs.rmSync(target, { force: true });
      removeSkillFolder(path.dirname(target));
    }
  } catch (error) {
    throw problem("agent-settings-not-written", { file }, error);
  }
}

/** Removes the folders that were created for the skill, if nothing else is in them. */
function removeSkillFolder(folder: string): void {
  if (path.basename(folder) !== SKILL) return;
  try {
    fs.rmdirSync(folder);
    fs.rmdirSync(path.dirname(folder));
  } catch {
    // Something else is in it, or it is a link.
  }
}

/** Replaces a file atomically and keeps its permissions. */
function replaceFile(target: string, text: string, newMode = 0o600): void {
  const mode = fs.statSync(target, { throwIfNoEntry: false })?.mode;
  // Agents run what their settings say, so other accounts must not be able to write there.
  makeFolders(path.dirname(target), 0o755);
  const temp = `${target}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    const bits = mode === undefined ? newMode : mode & 0o777;
    const fd = fs.openSync(temp, "wx", bits);
    try {
      fs.writeFileSync(fd, text);
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    if (mode !== undefined) fs.chmodSync(temp, bits);
    fs.renameSync(temp, target);
  } catch (error) {
    fs.rmSync(temp, { force: true });
    throw error;
  }
}
