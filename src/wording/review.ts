import type { PlannedHunk } from "../engine/api";
import { bySource } from "./kinds";
import type { Voice } from "./voice";

/** Returns what a restore does to a file, as a note beside its name. */
export function willDoToFile(
  action: "replace" | "create" | "delete" | "unsaved",
  voice: Voice,
): string {
  switch (action) {
    case "replace":
      return voice.t("will be replaced");
    case "create":
      return voice.t("will be recreated");
    case "delete":
      return voice.t("will be deleted");
    case "unsaved":
      return voice.t("only its unsaved text changes");
  }
}

/** Returns whose newer work in a file would be replaced; empty if there is none. */
export function newerText(
  {
    newer,
    isChangedSince,
  }: { newer: readonly string[]; isChangedSince: boolean },
  voice: Voice,
): string {
  const by = newer.map((source) => bySource(source, voice)).join(", ");
  if (by !== "") return voice.t("newer changes {0}", by);
  return isChangedSince ? voice.t("newer changes") : "";
}

/** Returns, for example, “line 12, +3 −1”. */
export function hunkLines(
  { line, removed, added }: PlannedHunk,
  voice: Voice,
): string {
  const counts = [added ? `+${added}` : "", removed ? `−${removed}` : ""];
  return voice.t("line {0}, {1}", line, counts.filter(Boolean).join(" "));
}
