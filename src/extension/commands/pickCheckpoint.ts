import * as vscode from "vscode";
import type { ListFilter } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import type { FolderSession } from "../folders";
import { kindLooks } from "../views/kinds";
import type { CheckpointOf } from "../views/nodes";
import { rowText } from "../views/rowText";
import { TimelineModel } from "../views/timelineModel";
import { timeStyle } from "../views/viewSettings";
import { noIcons } from "./quickPickText";
import type { Entry } from "../views/entries";

/** How many of those that changed a path come first. */
const MAX_CHANGERS = 5;

type Picked =
  | { type: "entry"; entry: Entry }
  | { type: "more" }
  | { type: "reference"; text: string };

interface EntryItem extends vscode.QuickPickItem {
  pick?: Picked;
}

export interface PickOptions {
  title: string;
  placeHolder: string;
  /** Checkpoints that changed this path are offered first. */
  path?: string;
  /** Not offered: the one it would be compared with. */
  except?: string;
}

/**
 * Asks for a checkpoint: from the newest on, by typing a part of its name, or by
 * any reference (#12, latest~2, 2h). Throws `cancelled` when nothing is chosen.
 */
export async function pickCheckpoints(
  sessions: readonly FolderSession[],
  options: PickOptions,
): Promise<CheckpointOf[]> {
  const sources = sessions.map((session) => ({
    key: session.folder.uri.toString(),
    name: session.folder.name,
    list: (filter: ListFilter) => session.engine.list(filter),
  }));
  const model = new TimelineModel();
  const changers = new TimelineModel(MAX_CHANGERS);
  const picker = vscode.window.createQuickPick<EntryItem>();
  picker.title = options.title;
  picker.placeholder = options.placeHolder;
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.keepScrollPosition = true;
  picker.busy = true;
  const ask = (): void => {
    picker.items = itemsOf(
      changers,
      model,
      options,
      picker.value,
      sessions.length > 1,
    );
  };
  picker.onDidChangeValue(ask);
  const choose = async (): Promise<CheckpointOf[]> => {
    await model.load(sources, {});
    const { path } = options;
    if (path !== undefined) await changers.load(sources, { path });
    for (let first = 0; ;) {
      picker.busy = false;
      ask();
      // Where one was, not at the top again: at the first of those loaded now.
      if (first > 0) picker.activeItems = picker.items.slice(first, first + 1);
      const pick = await accepted(picker);
      if (pick.type === "entry") return targetsOf(sessions, pick.entry);
      if (pick.type === "reference") return byReference(sessions, pick.text);
      picker.busy = true;
      first = picker.items.findIndex((item) => item.pick === pick);
      await model.loadMore();
    }
  };
  try {
    const hidden = whenHidden(picker);
    picker.show();
    return await Promise.race([choose(), hidden]);
  } finally {
    picker.dispose();
  }
}

function itemsOf(
  changers: TimelineModel,
  model: TimelineModel,
  { except, path }: PickOptions,
  value: string,
  namesFolder: boolean,
): EntryItem[] {
  const offered = ({ entries }: TimelineModel): Entry[] =>
    entries.filter(({ members }) =>
      members.every((m) => m.checkpoint.id !== except),
    );
  const rows = (entries: readonly Entry[]): EntryItem[] =>
    entries.map((entry) => entryItem(entry, namesFolder));
  const first = offered(changers);
  // Each once: one that is offered first is not looked for further down.
  const others = offered(model).filter(
    ({ id }) => !first.some((each) => each.id === id),
  );
  const items =
    path === undefined || first.length === 0
      ? rows(others)
      : [
          separator(vscode.l10n.t("changed {0}", path)),
          ...rows(first),
          separator(vscode.l10n.t("other checkpoints")),
          ...rows(others),
        ];
  if (model.hasMore)
    items.push({
      label: vscode.l10n.t("Load more"),
      description: vscode.l10n.t("{0} older", model.remaining),
      iconPath: new vscode.ThemeIcon("ellipsis"),
      alwaysShow: true,
      pick: { type: "more" },
    });
  if (value.trim() !== "")
    items.push({
      label: noIcons(vscode.l10n.t("Use “{0}”", value.trim())),
      description: vscode.l10n.t(
        "as a number, a name, latest~2, a time or an age such as 2h",
      ),
      iconPath: new vscode.ThemeIcon("arrow-right"),
      alwaysShow: true,
      pick: { type: "reference", text: value.trim() },
    });
  return items;
}

function entryItem(entry: Entry, namesFolder: boolean): EntryItem {
  const { checkpoint } = entry.members[0];
  const text = rowText(entry, {
    time: timeStyle(),
    underDay: false,
    here: null,
    namesFolder,
  });
  return {
    label: noIcons(text.label),
    description: noIcons(text.description),
    ...(checkpoint.description
      ? { detail: noIcons(checkpoint.description.slice(0, 200)) }
      : {}),
    iconPath: new vscode.ThemeIcon(kindLooks[checkpoint.kind].icon),
    pick: { type: "entry", entry },
  };
}

function separator(label: string): EntryItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** Rejects with `cancelled` when the person leaves, also while rows are loaded. */
function whenHidden(picker: vscode.QuickPick<EntryItem>): Promise<never> {
  return new Promise((_, reject) => {
    picker.onDidHide(() =>
      reject(new CheckpointError("cancelled", "Nothing was chosen.")),
    );
  });
}

function accepted(picker: vscode.QuickPick<EntryItem>): Promise<Picked> {
  return new Promise((resolve) => {
    const listening = picker.onDidAccept(() => {
      const pick = picker.selectedItems[0]?.pick;
      if (!pick) return;
      listening.dispose();
      resolve(pick);
    });
  });
}

function targetsOf(
  sessions: readonly FolderSession[],
  entry: Entry,
): CheckpointOf[] {
  return entry.members.flatMap(({ folder, checkpoint }) => {
    const session = sessions.find(
      (each) => each.folder.uri.toString() === folder,
    );
    return session ? [{ session, checkpoint }] : [];
  });
}

async function byReference(
  sessions: readonly FolderSession[],
  text: string,
): Promise<CheckpointOf[]> {
  const found: CheckpointOf[] = [];
  let failure: unknown;
  for (const session of sessions)
    try {
      const { checkpoint } = await session.engine.resolve(text);
      if (checkpoint) found.push({ session, checkpoint });
    } catch (error) {
      failure = error; // Another folder may know it.
    }
  if (found.length > 0) return found;
  throw failure === undefined
    ? new CheckpointError(
        "not-found",
        vscode.l10n.t("“{0}” names a moment, but not a checkpoint.", text),
      )
    : CheckpointError.from(failure);
}
