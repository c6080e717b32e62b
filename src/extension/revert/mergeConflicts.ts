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
  isMergedByLines,
  startText,
  undoneToo,
  withoutMark,
} from "./conflictText";
import type { KeptDecisions } from "./keptDecisions";
import { noIcons } from "../text/quickPickText";

/** What was chosen in the list: one file, or an answer for all that are open. */
type Choice =
  | { file: Conflict }
  | { all: (conflict: Conflict) => Resolution }
  | undefined;

interface ChoiceItem extends vscode.QuickPickItem {
  choice?: Choice;
}

/**
 * Lets the user resolve the conflicts of a revert: each in the merge editor or by choosing a side,
 * or all open ones at once. Each decision is saved immediately; the workspace is not written here.
 * Returns false if the user leaves before all are resolved. `title` names the revert.
 */
export async function decideConflicts(
  merges: MergeFileSystem,
  conflicts: readonly Conflict[],
  kept: KeptDecisions,
  title: string,
): Promise<boolean> {
  // Old texts are kept until now, because an editor may still show them.
  merges.clear();
  for (;;) {
    const open = conflicts.filter((each) => kept.of(each) === undefined);
    if (open.length === 0) return true;
    const choice = await choose(conflicts, open, kept, title);
    if (choice === undefined) return false;
    if ("all" in choice)
      for (const each of open) kept.keep(each, choice.all(each));
    else {
      const resolution = await decideOne(merges, choice.file);
      if (resolution !== undefined) kept.keep(choice.file, resolution);
    }
  }
}

async function choose(
  conflicts: readonly Conflict[],
  open: readonly Conflict[],
  kept: KeptDecisions,
  title: string,
): Promise<Choice> {
  const isOne = open.length === 1;
  const items: ChoiceItem[] = [
    ...conflicts.map((conflict): ChoiceItem => {
      const isOpen = open.includes(conflict);
      return {
        label: noIcons(conflict.path),
        description: isOpen
          ? kept.isStale(conflict)
            ? vscode.l10n.t("changed since you resolved it")
            : whyText(conflict)
          : vscode.l10n.t("resolved"),
        iconPath: new vscode.ThemeIcon(isOpen ? "git-merge" : "pass"),
        choice: { file: conflict },
      };
    }),
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    {
      label: isOne
        ? vscode.l10n.t("Keep Mine")
        : vscode.l10n.t("Keep Mine Everywhere"),
      description: leftText(open.length),
      detail: isOne
        ? vscode.l10n.t("The file stays as it is now.")
        : vscode.l10n.t("These files stay as they are now."),
      iconPath: new vscode.ThemeIcon("arrow-left"),
      choice: { all: () => "ours" },
    },
    {
      label: isOne
        ? vscode.l10n.t("Undo the Change Here Too")
        : vscode.l10n.t("Undo Everywhere"),
      description: leftText(open.length),
      detail: open.every(isMergedByLines)
        ? vscode.l10n.t(
            "The conflicting lines go back to before the change; other later edits stay.",
          )
        : vscode.l10n.t(
            "The conflicting lines go back to before the change; files without lines to merge go back as a whole.",
          ),
      iconPath: new vscode.ThemeIcon("history"),
      choice: { all: undoneToo },
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: conflictsTitle(title, open.length, conflicts.length),
    placeHolder: vscode.l10n.t(
      "Choose a file. Nothing is written until all conflicts are resolved.",
    ),
    ignoreFocusOut: true,
  });
  return picked?.choice;
}

/** For instance “Revert “Use integers for money”: 2 conflicts”. */
function conflictsTitle(title: string, open: number, all: number): string {
  if (open < all)
    return vscode.l10n.t("{0}: {1} of {2} conflicts left", title, open, all);
  return all === 1
    ? vscode.l10n.t("{0}: 1 conflict", title)
    : vscode.l10n.t("{0}: {1} conflicts", title, all);
}

function leftText(open: number): string {
  return open === 1
    ? vscode.l10n.t("1 unresolved file")
    : vscode.l10n.t("{0} unresolved files", open);
}

function whyText(conflict: Conflict): string {
  if (isMergedByLines(conflict))
    return vscode.l10n.t("conflict: same lines edited later");
  if (conflict.ours === null && !conflict.binary)
    return vscode.l10n.t("conflict: deleted later");
  return vscode.l10n.t("conflict: changed again later");
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
    label: vscode.l10n.t("Keep Mine"),
    detail: vscode.l10n.t("The file stays as it is now."),
    iconPath: new vscode.ThemeIcon("arrow-left"),
    answer: "ours" as const,
  };
  const theirs = {
    label: vscode.l10n.t("Undo the Change Here Too"),
    detail: isMergedByLines(conflict)
      ? vscode.l10n.t(
          "The conflicting lines go back to before the change; other later edits stay.",
        )
      : vscode.l10n.t("The whole file goes back to before the change."),
    iconPath: new vscode.ThemeIcon("history"),
    answer: "theirs" as const,
  };
  const sides = [ours, theirs];
  const items = canBeMerged(conflict) ? [merge, ...sides] : sides;
  const picked = await vscode.window.showQuickPick<(typeof items)[number]>(
    items,
    {
      title: conflict.path,
      placeHolder: whyText(conflict),
      ignoreFocusOut: true,
    },
  );
  if (picked?.answer === "theirs") return undoneToo(conflict);
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
    // This is not a public command; without it the markers are edited as text.
    log.warn("The merge editor could not be opened", { reason: String(error) });
    start.dispose();
    await vscode.window.showTextDocument(output, { preview: false });
  }
  // The editor's own button for this only supports git.
  void inform(
    vscode.l10n.t(
      "Resolve the conflicts in {0}, then save the result.",
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
 * Captures the merge editor's initial result: each conflict as it was before either side changed
 * it. Saving exactly that resolves nothing.
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
      // After the editor has updated its own state; earlier, closing it would prompt.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.toString() !== output.toString()) return;
        const text = decided();
        if (text !== undefined) {
          end(text);
          void closeTabs(output);
        } else
          void inform(
            vscode.l10n.t("{0} still has unresolved conflicts.", name),
          );
      }),
      // It was closed without saving: nothing is resolved, and the user is asked again.
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        const isClosed = closed.some(({ input }) => shows(input, output));
        // Ignore a tab that was moved to another group.
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
