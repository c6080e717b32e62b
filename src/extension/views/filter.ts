import type { ListFilter } from "../../engine/api";
import type { CheckpointKind, Source } from "../../engine/model/checkpoint";
import { bySource, kindTitle } from "./kinds";
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

/** For instance “with “parser”, of kind Guards, made by codex, that changed src/app”. */
export function describeFilter(filter: TimelineFilter): string {
  const parts = [
    filter.text ? l10n.t("with “{0}”", filter.text) : "",
    filter.kinds?.length
      ? l10n.t("of kind {0}", filter.kinds.map(kindTitle).join(", "))
      : "",
    filter.source ? l10n.t("made {0}", bySource(filter.source)) : "",
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
