import * as vscode from "vscode";
import type { VerifyResult } from "../../engine/api";
import type { FolderSession } from "../folders";
import { log } from "../log";
import { sizeText } from "../views/counts";
import type { Command } from "./commandContext";
import { pickFolder } from "./pickFolder";
import { recordedSessions } from "./sessions";
import { withCancel } from "./showProgress";

/** Reads the whole store and checks every content against its hash. */
export const verifyStore: Command = async ({ folders }) => {
  const title = vscode.l10n.t("Verify Store");
  const session = await pickFolder(recordedSessions(folders), title);
  if (!session) return;
  const result = await verify(session, false);
  if (result.ok) {
    session.isFoundSound();
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        "The history of {0} is sound: {1} contents, {2}.",
        session.folder.name,
        result.contents,
        sizeText(result.bytes),
      ),
    );
    return;
  }
  writeDown(result);
  const repair = vscode.l10n.t("Repair");
  const showLog = vscode.l10n.t("Show Log");
  const answer = await vscode.window.showErrorMessage(
    vscode.l10n.t(
      "The history of {0} is damaged in {1} places.",
      session.folder.name,
      result.damaged.length,
    ),
    repair,
    showLog,
  );
  if (answer === showLog) log.show();
  if (answer !== repair) return;
  const after = await verify(session, true);
  writeDown(after);
  if (after.ok) session.isFoundSound();
  void vscode.window.showInformationMessage(
    after.lost.length === 0
      ? vscode.l10n.t("Repaired: nothing is lost.")
      : vscode.l10n.t(
          "Repaired as far as possible: {0} file versions are lost. The log names them.",
          after.lost.length,
        ),
  );
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
