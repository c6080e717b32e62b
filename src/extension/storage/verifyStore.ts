import * as vscode from "vscode";
import type { VerifyResult } from "../../engine/api";
import type { FolderSession } from "../session/folders";
import { log } from "../log";
import { alarm, inform, warn } from "../notify";
import type { Command } from "../commands/commandContext";
import { pickFolder } from "../commands/pickFolder";
import { recordedSessions } from "../commands/sessions";
import { withCancel } from "../commands/showProgress";
import {
  damageFoundText,
  intactText,
  repairedText,
} from "../../wording/verify";
import { shorten } from "../text/markdown";
import { voice } from "../text/voice";

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
    void inform(intactText(name, result, voice, wasDamaged));
    return;
  }
  writeDown(result);
  const repair = vscode.l10n.t("Repair");
  const showLog = vscode.l10n.t("Show Log");
  const answer = await alarm(
    damageFoundText(name, result, voice, shown),
    repair,
    showLog,
  );
  if (answer === showLog) log.show();
  if (answer !== repair) return;
  const after = await verify(session, true);
  writeDown(after);
  // A repair reports what it found; only another check shows what is left.
  const now = await verify(session, false);
  session.forgetDamage();
  const text = repairedText(name, after, now, voice, shown);
  if (now.ok) void inform(text);
  else if ((await warn(text, showLog)) === showLog) log.show();
};

function shown(path: string): string {
  return shorten(path, 90);
}

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
