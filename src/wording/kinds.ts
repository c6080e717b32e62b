import type {
  Checkpoint,
  CheckpointKind,
  Source,
} from "../engine/model/checkpoint";
import { agentName } from "./agentNames";
import type { Voice } from "./voice";

/** Returns the name for one checkpoint of a kind. */
export function kindName(kind: CheckpointKind, voice: Voice): string {
  switch (kind) {
    case "automatic":
      return voice.t("Automatic checkpoint");
    case "guard":
      return voice.t("Guard checkpoint");
    case "manual":
      return voice.t("Checkpoint");
    case "feature":
      return voice.t("Feature checkpoint");
    case "session":
      return voice.t("Session checkpoint");
  }
}

/** Returns a checkpoint's name, or a description of its kind if it has none. */
export function checkpointTitle(
  { name, kind }: Pick<Checkpoint, "name" | "kind">,
  voice: Voice,
): string {
  if (name) return name;
  if (kind === "session") return voice.t("Session start");
  if (kind === "feature") return voice.t("Feature complete");
  return kindName(kind, voice);
}

/** Returns the heading for all checkpoints of a kind. */
export function kindTitle(kind: CheckpointKind, voice: Voice): string {
  switch (kind) {
    case "automatic":
      return voice.t("Automatic");
    case "guard":
      return voice.t("Guards");
    case "manual":
      return voice.t("Manual");
    case "feature":
      return voice.t("Features");
    case "session":
      return voice.t("Sessions");
  }
}

/** Returns one line on when checkpoints of a kind are created. */
export function kindMeaning(kind: CheckpointKind, voice: Voice): string {
  switch (kind) {
    case "automatic":
      return voice.t("Created after a burst of changes");
    case "guard":
      return voice.t("Created before something risky, such as a restore");
    case "manual":
      return voice.t("Created by a person or an agent; kept until deleted");
    case "feature":
      return voice.t(
        "Created when a feature was marked complete; never removed automatically",
      );
    case "session":
      return voice.t("Created when the workspace was opened");
  }
}

/** Returns who made a change, in words. */
export function sourceName(source: Source, voice: Voice): string {
  switch (source) {
    case "editor":
      return voice.t("the editor");
    case "outside":
      return voice.t("outside the editor");
    case "git":
      return voice.t("git");
    case "restore":
      return voice.t("a restore");
    case "cli":
      return voice.t("the command line");
    default:
      return agentName(source);
  }
}

/**
 * Like `sourceName`, after a word such as “changed”: “by Codex”, “outside the
 * editor”.
 */
export function bySource(source: Source, voice: Voice): string {
  switch (source) {
    case "editor":
      return voice.t("in the editor");
    case "outside":
      return voice.t("outside the editor");
    case "cli":
      return voice.t("on the command line");
    default:
      return voice.t("by {0}", sourceName(source, voice));
  }
}
