import type { ListFilter } from "../../engine/api";
import type { CheckpointKind, Source } from "../../engine/model/checkpoint";
import { l10n } from "../text/l10n";
import { bySource, kindTitle } from "../../wording/kinds";
import { voice } from "../text/voice";

/** What the timeline shows; an absent field does not filter. */
export interface TimelineFilter {
  text?: string;
  kinds?: readonly CheckpointKind[];
  source?: Source;
  /** The id of a conversation, and what it is called. */
  thread?: { id: string; title: string };
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
      ? l10n.t(
          "of kind {0}",
          filter.kinds.map((kind) => kindTitle(kind, voice)).join(", "),
        )
      : "",
    filter.source ? l10n.t("created {0}", bySource(filter.source, voice)) : "",
    filter.thread ? l10n.t("in “{0}”", filter.thread.title) : "",
    filter.path ? l10n.t("that changed {0}", filter.path) : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** What a list of checkpoints and a list of deeds are both filtered by. */
type Shared = Pick<ListFilter, "text" | "kinds" | "source" | "thread" | "path">;

export function toListFilter(filter: TimelineFilter): Shared {
  return {
    ...(filter.text ? { text: filter.text } : {}),
    ...(filter.kinds?.length ? { kinds: filter.kinds } : {}),
    ...(filter.source ? { source: filter.source } : {}),
    ...(filter.thread ? { thread: filter.thread.id } : {}),
    ...(filter.path ? { path: filter.path } : {}),
  };
}
