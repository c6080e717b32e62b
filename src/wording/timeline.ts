import type { MarkKind } from "../answers/timeline";
import type { Voice } from "./voice";

/** Returns what marks of a kind are called, with their number. */
export function marksText(kind: MarkKind, n: number, voice: Voice): string {
  const isOne = n === 1;
  switch (kind) {
    case "named":
      return isOne
        ? voice.t("1 named checkpoint")
        : voice.t("{0} named checkpoints", n);
    case "feature":
      return isOne ? voice.t("1 feature") : voice.t("{0} features", n);
    case "session":
      return isOne
        ? voice.t("1 session start")
        : voice.t("{0} session starts", n);
    case "prompt":
      return isOne ? voice.t("1 prompt") : voice.t("{0} prompts", n);
    case "git":
      return isOne
        ? voice.t("1 git operation")
        : voice.t("{0} git operations", n);
    case "restore":
      return isOne ? voice.t("1 restore") : voice.t("{0} restores", n);
    case "guard":
      return isOne ? voice.t("1 guard") : voice.t("{0} guards", n);
    case "passed":
      return isOne
        ? voice.t("1 passed check")
        : voice.t("{0} passed checks", n);
    case "failed":
      return isOne
        ? voice.t("1 failed check")
        : voice.t("{0} failed checks", n);
  }
}

export function momentsText(n: number, voice: Voice): string {
  return n === 1 ? voice.t("1 moment") : voice.t("{0} moments", n);
}
