import * as vscode from "vscode";
import { KINDS } from "../../engine/model/checkpoint";
import { inform } from "../notify";
import { describeFilter, isEmptyFilter, type TimelineFilter } from "./filter";
import { kindLooks } from "./kinds";
import type { Command, CommandContext } from "../commands/commandContext";
import { pickSource } from "../revert/pickSource";
import { fileOf, recordedSessions } from "../commands/sessions";
import { givenOrActive } from "../commands/targets";
import { authorName } from "../../wording/deeds";
import { kindMeaning, kindTitle, sourceName } from "../../wording/kinds";
import { shortTime } from "../../wording/times";
import { noIcons } from "../text/quickPickText";
import { voice } from "../text/voice";
import { authorIcon } from "./authors";
import { threadNodes } from "./threadNodes";
import { threadTitle } from "./threadText";
import { timeStyle } from "./viewSettings";

const TITLE_LENGTH = 60;

/** Narrows the timeline by text, kind, source or file. */
export const filterTimeline: Command = async (context) => {
  const { timeline } = context.views;
  const { filter } = timeline;
  const { t } = vscode.l10n;
  const choose = (
    label: string,
    icon: string,
    description: string,
    change: () => Promise<TimelineFilter | undefined>,
  ): vscode.QuickPickItem & { change: typeof change } => ({
    label,
    description,
    iconPath: new vscode.ThemeIcon(icon),
    change,
  });
  const picked = await vscode.window.showQuickPick(
    [
      choose(t("Text..."), "search", filter.text ?? "", () => byText(filter)),
      choose(
        t("Kind..."),
        "tag",
        filter.kinds?.map((kind) => kindTitle(kind, voice)).join(", ") ?? "",
        () => byKind(filter),
      ),
      choose(
        t("Source or agent..."),
        "person",
        filter.source ? sourceName(filter.source, voice) : "",
        () => bySource(context, filter),
      ),
      choose(
        t("Conversation..."),
        "comment-discussion",
        filter.thread?.title ?? "",
        () => byThread(context, filter),
      ),
      choose(t("The active file"), "file", filter.path ?? "", () =>
        byActiveFile(context, filter),
      ),
      ...(isEmptyFilter(filter)
        ? []
        : [choose(t("Show all"), "clear-all", "", () => Promise.resolve({}))]),
    ],
    {
      title: t("Filter Timeline"),
      placeHolder:
        describeFilter(filter) || t("Which checkpoints do you want to see?"),
    },
  );
  const next = await picked?.change();
  if (next) timeline.setFilter(next);
};

export const clearFilter: Command = async ({ views }) => {
  views.timeline.setFilter({});
};

async function byText(
  filter: TimelineFilter,
): Promise<TimelineFilter | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Filter by Text"),
    prompt: vscode.l10n.t("Part of a name or description; empty shows all"),
    value: filter.text ?? "",
  });
  return text === undefined ? undefined : { ...filter, text: text.trim() };
}

async function byKind(
  filter: TimelineFilter,
): Promise<TimelineFilter | undefined> {
  const picked = await vscode.window.showQuickPick(
    KINDS.map((kind) => ({
      label: kindTitle(kind, voice),
      description: kindMeaning(kind, voice),
      iconPath: new vscode.ThemeIcon(kindLooks[kind].icon),
      picked: filter.kinds?.includes(kind) ?? true,
      value: kind,
    })),
    {
      title: vscode.l10n.t("Filter by Kind"),
      placeHolder: vscode.l10n.t("Which kinds do you want to see?"),
      canPickMany: true,
    },
  );
  if (!picked) return undefined;
  const kinds = picked.map(({ value }) => value);
  // All of them is no filter at all, and so is none.
  const isAll = kinds.length === 0 || kinds.length === KINDS.length;
  return { ...filter, kinds: isAll ? [] : kinds };
}

async function bySource(
  { folders }: CommandContext,
  filter: TimelineFilter,
): Promise<TimelineFilter | undefined> {
  const source = await pickSource(
    recordedSessions(folders),
    vscode.l10n.t("Filter by Source"),
  );
  return source === undefined ? undefined : { ...filter, source };
}

async function byThread(
  { folders }: CommandContext,
  filter: TimelineFilter,
): Promise<TimelineFilter | undefined> {
  const threads = await threadNodes(folders);
  if (threads.length === 0) {
    void inform(vscode.l10n.t("No conversation is recorded yet."));
    return undefined;
  }
  const { locale, now } = timeStyle();
  const picked = await vscode.window.showQuickPick(
    threads.map(({ thread }) => ({
      label: noIcons(threadTitle(thread, TITLE_LENGTH)),
      description: [
        authorName(thread.source, voice),
        shortTime(thread.updatedAt, { now, locale, format: "absolute" }, voice),
      ].join(" · "),
      iconPath: authorIcon(thread.source),
      thread,
    })),
    {
      title: vscode.l10n.t("Filter by Conversation"),
      placeHolder: vscode.l10n.t("Which conversation?"),
      matchOnDescription: true,
    },
  );
  if (!picked) return undefined;
  const { thread } = picked;
  const title = threadTitle(thread, TITLE_LENGTH);
  return { ...filter, thread: { id: thread.id, title } };
}

async function byActiveFile(
  { folders }: CommandContext,
  filter: TimelineFilter,
): Promise<TimelineFilter | undefined> {
  const uri = givenOrActive(undefined);
  if (!uri) {
    void inform(vscode.l10n.t("Open the file first."));
    return undefined;
  }
  return { ...filter, path: fileOf(folders, uri).path };
}
