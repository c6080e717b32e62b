import * as vscode from "vscode";
import type { RestoreEntry } from "../../engine/model/restorePlan";
import type { FolderSession, Folders } from "../session/folders";
import { isRecorded } from "../timeline/recorded";
import { log } from "../log";
import { deedSentence } from "../../wording/restores";
import { voice } from "../text/voice";

/** How long after a restore the status bar offers to undo it. */
export const OFFERED_MS = 10 * 60_000;

interface Offer {
  session: FolderSession;
  restore: RestoreEntry;
}

/**
 * The status bar's offer to undo the latest restore, for a while after it. What can be undone is
 * asked of the history, so the offer is there after a reload too.
 */
export class UndoOffer implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly disposables: { dispose(): void }[] = [];
  private sessions: { dispose(): void }[] = [];
  private readonly latest = new Map<FolderSession, RestoreEntry>();
  private ending: NodeJS.Timeout | undefined;

  constructor(private readonly folders: Folders) {
    this.item = vscode.window.createStatusBarItem(
      "checkpoint.undo",
      vscode.StatusBarAlignment.Left,
      -11,
    );
    this.item.name = vscode.l10n.t("Checkpoint: Undo Restore");
    this.disposables.push(
      this.item,
      folders.onDidChangeFolders(() => this.follow()),
      folders.onDidChange(({ session, event }) => {
        if (event.type === "restored" || event.type === "refreshed")
          void this.learn(session);
      }),
      { dispose: () => clearTimeout(this.ending) },
    );
    this.follow();
  }

  dispose(): void {
    for (const each of [...this.disposables, ...this.sessions]) each.dispose();
  }

  private follow(): void {
    for (const each of this.sessions) each.dispose();
    const { all } = this.folders;
    for (const session of [...this.latest.keys()])
      if (!all.includes(session)) this.latest.delete(session);
    let known = new Set<FolderSession>();
    const learnOnce = (session: FolderSession): void => {
      if (!isRecorded(session) || known.has(session)) return;
      known = known.add(session);
      void this.learn(session);
    };
    this.sessions = all.map((session) =>
      session.onDidChangeState(() => learnOnce(session)),
    );
    all.forEach(learnOnce);
    this.show();
  }

  private async learn(session: FolderSession): Promise<void> {
    try {
      const { undo } = await session.engine.status();
      if (undo) this.latest.set(session, undo);
      else this.latest.delete(session);
      this.show();
    } catch (error) {
      // The session's state says why; there is just nothing to offer.
      log.info(`What can be undone is not known: ${String(error)}`);
    }
  }

  private show(): void {
    clearTimeout(this.ending);
    const offer = latestOffer(this.latest, Date.now());
    if (!offer) return this.item.hide();
    const what = deedSentence(offer.restore, voice);
    this.item.text = `$(discard) ${vscode.l10n.t("Undo Restore")}`;
    this.item.tooltip = vscode.l10n.t("{0} Click to undo it.", what);
    this.item.accessibilityInformation = {
      label: `${vscode.l10n.t("Undo Restore")}. ${what}`,
      role: "button",
    };
    this.item.command = {
      command: "checkpoint.undoRestore",
      title: vscode.l10n.t("Undo Restore"),
      arguments: [{ session: offer.session, restore: offer.restore.id }],
    };
    this.item.show();
    const left = Date.parse(offer.restore.at) + OFFERED_MS - Date.now();
    this.ending = setTimeout(() => this.show(), Math.max(left, 0) + 100);
  }
}

/** The newest restore of all folders that is recent enough to offer. */
export function latestOffer(
  latest: ReadonlyMap<FolderSession, RestoreEntry>,
  now: number,
): Offer | undefined {
  return [...latest]
    .map(([session, restore]) => ({ session, restore }))
    .filter(({ restore }) => {
      const age = now - Date.parse(restore.at);
      // A clock that was set back must not keep the offer for hours.
      return age < OFFERED_MS && age > -OFFERED_MS;
    })
    .sort((a, b) => b.restore.at.localeCompare(a.restore.at))
    .at(0);
}
