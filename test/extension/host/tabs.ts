import * as vscode from "vscode";

/** Does the work while the window seems to have these tabs alone, the first in front. */
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
