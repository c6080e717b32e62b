import type { CheckpointKind, Source } from "../../engine/model/checkpoint";

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

/** Returns whether a row names the source: an agent, git, or a program outside the editor. */
export function isRemarkableSource(source: Source): boolean {
  return !["editor", "cli", "restore"].includes(source);
}
