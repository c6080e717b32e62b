import type {
  LeftAloneReason,
  RestorePlan,
} from "../../engine/model/restorePlan";
import { filesText } from "../views/counts";
import { sourceName } from "../views/kinds";
import { l10n } from "../views/l10n";
import { shorten } from "../views/markdown";

const MAX_LISTED = 4;

export interface PlanText {
  /** One sentence: the question. */
  question: string;
  /** The rest: counts, others' changes, what is left alone, the way back. */
  detail: string;
}

/** What a person decides on; several plans when several folders take part. */
export interface Planned {
  folderName: string;
  plan: Pick<
    RestorePlan,
    | "verb"
    | "writes"
    | "deletes"
    | "leftAlone"
    | "unsaved"
    | "changedByOthers"
    | "changedSince"
  >;
  /** Paths of editors with unsaved text that the guard will hold. */
  editors: readonly string[];
}

export function isNothingToDo(all: readonly Planned[]): boolean {
  return all.every(
    ({ plan }) =>
      plan.writes.length + plan.deletes.length + plan.unsaved.length === 0,
  );
}

/** Returns what the dialog before a restore says. */
export function planText(question: string, all: readonly Planned[]): PlanText {
  const several = all.length > 1;
  const named = (folder: string, path: string): string =>
    several ? `${folder}/${path}` : path;
  // A revert keeps what others did since: there is nothing to warn of.
  const isRevert = all.every(({ plan }) => plan.verb === "revert");
  const others = (isRevert ? [] : all).flatMap(({ folderName, plan }) =>
    plan.changedByOthers.map(
      ({ path, sources }) =>
        `${named(folderName, path)} (${sources.map(sourceName).join(", ")})`,
    ),
  );
  const left = all.flatMap(({ folderName, plan }) =>
    plan.leftAlone.map(
      ({ path, reason }) =>
        `${named(folderName, path)} (${leftAloneText(reason)})`,
    ),
  );
  const editors = all.flatMap(({ folderName, editors: paths }) =>
    paths.map((path) => named(folderName, path)),
  );
  const since = all.flatMap(({ folderName, plan }) =>
    (plan.changedSince ?? []).map((path) => named(folderName, path)),
  );
  const deletes = all.flatMap(({ folderName, plan }) =>
    plan.deletes.map(({ path }) => named(folderName, path)),
  );
  const paragraphs = [
    willBeText(counted(all)),
    list(l10n.t("Will be deleted:"), deletes),
    list(l10n.t("Changed since that restore:"), since),
    list(l10n.t("Also changed by others since:"), others),
    list(l10n.t("Left alone:"), left),
    list(l10n.t("Unsaved text, kept in the guard checkpoint:"), editors),
    l10n.t(
      "What is there now is kept in a guard checkpoint first, so this can be undone.",
    ),
  ];
  return { question, detail: paragraphs.filter(Boolean).join("\n\n") };
}

/** How many files are replaced, brought back, ...; of how many the unsaved text is. */
export interface Counts {
  replace: number;
  create: number;
  delete: number;
  aside: number;
  unsaved: number;
}

/** What will be done, for instance “3 files will be replaced, 1 file will be deleted.” */
export function willBeText(count: Counts): string {
  const text = sentence([
    count.replace
      ? l10n.t("{0} will be replaced", filesText(count.replace))
      : "",
    count.create
      ? l10n.t("{0} will be brought back", filesText(count.create))
      : "",
    count.delete ? l10n.t("{0} will be deleted", filesText(count.delete)) : "",
    count.aside
      ? l10n.t("unsaved text of {0} will be set aside", filesText(count.aside))
      : "",
    count.unsaved
      ? l10n.t(
          "unsaved text of {0} will be brought back",
          filesText(count.unsaved),
        )
      : "",
  ]);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What was done, for instance “3 files replaced, 1 file deleted.” */
export function countsOf(all: readonly Pick<Planned, "plan">[]): string {
  const count = counted(all);
  return sentence([
    count.replace ? l10n.t("{0} replaced", filesText(count.replace)) : "",
    count.create ? l10n.t("{0} brought back", filesText(count.create)) : "",
    count.delete ? l10n.t("{0} deleted", filesText(count.delete)) : "",
    count.aside
      ? l10n.t("unsaved text of {0} set aside", filesText(count.aside))
      : "",
    count.unsaved
      ? l10n.t("unsaved text of {0} brought back", filesText(count.unsaved))
      : "",
  ]);
}

function counted(all: readonly Pick<Planned, "plan">[]): Counts {
  const count = { replace: 0, create: 0, delete: 0, aside: 0, unsaved: 0 };
  for (const { plan } of all) {
    for (const write of plan.writes) count[write.action] += 1;
    count.delete += plan.deletes.length;
    for (const { hash } of plan.unsaved)
      count[hash === null ? "aside" : "unsaved"] += 1;
  }
  return count;
}

function sentence(parts: readonly string[]): string {
  const said = parts.filter(Boolean);
  return said.length === 0 ? "" : said.join(", ") + ".";
}

/** How many files a plan touches. */
export function touchedBy(all: readonly Pick<Planned, "plan">[]): number {
  return all.reduce(
    (sum, { plan }) => sum + plan.writes.length + plan.deletes.length,
    0,
  );
}

export function leftAloneText(reason: LeftAloneReason): string {
  switch (reason) {
    case "ignored-then":
      return l10n.t("was not recorded then");
    case "not-ours":
      return l10n.t("not in our history");
    case "too-large":
      return l10n.t("too large to keep a copy of");
    case "unreadable":
      return l10n.t("cannot be read");
    case "special":
      return l10n.t("not an ordinary file");
    case "changing":
      return l10n.t("is being written");
    case "name":
      return l10n.t("has a name that cannot be recorded");
    case "blocked":
      return l10n.t("something we do not hold is in its place");
    case "protected":
      return l10n.t("belongs to version control");
  }
}

/** Returns a heading and the first of these below it; nothing where there are none. */
export function list(title: string, all: readonly string[]): string {
  if (all.length === 0) return "";
  return [title, listed(all, MAX_LISTED)].join("\n");
}

/** Returns the first of these, one below the other, and how many more there are. */
export function listed(all: readonly string[], max: number): string {
  const shown = all.slice(0, max).map((each) => "  " + shorten(each, 90));
  const more = all.length - shown.length;
  if (more > 0) shown.push("  " + l10n.t("and {0} more", more));
  return shown.join("\n");
}
