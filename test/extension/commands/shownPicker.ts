import * as vscode from "vscode";
import { until } from "../host/support";

type Picker = vscode.QuickPick<vscode.QuickPickItem>;

/** Runs the work; returns the quick pick that it shows. */
export async function shownBy(work: () => void): Promise<Picker> {
  const window = vscode.window as { createQuickPick: () => Picker };
  const { createQuickPick } = window;
  let shown: Picker | undefined;
  window.createQuickPick = () => {
    const picker = createQuickPick();
    const show = picker.show.bind(picker);
    // A picker that is hidden before it is shown never reports it.
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

/** Chooses the first row of a list, as Enter does. */
export async function chooseFirst(picker: Picker): Promise<void> {
  // The active item is known only once the rows are rendered.
  await until("there are rows", () => picker.activeItems.length > 0);
  await vscode.commands.executeCommand(
    "workbench.action.acceptSelectedQuickOpenItem",
  );
}
