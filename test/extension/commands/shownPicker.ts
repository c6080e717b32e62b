import * as vscode from "vscode";
import { until } from "../host/support";

type Picker = vscode.QuickPick<vscode.QuickPickItem>;

/** Runs the work; returns the list that it shows to choose from. */
export async function shownBy(work: () => void): Promise<Picker> {
  const window = vscode.window as { createQuickPick: () => Picker };
  const { createQuickPick } = window;
  let shown: Picker | undefined;
  window.createQuickPick = () => {
    const picker = createQuickPick();
    const show = picker.show.bind(picker);
    // What is hidden before it is shown never says that it is hidden.
    picker.show = () => {
      show();
      shown = picker;
    };
    return picker;
  };
  try {
    work();
    return await until("a list to choose from is shown", () => shown);
  } finally {
    window.createQuickPick = createQuickPick;
  }
}
