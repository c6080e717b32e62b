import * as vscode from "vscode";
import type { ListFilter } from "../../engine/api";
import { CheckpointError, problem } from "../../engine/model/errors";
import type { FolderSession } from "../session/folders";
import { kindLooks } from "../timeline/kinds";
import type { CheckpointOf } from "../timeline/nodes";
import { rowText } from "../timeline/rowText";
import { TimelineModel } from "../timeline/timelineModel";
import { timeStyle } from "../timeline/viewSettings";
import { noIcons } from "../text/quickPickText";
import type { Entry } from "../timeline/entries";
import { SaidError } from "../../wording/said";

/** While somebody types, the history is searched after a pause this long. */
const TYPING_MS = 100;

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
  /** Checkpoints that changed this path are listed first. */
  path?: string;
  /** Not offered, because it would be compared with itself. */
  except?: string;
}

/** The checkpoints that are offered. */
interface Lists {
  /** The newest ones, page by page. */
  newest: TimelineModel;
  /** Those that changed the chosen path. */
  changers: TimelineModel;
  /** Those with the typed text, however old. */
  found: TimelineModel;
}

/**
 * Asks for a checkpoint: from a list starting with the newest, by typing part of any checkpoint's
 * name or description, or by a reference (#12, latest~2, 2h). Throws `cancelled` if nothing is
 * chosen.
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
  const lists: Lists = {
    newest: new TimelineModel(),
    changers: new TimelineModel(),
    found: new TimelineModel(),
  };
  const picker = vscode.window.createQuickPick<EntryItem>();
  picker.title = options.title;
  picker.placeholder = options.placeHolder;
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.keepScrollPosition = true;
  picker.busy = true;
  const ask = (): void => {
    picker.items = itemsOf(lists, options, picker.value, sessions.length > 1);
  };
  let typing: NodeJS.Timeout | undefined;
  picker.onDidChangeValue((value) => {
    ask();
    clearTimeout(typing);
    const text = value.trim();
    // What is loaded is filtered by the editor itself.
    if (text === "" || !lists.newest.hasMore) return;
    picker.busy = true;
    typing = setTimeout(() => {
      lists.found
        .load(sources, { text })
        // The rows that are loaded can still be chosen.
        .catch(() => {})
        .finally(() => {
          if (picker.value.trim() !== text) return;
          picker.busy = false;
          ask();
        });
    }, TYPING_MS);
  });
  const choose = async (): Promise<CheckpointOf[]> => {
    const { path } = options;
    await Promise.all([
      lists.newest.load(sources, {}),
      path === undefined ? undefined : lists.changers.load(sources, { path }),
    ]);
    for (let first = 0; ;) {
      picker.busy = false;
      ask();
      // Keep the position: select the first of the newly loaded rows.
      if (first > 0) picker.activeItems = picker.items.slice(first, first + 1);
      const pick = await accepted(picker);
      if (pick.type === "entry") return targetsOf(sessions, pick.entry);
      if (pick.type === "reference") return byReference(sessions, pick.text);
      picker.busy = true;
      first = picker.items.findIndex((item) => item.pick === pick);
      await lists.newest.loadMore();
    }
  };
  try {
    const hidden = whenHidden(picker);
    picker.show();
    return await Promise.race([choose(), hidden]);
  } finally {
    clearTimeout(typing);
    picker.dispose();
  }
}

function itemsOf(
  { newest, changers, found }: Lists,
  { except, path }: PickOptions,
  value: string,
  namesFolder: boolean,
): EntryItem[] {
  const listed = new Set<string>();
  // Each checkpoint is listed once, in the first of the lists that it is in.
  const rows = ({ entries }: TimelineModel): EntryItem[] =>
    entries
      .filter(({ id, members }) => {
        const isOffered =
          !listed.has(id) &&
          members.every(({ checkpoint }) => checkpoint.id !== except);
        listed.add(id);
        return isOffered;
      })
      .map((entry) => asked(entryItem(entry, namesFolder), entry, value));
  const isTyped = value.trim() !== "";
  const first = path === undefined ? [] : rows(changers);
  const others = [...rows(newest), ...(isTyped ? rows(found) : [])];
  const items =
    path === undefined || first.length === 0
      ? others
      : [
          separator(vscode.l10n.t("changed {0}", path)),
          ...first,
          separator(vscode.l10n.t("other checkpoints")),
          ...others,
        ];
  if (newest.hasMore && !isTyped)
    items.push({
      label: vscode.l10n.t("Load more"),
      description: vscode.l10n.t("{0} older", newest.remaining),
      iconPath: new vscode.ThemeIcon("ellipsis"),
      alwaysShow: true,
      pick: { type: "more" },
    });
  if (isTyped)
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
    isBaseline: false,
    isHere: false,
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

/**
 * Puts a typed number in front of its checkpoint's name, because VS Code sorts rows by where the
 * label matches, and the names of guards mention other numbers.
 */
function asked(item: EntryItem, { members }: Entry, value: string): EntryItem {
  const number = /^#(\d+)$/.exec(value.trim())?.[1];
  const isMeant = members.some(
    ({ checkpoint }) => String(checkpoint.number) === number,
  );
  return isMeant ? { ...item, label: `#${number} ${item.label}` } : item;
}

function separator(label: string): EntryItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** Rejects with `cancelled` if the user leaves, even while rows are loading. */
function whenHidden(picker: vscode.QuickPick<EntryItem>): Promise<never> {
  return new Promise((_, reject) => {
    picker.onDidHide(() => reject(problem("cancelled")));
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
      failure = error; // Another folder may have it.
    }
  if (found.length > 0) return found;
  throw failure === undefined
    ? new SaidError(
        "not-found",
        vscode.l10n.t("“{0}” is a moment, not a checkpoint.", text),
      )
    : CheckpointError.from(failure);
}
