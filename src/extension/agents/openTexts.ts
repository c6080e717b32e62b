import path from "node:path";
import * as vscode from "vscode";
import type { SettingsChange } from "../../answers/verbs";

const SCHEME = "checkpoint-settings";

/**
 * Shows files before and after, side by side, from memory; null means no file. Returns a function
 * that closes them.
 */
export async function openTexts(
  title: string,
  files: readonly Omit<SettingsChange, "action">[],
): Promise<vscode.Disposable> {
  const texts = new Map<string, string>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(
    SCHEME,
    {
      provideTextDocumentContent: ({ query }) => texts.get(query) ?? "",
    },
  );
  const put = (file: string, text: string | null): vscode.Uri => {
    const key = String(texts.size);
    texts.set(key, text ?? "");
    const name = path.basename(file);
    return vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: key });
  };
  const shown = files.map(
    ({ file, before, after }): [vscode.Uri, vscode.Uri, vscode.Uri] => [
      vscode.Uri.file(file),
      put(file, before),
      put(file, after),
    ],
  );
  if (shown.length > 0)
    await vscode.commands.executeCommand("vscode.changes", title, shown);
  return new vscode.Disposable(() => {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => tab.label.startsWith(title));
    void vscode.window.tabGroups.close(tabs);
    provider.dispose();
  });
}
