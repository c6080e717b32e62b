import type { ListFilter } from "../../engine/api";
import type { CheckpointKind, Source } from "../../engine/model/checkpoint";
import { kindTitle, sourceName } from "./kinds";
import { l10n } from "./l10n";

/** What the timeline shows; everything absent means everything. */
export interface TimelineFilter {
  text?: string;
  kinds?: readonly CheckpointKind[];
  source?: Source;
  path?: string;
}

export function isEmptyFilter(filter: TimelineFilter): boolean {
  return describeFilter(filter) === "";
}

/** For instance “text “parser”, Guards, by codex, below src/app”. */
export function describeFilter(filter: TimelineFilter): string {
  const parts = [
    filter.text ? l10n.t("with “{0}”", filter.text) : "",
    filter.kinds?.length ? filter.kinds.map(kindTitle).join(", ") : "",
    filter.source ? l10n.t("by {0}", sourceName(filter.source)) : "",
    filter.path ? l10n.t("that changed {0}", filter.path) : "",
  ];
  return parts.filter(Boolean).join(", ");
}

export function toListFilter(filter: TimelineFilter): ListFilter {
  return {
    ...(filter.text ? { text: filter.text } : {}),
    ...(filter.kinds?.length ? { kinds: filter.kinds } : {}),
    ...(filter.source ? { source: filter.source } : {}),
    ...(filter.path ? { path: filter.path } : {}),
  };
}
