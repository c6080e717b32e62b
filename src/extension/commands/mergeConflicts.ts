import * as vscode from "vscode";
import type { Conflict, Resolution } from "../../engine/api";
import { baseOf } from "../../engine/model/workspacePath";
import {
  MERGE_SCHEME,
  type MergeFileSystem,
} from "../documents/mergeFileSystem";
import { log } from "../log";
import { inform } from "../notify";
import {
  canBeMerged,
  hasMarkers,
  startText,
  withoutMark,
} from "./conflictText";
import { noIcons } from "./quickPickText";

type Decisions = Record<string, Resolution>;

interface ConflictItem extends vscode.QuickPickItem {
  conflict: Conflict | undefined;
}

/**
 * Lets a person decide each conflict, in the merge editor or by taking a side.
 * Results are saved to memory: the workspace is not written here. Returns
 * undefined when the person gives up.
 */
export async function decideConflicts(
  merges: MergeFileSystem,
  conflicts: readonly Conflict[],
): Promise<Decisions | undefined> {
  const decisions: Decisions = {};
  // Kept until the next time: an editor may still look at the last ones.
  merges.clear();
  for (;;) {
    const picked = await pickConflict(conflicts, decisions);
    if (picked === "apply") return decisions;
    if (picked === undefined) return undefined;
    const resolution = await decideOne(merges, picked);
    if (resolution !== undefined) decisions[picked.path] = resolution;
  }
}

async function pickConflict(
  conflicts: readonly Conflict[],
  decisions: Decisions,
): Promise<Conflict | "apply" | undefined> {
  const open = conflicts.filter(({ path }) => !(path in decisions));
  if (open.length === 0) return "apply";
  const items = conflicts.map((conflict): ConflictItem => {
    const isDecided = conflict.path in decisions;
    return {
      label: noIcons(conflict.path),
      description: isDecided
        ? vscode.l10n.t("decided")
        : vscode.l10n.t("changed since in the same place"),
      iconPath: new vscode.ThemeIcon(isDecided ? "pass" : "git-merge"),
      conflict,
    };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title:
      open.length === 1
        ? vscode.l10n.t("1 file to decide")
        : vscode.l10n.t("{0} files to decide", open.length),
    placeHolder: vscode.l10n.t(
      "Choose a file; nothing is written before all are decided",
    ),
    ignoreFocusOut: true,
  });
  return picked?.conflict;
}

async function decideOne(
  merges: MergeFileSystem,
  conflict: Conflict,
): Promise<Resolution | undefined> {
  const merge = {
    label: vscode.l10n.t("Open in Merge Editor"),
    iconPath: new vscode.ThemeIcon("git-merge"),
    answer: "merge" as const,
  };
  const ours = {
    label: vscode.l10n.t("Keep what is there now"),
    iconPath: new vscode.ThemeIcon("arrow-left"),
    answer: "ours" as const,
  };
  const theirs = {
    label: vscode.l10n.t("Take what was there before the change"),
    iconPath: new vscode.ThemeIcon("history"),
    answer: "theirs" as const,
  };
  const sides = [ours, theirs];
  const items = canBeMerged(conflict) ? [merge, ...sides] : sides;
  const picked = await vscode.window.showQuickPick<(typeof items)[number]>(
    items,
    { title: conflict.path, ignoreFocusOut: true },
  );
  if (picked?.answer !== "merge") return picked?.answer;
  const text = await mergeInEditor(merges, conflict);
  return text === undefined ? undefined : { text };
}

/** Opens the merge editor and waits for a saved result without markers. */
async function mergeInEditor(
  merges: MergeFileSystem,
  conflict: Conflict,
): Promise<string | undefined> {
  const put = (side: string, text: string | null): vscode.Uri => {
    const uri = vscode.Uri.from({
      scheme: MERGE_SCHEME,
      path: `/${conflict.path}`,
      query: side,
    });
    merges.put(uri, text ?? "");
    return uri;
  };
  const base = put("base", conflict.base);
  const output = put("result", startText(conflict));
  const now = put("now", conflict.ours);
  const before = put("before", conflict.theirs);
  const start = followStart(output);
  try {
    await vscode.commands.executeCommand("_open.mergeEditor", {
      base,
      input1: { uri: now, title: vscode.l10n.t("Now") },
      input2: { uri: before, title: vscode.l10n.t("Before the change") },
      output,
    });
  } catch (error) {
    // Not a public command: without it the markers are edited as text.
    log.warn("The merge editor could not be opened", { reason: String(error) });
    start.dispose();
    await vscode.window.showTextDocument(output, { preview: false });
  }
  // The editor's own button for it is git's alone.
  void inform(
    vscode.l10n.t(
      "Decide the conflicts of {0}, then save the result.",
      baseOf(conflict.path),
    ),
  );
  const isDecided = (saved: string): boolean => {
    const text = withoutMark(saved);
    return !hasMarkers(text) && text !== start.text;
  };
  try {
    return await waitForResult(merges, output, {
      name: baseOf(conflict.path),
      isDecided,
    });
  } finally {
    start.dispose();
  }
}

/**
 * Notes what the merge editor makes of the text with markers: each conflict as it
 * was before either side changed it. Whoever saves just that has decided nothing.
 */
function followStart(
  output: vscode.Uri,
): vscode.Disposable & { text?: string } {
  const start: vscode.Disposable & { text?: string } = {
    dispose: () => void listening.dispose(),
  };
  const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.toString() !== output.toString()) return;
    const text = document.getText();
    if (start.text === undefined && !hasMarkers(text)) start.text = text;
  });
  return start;
}

function waitForResult(
  merges: MergeFileSystem,
  output: vscode.Uri,
  { name, isDecided }: { name: string; isDecided: (text: string) => boolean },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const listeners: vscode.Disposable[] = [];
    const end = (text: string | undefined): void => {
      for (const each of listeners) each.dispose();
      resolve(text);
    };
    const decided = (): string | undefined => {
      const text = merges.savedText(output);
      return text !== undefined && isDecided(text) ? text : undefined;
    };
    listeners.push(
      // After the editor's own bookkeeping: before, closing it would ask.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.toString() !== output.toString()) return;
        const text = decided();
        if (text !== undefined) {
          end(text);
          void closeTabs(output);
        } else
          void inform(
            vscode.l10n.t("{0} still has conflicts to decide.", name),
          );
      }),
      // Closed without saving: nothing is decided, and it is asked for again.
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        const isClosed = closed.some(({ input }) => shows(input, output));
        // Not one that was moved to another group.
        if (isClosed && tabsOf(output).length === 0) end(decided());
      }),
    );
  });
}

async function closeTabs(output: vscode.Uri): Promise<void> {
  const tabs = tabsOf(output).filter(({ isDirty }) => !isDirty);
  await vscode.window.tabGroups.close(tabs);
}

function tabsOf(output: vscode.Uri): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => shows(input, output));
}

function shows(input: unknown, output: vscode.Uri): boolean {
  const uri =
    input instanceof vscode.TabInputText
      ? input.uri
      : (input as { result?: vscode.Uri } | undefined)?.result;
  return uri?.toString() === output.toString();
}
