import type { CheckpointKind, Source } from "../../engine/model/checkpoint";
import { l10n } from "./l10n";

/** How a kind looks: a codicon and a theme colour. */
export interface KindLook {
  icon: string;
  color: string;
}

export const kindLooks: Record<CheckpointKind, KindLook> = {
  automatic: { icon: "history", color: "descriptionForeground" },
  guard: { icon: "shield", color: "charts.yellow" },
  manual: { icon: "bookmark", color: "charts.blue" },
  feature: { icon: "milestone", color: "charts.green" },
  session: { icon: "play-circle", color: "charts.purple" },
};

/** One checkpoint of a kind. */
export function kindName(kind: CheckpointKind): string {
  switch (kind) {
    case "automatic":
      return l10n.t("Automatic checkpoint");
    case "guard":
      return l10n.t("Guard checkpoint");
    case "manual":
      return l10n.t("Checkpoint");
    case "feature":
      return l10n.t("Feature checkpoint");
    case "session":
      return l10n.t("Session checkpoint");
  }
}

/** All checkpoints of a kind: a heading. */
export function kindTitle(kind: CheckpointKind): string {
  switch (kind) {
    case "automatic":
      return l10n.t("Automatic");
    case "guard":
      return l10n.t("Guards");
    case "manual":
      return l10n.t("Made by Hand");
    case "feature":
      return l10n.t("Features");
    case "session":
      return l10n.t("Sessions");
  }
}

/** What the kind is for, in a line. */
export function kindMeaning(kind: CheckpointKind): string {
  switch (kind) {
    case "automatic":
      return l10n.t("Made after a burst of changes");
    case "guard":
      return l10n.t("Made before something risky, such as a restore");
    case "manual":
      return l10n.t("Made by a person or an agent, kept until deleted");
    case "feature":
      return l10n.t("Made when a feature was marked complete, kept for good");
    case "session":
      return l10n.t("Made when the workspace was opened");
  }
}

/** Who made a change, as a person would say it. */
export function sourceName(source: Source): string {
  switch (source) {
    case "editor":
      return l10n.t("the editor");
    case "outside":
      return l10n.t("outside the editor");
    case "git":
      return l10n.t("git");
    case "restore":
      return l10n.t("a restore");
    case "cli":
      return l10n.t("the command line");
    default:
      return source;
  }
}

/** The same after a word such as “changed”: “by codex”, “outside the editor”. */
export function bySource(source: Source): string {
  switch (source) {
    case "editor":
      return l10n.t("in the editor");
    case "outside":
      return l10n.t("outside the editor");
    case "cli":
      return l10n.t("on the command line");
    default:
      return l10n.t("by {0}", sourceName(source));
  }
}

/** Sources that are worth telling in a row: an agent by name, and outside writes. */
export function isRemarkableSource(source: Source): boolean {
  return !["editor", "cli", "restore"].includes(source);
}
