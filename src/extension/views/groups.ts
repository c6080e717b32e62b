import { KINDS } from "../../engine/model/checkpoint";
import type { Entry } from "./entries";
import { dayOf, dayTitle, isRecentDay } from "./days";
import { kindMeaning, kindTitle } from "./kinds";
import { l10n } from "./l10n";

export const GROUPINGS = ["day", "kind", "thread", "branch"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A heading of the timeline and the rows below it. */
export interface Group {
  id: string;
  title: string;
  tooltip: string | null;
  isOpen: boolean;
  entries: Entry[];
}

export interface GroupContext {
  now: number;
  locale: string;
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
        title: kindTitle(kind),
        tooltip: kindMeaning(kind),
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
  if (branch === NO_GIT) return l10n.t("Outside git");
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
