import { KINDS } from "../../engine/model/checkpoint";
import type { Entry } from "./entries";
import { dayOf, dayTitle, isRecentDay } from "./days";
import { l10n } from "../text/l10n";
import type { DeedKind } from "../../engine/api";
import { authorName } from "../../wording/deeds";
import { kindMeaning, kindTitle } from "../../wording/kinds";
import { voice } from "../text/voice";

export const GROUPINGS = [
  ...(["day", "kind", "thread", "branch"] as const),
  ...(["agent", "folder"] as const),
] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A heading of the timeline and the rows below it. */
export interface Group {
  id: string;
  title: string;
  tooltip: string | null;
  isOpen: boolean;
  /** It may have older entries that are not loaded. */
  isPartial?: boolean;
  entries: Entry[];
}

export interface GroupContext {
  now: number;
  locale: string;
}

/** Marks those that may have older entries: by day only the last, otherwise any. */
export function markPartial(
  groups: readonly Group[],
  grouping: Grouping,
): Group[] {
  return groups.map((group, index) => ({
    ...group,
    isPartial: grouping !== "day" || index === groups.length - 1,
  }));
}

/** Returns the headings in the order they are shown; rows keep their order. */
export function groupEntries(
  entries: readonly Entry[],
  grouping: Exclude<Grouping, "thread">,
  context: GroupContext,
): Group[] {
  switch (grouping) {
    case "day":
      return byDay(entries, context);
    case "kind":
      return byKind(entries);
    case "branch":
      return byBranch(entries);
    case "agent":
      return by("agent", entries, ({ members }) => {
        const { source } = members[0].checkpoint;
        return [source, authorName(source, voice)];
      });
    case "folder":
      return by("folder", entries, ({ members }) => {
        const { folder, folderName } = members[0];
        return [folder, folderName];
      });
  }
}

/** Groups by a key that comes with its title; the first one is open. */
function by(
  name: string,
  entries: readonly Entry[],
  keyOf: (entry: Entry) => [key: string, title: string],
): Group[] {
  const titles = new Map(entries.map(keyOf));
  const groups = gather(entries, (entry) => keyOf(entry)[0]);
  return [...groups].map(([key, own], index) => ({
    id: `${name}:${key}`,
    title: titles.get(key) ?? key,
    tooltip: null,
    isOpen: index === 0,
    entries: own,
  }));
}

/** Returns the title of a heading of deeds, and whether it is open at first. */
export function headingLook(
  grouping: Grouping,
  { key, title }: { key: string; title: string | null },
  index: number,
  { now, locale }: GroupContext,
): { title: string; isOpen: boolean } {
  const isOpen = index === 0;
  switch (grouping) {
    case "day":
      return {
        title: dayTitle(key, now, locale),
        isOpen: isOpen || isRecentDay(key, now),
      };
    case "kind":
      return { title: deedKindTitle(key as DeedKind), isOpen };
    case "thread":
      return { title: title || l10n.t("Not part of a conversation"), isOpen };
    case "branch":
      return { title: branchTitle(key === "" ? NO_GIT : key), isOpen };
    case "agent":
      return {
        title: key === "restore" ? l10n.t("Restores") : authorName(key, voice),
        isOpen,
      };
    case "folder":
      return {
        title: title ?? (key || l10n.t("Files at the top level")),
        isOpen,
      };
  }
}

function deedKindTitle(kind: DeedKind): string {
  switch (kind) {
    case "turn":
      return l10n.t("Agent Turns");
    case "edits":
      return l10n.t("Edits");
    case "rename":
      return l10n.t("Renames");
    case "git":
      return l10n.t("Git");
    case "restore":
      return l10n.t("Restores");
    case "named":
      return l10n.t("Checkpoints");
    case "session":
      return l10n.t("Sessions");
    case "guard":
      return l10n.t("Guards");
  }
}

function byDay(
  entries: readonly Entry[],
  { now, locale }: GroupContext,
): Group[] {
  const days = gather(entries, (entry) => dayOf(entry.at));
  return [...days].map(([day, own], index) => ({
    id: `day:${day}`,
    title: dayTitle(day, now, locale),
    tooltip: null,
    // After a holiday the newest day is none of the recent ones.
    isOpen: index === 0 || isRecentDay(day, now),
    entries: own,
  }));
}

function byKind(entries: readonly Entry[]): Group[] {
  const kinds = gather(entries, (entry) => entry.members[0].checkpoint.kind);
  const order = ["manual", "feature", "automatic", "guard", "session"];
  return [...KINDS]
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .flatMap((kind) => {
      const own = kinds.get(kind);
      if (!own) return [];
      return {
        id: `kind:${kind}`,
        title: kindTitle(kind, voice),
        tooltip: kindMeaning(kind, voice),
        isOpen: true,
        entries: own,
      };
    });
}

function byBranch(entries: readonly Entry[]): Group[] {
  const branches = gather(entries, branchOf);
  return [...branches].map(([branch, own], index) => ({
    id: `branch:${branch}`,
    title: branchTitle(branch),
    tooltip: null,
    isOpen: index === 0,
    entries: own,
  }));
}

// A branch's name cannot hold a space, so these two never collide with one.
const NO_GIT = " none";
const DETACHED = " detached";

function branchOf(entry: Entry): string {
  const git = entry.members[0].checkpoint.git;
  if (!git) return NO_GIT;
  return git.branch ?? DETACHED;
}

function branchTitle(branch: string): string {
  if (branch === NO_GIT) return l10n.t("Not in a git repository");
  if (branch === DETACHED) return l10n.t("Detached HEAD");
  return branch;
}

function gather(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}
