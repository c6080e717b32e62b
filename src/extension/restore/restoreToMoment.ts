import * as vscode from "vscode";
import type { Point } from "../../engine/api";
import { CheckpointError, problem } from "../../engine/model/errors";
import type { FolderSession } from "../session/folders";
import type { Command } from "../commands/commandContext";
import { choicesFor, momentChoices } from "./momentChoices";
import { pickFolders } from "../commands/pickFolder";
import { noIcons } from "../text/quickPickText";
import { restoreWords, whatFolders } from "./restore";
import { restoreFlow } from "./restoreFlow";
import { restoreStep } from "./restoreStep";
import { recordedSessions } from "../commands/sessions";
import { exactTime } from "../../wording/times";

interface TimeItem extends vscode.QuickPickItem {
  ref: string;
}

/** Restores to any moment, whether it has a checkpoint or not. */
export const restoreToMoment: Command = async ({ folders }) => {
  const title = vscode.l10n.t("Restore to a Moment");
  const sessions = await pickFolders(recordedSessions(folders), title);
  if (sessions.length === 0) return;
  const ref = await pickTime(title, await firstTime(sessions));
  const found = await resolveAll(sessions, ref);
  const [first] = found;
  if (!first) return;
  await restoreFlow(
    found.map(({ session, point }) =>
      restoreStep(session, { to: `@${point.moment}` }),
    ),
    restoreWords(
      exactTime(first.point.at, vscode.env.language),
      whatFolders(
        folders,
        found.map(({ session }) => session),
      ),
      found.length > 1,
    ),
  );
};

async function pickTime(title: string, firstAt: number): Promise<string> {
  const picker = vscode.window.createQuickPick<TimeItem>();
  picker.title = title;
  picker.placeholder = vscode.l10n.t(
    "Choose a time, or type one: 10:30, 45m, 2h, 2026-11-16 10:30",
  );
  const locale = vscode.env.language;
  const choices = momentChoices(Date.now(), firstAt).map(
    ({ label, ref, at }): TimeItem => ({
      label,
      description: exactTime(new Date(at).toISOString(), locale),
      iconPath: new vscode.ThemeIcon("clock"),
      ref,
    }),
  );
  const show = (): void => {
    const typed = picker.value.trim();
    picker.items =
      typed === ""
        ? choices
        : [
            ...choicesFor(choices, typed),
            {
              label: noIcons(vscode.l10n.t("Restore to “{0}”", typed)),
              alwaysShow: true,
              iconPath: new vscode.ThemeIcon("arrow-right"),
              ref: typed,
            },
          ];
  };
  show();
  picker.onDidChangeValue(show);
  try {
    return await new Promise<string>((resolve, reject) => {
      picker.onDidAccept(() => {
        const [item] = picker.selectedItems;
        if (item) resolve(item.ref);
      });
      picker.onDidHide(() => reject(problem("cancelled")));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}

async function firstTime(sessions: readonly FolderSession[]): Promise<number> {
  const times = await Promise.all(
    sessions.map(async ({ engine }) => {
      const { at } = await engine.resolve("@1");
      return Date.parse(at);
    }),
  ).catch(() => [0]); // Pruned since: every choice is offered, and resolved later.
  return Math.min(...times);
}

async function resolveAll(
  sessions: readonly FolderSession[],
  ref: string,
): Promise<{ session: FolderSession; point: Point }[]> {
  const found = [];
  let failure: unknown;
  for (const session of sessions)
    try {
      found.push({ session, point: await session.engine.resolve(ref) });
    } catch (error) {
      failure = error; // A folder may be younger than the others.
    }
  if (found.length === 0) throw CheckpointError.from(failure);
  return found;
}
