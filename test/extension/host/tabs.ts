import * as vscode from "vscode";

/**
 * Runs the work while the window appears to have only these tabs, the first one
 * active.
 */
export async function withTabs<T>(
  tabs: readonly Pick<vscode.Tab, "input" | "isDirty">[],
  work: () => Promise<T>,
): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(vscode.window, "tabGroups");
  const group = { tabs, activeTab: tabs[0] };
  Object.defineProperty(vscode.window, "tabGroups", {
    ...{ configurable: true, enumerable: true },
    value: { all: [group], activeTabGroup: group },
  });
  try {
    return await work();
  } finally {
    if (own) Object.defineProperty(vscode.window, "tabGroups", own);
  }
}
