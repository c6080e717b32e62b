import type { ErrorCode } from "../engine/model/errors";
import { l10n } from "./text/l10n";

/** A button on an error message: its text and its command. */
export interface ErrorAction {
  label: string;
  command: string;
  args: unknown[];
}

export interface ErrorLook {
  severity: "error" | "warning" | "info";
  actions: ErrorAction[];
}

/** Returns how prominently to show an error and what the user can do about it. */
export function actionsFor(code: ErrorCode): ErrorLook {
  switch (code) {
    case "quota":
      return look("warning", storage(), cleanUp());
    case "disk-full":
      return look("error", storage(), cleanUp());
    case "damaged":
      return look("error", verify(), showLog());
    case "over-budget":
      return look("warning", exclude());
    case "newer-format":
      return look("error", update());
    case "io":
    case "internal":
    case "wrong-root":
      return look("error", showLog());
    case "store-locked":
    case "plan-changed":
    case "refused":
    case "conflicts":
    case "protected":
    case "not-kept":
    case "not-allowed":
      return look("warning");
    case "nothing-to-undo":
    case "cancelled":
      return look("info");
    case "bad-input":
    case "bad-path":
    case "not-found":
    case "ambiguous":
      return look("error");
  }
}

// Functions, because the editor's language is only known at run time.
const showLog = () => button(l10n.t("Show Log"), "checkpoint.showLog");
const storage = () => button(l10n.t("Show Storage"), "checkpoint.showStorage");
const cleanUp = () => button(l10n.t("Clean Up"), "checkpoint.cleanUp");
const verify = () => button(l10n.t("Verify Store"), "checkpoint.verifyStore");
const exclude = () =>
  button(l10n.t("Exclude Folders..."), "checkpoint.excludeFolders");
const update = () =>
  button(l10n.t("Show Extensions"), "workbench.view.extensions");

function button(
  label: string,
  command: string,
  ...args: unknown[]
): ErrorAction {
  return { label, command, args };
}

function look(
  severity: ErrorLook["severity"],
  ...actions: ErrorAction[]
): ErrorLook {
  return { severity, actions };
}
