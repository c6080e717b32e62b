import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { CheckpointError } from "../../engine/model/errors";
import { writePrivateFile } from "../../host/privateFile";
import { dropLedger, writeLedger } from "./ledger";
import { runOwn } from "./ownCommand";
import { readText, type ConnectPlan, type FileEdit } from "./planConnect";

/** What was done, and what a person has to do themselves. */
export interface ConnectReport {
  written: string[];
  removed: string[];
  /** Commands of the agent that ran, and those that could not. */
  ran: string[][];
  toRun: string[][];
}

/**
 * Writes what the plan says: each file is kept in a backup first and replaced in
 * one step. If one cannot be written, those before it are put back.
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
  for (const edit of plan.edits) mustBeAsPlanned(edit);
  for (const [at, edit] of plan.edits.entries()) {
    try {
      backUp(edit, dataDir);
      put(edit.file, edit.after);
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

/** A person may take long to agree, and agents write their settings too. */
function mustBeAsPlanned({ file, before }: FileEdit): void {
  if (readText(file) === before) return;
  throw new CheckpointError("plan-changed", `${file} was changed meanwhile.`, {
    hint: "Try again, and look at what would be written now; nothing was changed.",
    data: { file },
  });
}

/** A copy of the file as it was, in the data folder. */
function backUp({ file, before }: FileEdit, dataDir: string): void {
  if (before === null) return;
  const stamp = new Date().toISOString().replace(/[:.]/g, "-");
  const copy = path.join(dataDir, "backups", `${stamp}-${path.basename(file)}`);
  try {
    writePrivateFile(copy, before);
  } catch (error) {
    throw new CheckpointError("io", `${file} could not be kept in ${copy}.`, {
      hint: "Check the permissions of that folder; every file is as it was.",
      data: { file: copy },
      cause: error,
    });
  }
}

/** Makes a file hold a text, or with null takes it away. */
function put(file: string, text: string | null): void {
  try {
    const target = targetOf(file);
    if (text === null) fs.rmSync(target, { force: true });
    else replaceFile(target, text);
  } catch (error) {
    throw new CheckpointError("io", `${file} could not be written.`, {
      hint: "Check its permissions; every file is as it was.",
      data: { file },
      cause: error,
    });
  }
}

const MOST_LINKS = 40;

/** Where the file itself is, or would be: a link stays a link. */
function targetOf(file: string): string {
  let at = file;
  for (let links = 0; links < MOST_LINKS; links++) {
    const stat = fs.lstatSync(at, { throwIfNoEntry: false });
    if (!stat?.isSymbolicLink()) return at;
    const folder = fs.realpathSync.native(path.dirname(at));
    at = path.resolve(folder, fs.readlinkSync(at));
  }
  return file;
}

/** Replaces a file in one step; permissions stay. */
function replaceFile(target: string, text: string): void {
  const mode = fs.statSync(target, { throwIfNoEntry: false })?.mode;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const temp = `${target}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    const bits = mode === undefined ? 0o600 : mode & 0o777;
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
