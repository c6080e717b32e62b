import { escapeDirections } from "../../base/directions";
import type { RestorePlan } from "../../engine/model/restorePlan";
import { moreText } from "../../wording/counts";
import {
  countPlans,
  deletesSection,
  leftAloneSection,
  newerSections,
  unsavedSection,
  willDoText,
  type Section,
} from "../../wording/plan";
import { l10n } from "../text/l10n";
import { shorten } from "../text/markdown";
import { voice } from "../text/voice";

const MAX_LISTED = 4;

export interface PlanText {
  /** One sentence: the question. */
  question: string;
  /** The rest: counts, others' changes, what is left alone, how to undo it. */
  detail: string;
}

/** One folder's part of what a person decides on. */
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
  /** Paths of editors with unsaved changes that the guard will keep. */
  editors: readonly string[];
}

/** Returns what the dialog before a restore says. `news` is why it is shown again. */
export function planText(
  question: string,
  all: readonly Planned[],
  news = "",
): PlanText {
  const { plan, editors } = joined(all);
  return {
    question: escapeDirections(question),
    detail: paragraphs([
      news,
      ...newerSections(plan, voice),
      willDoText(countPlans([plan]), voice),
      ...deletesSection(plan.deletes, voice),
      ...unsavedSection(editors, voice),
      ...leftAloneSection(plan, voice),
      l10n.t(
        "The current state is kept in a guard checkpoint first, so this can be undone.",
      ),
    ]),
  };
}

/** Returns the plans of several folders as one, each path with its folder's name. */
function joined(all: readonly Planned[]): Pick<Planned, "plan" | "editors"> {
  const [first, ...others] = all;
  if (first && others.length === 0) return first;
  const plan: Planned["plan"] = {
    verb: first?.plan.verb ?? "restore",
    ...{ writes: [], deletes: [], leftAlone: [], unsaved: [] },
    changedByOthers: [],
    changedSince: [],
  };
  const editors: string[] = [];
  for (const each of all) {
    const named = (path: string) => `${each.folderName}/${path}`;
    const withName = <T extends { path: string }>(rows: readonly T[]): T[] =>
      rows.map((row) => ({ ...row, path: named(row.path) }));
    plan.writes.push(...withName(each.plan.writes));
    plan.deletes.push(...withName(each.plan.deletes));
    plan.leftAlone.push(...withName(each.plan.leftAlone));
    plan.unsaved.push(...withName(each.plan.unsaved));
    plan.changedByOthers.push(...withName(each.plan.changedByOthers));
    plan.changedSince?.push(...(each.plan.changedSince ?? []).map(named));
    editors.push(...each.editors.map(named));
  }
  return { plan, editors };
}

/** Returns sentences and sections as the paragraphs of a dialog. */
export function paragraphs(parts: readonly (string | Section)[]): string {
  return parts
    .map((part) => (typeof part === "string" ? part : sectionText(part)))
    .filter(Boolean)
    .join("\n\n");
}

function sectionText({ title, rows, hint }: Section): string {
  const lines = rows.map(({ path, note }) =>
    note ? `${path} (${note})` : path,
  );
  const text = [title, listed(lines, MAX_LISTED)];
  return [...text, ...(hint === undefined ? [] : [hint])].join("\n");
}

/** Returns the first few, one below the other, and how many more there are. */
export function listed(all: readonly string[], max: number): string {
  const shown = all.slice(0, max).map((each) => "  " + shorten(each, 90));
  const more = all.length - shown.length;
  if (more > 0) shown.push("  " + moreText(more, voice));
  return shown.join("\n");
}
