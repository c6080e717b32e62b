import * as vscode from "vscode";
import type { SearchHit } from "../../engine/api";
import { baseOf } from "../../engine/model/workspacePath";
import { momentUri } from "../documents/checkpointUri";
import type { FolderSession } from "../folders";
import { inform, warn } from "../notify";
import { filesText } from "../views/counts";
import { exactTime, shortTime } from "../views/times";
import { lastingTimeStyle, timeStyle } from "../views/viewSettings";
import type { Command } from "./commandContext";
import { noIcons } from "./quickPickText";
import { restoreWords } from "./restore";
import { restoreFlow, restoreStep } from "./restoreFlow";
import { runCommand } from "./runCommand";
import { recordedSessions } from "./sessions";
import { withCancel } from "./showProgress";

const LIMIT = 200;
const LINES_PER_FILE = 5;

interface HitItem extends vscode.QuickPickItem {
  hit?: { session: FolderSession; hit: SearchHit; line: number };
}

/** Searches the contents of every version: when did this line vanish? */
export const searchHistory: Command = async ({ folders }) => {
  const sessions = recordedSessions(folders);
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Search History"),
    prompt: vscode.l10n.t(
      "Text to look for in every recorded version, or a regular expression between slashes: /time(out|r)/",
    ),
    value: selectedText(),
  });
  if (!text) return;
  const slow: string[] = [];
  const items = await withCancel(
    vscode.l10n.t("Searching history for “{0}”", text),
    async (call) => {
      const found: HitItem[] = [];
      for (const session of sessions) {
        const { hits, truncated, tooSlow } = await session.engine.search(
          { ...toRequest(text), limit: LIMIT },
          call,
        );
        slow.push(...(tooSlow ?? []));
        for (const hit of hits)
          found.push(...itemsOf(session, hit, sessions.length > 1));
        if (truncated)
          found.push(
            separator(vscode.l10n.t("There is more: narrow the search")),
          );
      }
      return found;
    },
  );
  // What was given up may hold it: “none” alone would not be true.
  if (slow.length > 0)
    void warn(
      vscode.l10n.t(
        "The expression takes too long on {0}, which could not be searched. The first is {1}.",
        filesText(slow.length),
        slow[0] ?? "",
      ),
    );
  if (items.length === 0) {
    if (slow.length > 0) return;
    void inform(vscode.l10n.t("No recorded version holds “{0}”.", text));
    return;
  }
  await browse(text, items);
};

async function browse(text: string, items: HitItem[]): Promise<void> {
  const picker = vscode.window.createQuickPick<HitItem>();
  picker.title = vscode.l10n.t("History of “{0}”", text);
  picker.placeholder = vscode.l10n.t("Choose a line to see the file as it was");
  picker.matchOnDescription = true;
  picker.items = items;
  picker.onDidAccept(() => {
    const hit = picker.selectedItems[0]?.hit;
    if (!hit) return;
    picker.hide();
    void runCommand(() => open(hit));
  });
  picker.onDidTriggerItemButton(({ item: { hit } }) => {
    if (!hit) return;
    picker.hide();
    const { session, hit: found } = hit;
    const words = restoreWords(
      exactTime(found.lastAt, vscode.env.language),
      baseOf(found.path),
    );
    const step = { to: `@${found.lastMoment}`, paths: [found.path] };
    void runCommand(() => restoreFlow([restoreStep(session, step)], words));
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();
}

function itemsOf(
  session: FolderSession,
  hit: SearchHit,
  namesFolder: boolean,
): HitItem[] {
  const time = timeStyle();
  const file = namesFolder ? `${session.folder.name}/${hit.path}` : hit.path;
  const last = hit.lastCheckpoint ?? hit.firstCheckpoint;
  const where = [
    hit.current
      ? vscode.l10n.t("still there")
      : vscode.l10n.t("no longer there"),
    last && !hit.current ? vscode.l10n.t("last in #{0}", last.number) : "",
  ]
    .filter(Boolean)
    .join(", ");
  return [
    separator(`${file} (${where})`),
    ...hit.lines.slice(0, LINES_PER_FILE).map(({ line, text }): HitItem => ({
      label: noIcons(text.trim().slice(0, 160)) || " ",
      description: vscode.l10n.t(
        "line {0}, {1}",
        line,
        shortTime(hit.lastAt, time),
      ),
      buttons: [
        {
          iconPath: new vscode.ThemeIcon("discard"),
          tooltip: vscode.l10n.t("Restore This Version..."),
        },
      ],
      hit: { session, hit, line },
    })),
  ];
}

async function open({
  session,
  hit,
  line,
}: NonNullable<HitItem["hit"]>): Promise<void> {
  const start = new vscode.Position(Math.max(0, line - 1), 0);
  await vscode.commands.executeCommand(
    "vscode.open",
    momentUri(
      session,
      hit.path,
      hit.lastMoment,
      hit.unsaved ? "unsaved" : "disk",
    ),
    { preview: true, selection: new vscode.Range(start, start) },
    `${baseOf(hit.path)} (${shortTime(hit.lastAt, lastingTimeStyle())})`,
  );
}

function toRequest(text: string): { text: string } | { regex: string } {
  const regex = /^\/(.+)\/$/.exec(text)?.[1];
  return regex === undefined ? { text } : { regex };
}

function separator(label: string): HitItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  const text = editor?.document.getText(editor.selection) ?? "";
  return text.includes("\n") ? "" : text;
}
