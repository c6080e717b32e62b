import * as vscode from "vscode";
import type { VerifyResult } from "../../engine/api";
import type { FolderSession } from "../folders";
import { log } from "../log";
import { alarm, inform, warn } from "../notify";
import type { Command } from "./commandContext";
import { pickFolder } from "./pickFolder";
import { recordedSessions } from "./sessions";
import { withCancel } from "./showProgress";
import { damagedText, repairedText, soundText } from "./verifyText";

/** Reads the whole store and checks every content against its hash. */
export const verifyStore: Command = async ({ folders }) => {
  const title = vscode.l10n.t("Verify Store");
  const session = await pickFolder(recordedSessions(folders), title);
  if (!session) return;
  const { name } = session.folder;
  const result = await verify(session, false);
  if (result.ok) {
    const wasDamaged = session.problem?.code === "damaged";
    session.forgetDamage();
    void inform(soundText(name, result, wasDamaged));
    return;
  }
  writeDown(result);
  const repair = vscode.l10n.t("Repair");
  const showLog = vscode.l10n.t("Show Log");
  const answer = await alarm(damagedText(name, result), repair, showLog);
  if (answer === showLog) log.show();
  if (answer !== repair) return;
  const after = await verify(session, true);
  writeDown(after);
  // What a repair reports is what it found; what is left, only a look can tell.
  const now = await verify(session, false);
  session.forgetDamage();
  const text = repairedText(name, after, now);
  if (now.ok) void inform(text);
  else if ((await warn(text, showLog)) === showLog) log.show();
};

function verify(
  session: FolderSession,
  repair: boolean,
): Thenable<VerifyResult> {
  return withCancel(
    repair ? vscode.l10n.t("Repairing") : vscode.l10n.t("Verifying"),
    (call) => session.engine.verify({ repair }, call),
  );
}

function writeDown({ damaged, lost, repaired }: VerifyResult): void {
  for (const damage of damaged) log.warn("Damaged", { ...damage });
  for (const file of repaired) log.info("Repaired", { file });
  for (const version of lost) log.warn("Lost", { ...version });
}
