import * as vscode from "vscode";
import type { SearchHit } from "../../engine/api";
import { baseOf } from "../../engine/model/workspacePath";
import { momentUri } from "../documents/checkpointUri";
import type { FolderSession } from "../session/folders";
import { inform, warn } from "../notify";
import { lastingTimeStyle, timeStyle } from "../timeline/viewSettings";
import type { Command } from "../commands/commandContext";
import { noIcons } from "../text/quickPickText";
import { restoreWords } from "../restore/restore";
import { restoreFlow } from "../restore/restoreFlow";
import { restoreStep } from "../restore/restoreStep";
import { runCommand } from "../commands/runCommand";
import { recordedSessions } from "../commands/sessions";
import { withCancel } from "../commands/showProgress";
import { stillThereText, tooSlowText } from "../../wording/search";
import { exactTime, shortTime } from "../../wording/times";
import { lifeText } from "../../wording/life";
import { voice } from "../text/voice";

const LIMIT = 200;
const LINES_PER_FILE = 5;

interface HitItem extends vscode.QuickPickItem {
  hit?: { session: FolderSession; hit: SearchHit; line: number };
}

/** Searches the contents of every version, for example to find when a line disappeared. */
export const searchHistory: Command = async ({ folders }) => {
  const sessions = recordedSessions(folders);
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Search History"),
    prompt: vscode.l10n.t(
      "Text to find in every recorded version, or a regular expression between slashes: /time(out|r)/",
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
            separator(
              vscode.l10n.t("There are more results. Narrow the search."),
            ),
          );
      }
      return found;
    },
  );
  // Files whose search timed out may match, so “not found” alone would be wrong.
  if (slow.length > 0)
    void warn(
      `${tooSlowText(slow.length, voice)} ${vscode.l10n.t("The first is {0}.", slow[0] ?? "")}`,
    );
  if (items.length === 0) {
    if (slow.length > 0) return;
    void inform(
      vscode.l10n.t("“{0}” was not found in any recorded version.", text),
    );
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
  const end = [
    // Whoever removed it is named.
    hit.vanished ? "" : stillThereText(hit.current, voice),
    last && !hit.current ? vscode.l10n.t("last in #{0}", last.number) : "",
  ]
    .filter(Boolean)
    .join(", ");
  const life = lifeText(hit, (at) => shortTime(at, time, voice), voice);
  return hit.lines
    .slice(0, LINES_PER_FILE)
    .map(({ line, text }, n): HitItem => ({
      ...(n === 0 ? { detail: noIcons(end ? `${life} (${end})` : life) } : {}),
      label: noIcons(text.trim().slice(0, 160)) || " ",
      // Not as a heading: that takes its width from who removed the line, and when.
      description: noIcons(`${file}:${line}`),
      buttons: [
        {
          iconPath: new vscode.ThemeIcon("discard"),
          tooltip: vscode.l10n.t("Restore This Version..."),
        },
      ],
      hit: { session, hit, line },
    }));
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
    `${baseOf(hit.path)} (${shortTime(hit.lastAt, lastingTimeStyle(), voice)})`,
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
