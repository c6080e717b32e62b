import { checkpointsText } from "./counts";
import type { Voice } from "./voice";

/** What to ask a person before an agent's tool changes something. */
export interface Confirmation {
  title: string;
  message: string;
}

/** What an agent wants to restore. Its texts come from the agent, each already on one line. */
interface Scope {
  plan?: string | undefined;
  to: string;
  source?: string | undefined;
  /** The first of the paths, and how many there are; absent means the whole folder. */
  paths?: { shown: readonly string[]; total: number } | undefined;
}

export function restoreQuestion(scope: Scope, voice: Voice): Confirmation {
  return {
    title: voice.t("Restore files from a checkpoint?"),
    message: voice.t(
      "{0} Files that differ will be overwritten, and files created since will be deleted. The current state is recorded first, so this can be undone.",
      scopeText(scope, voice),
    ),
  };
}

function scopeText({ plan, to, source, paths }: Scope, voice: Voice): string {
  if (plan !== undefined) return voice.t("Applies the plan {0}.", plan);
  if (paths === undefined)
    return source === undefined
      ? voice.t("Restores the whole folder to {0}.", to)
      : voice.t("Restores to {0} what {1} has changed since.", to, source);
  const { shown, total } = paths;
  const more = total - shown.length;
  const list = [...shown, ...(more > 0 ? [voice.t("and {0} more", more)] : [])];
  const number = total === 1 ? voice.t("1 path") : voice.t("{0} paths", total);
  return source === undefined
    ? voice.t("Restores {0} to {1}: {2}.", number, to, list.join(", "))
    : voice.t(
        "Restores to {0} what {1} has changed since in {2}: {3}.",
        to,
        source,
        number,
        list.join(", "),
      );
}

/** `subject` is a checkpoint or an author, unless it is a conversation. */
export function revertQuestion(
  subject: string,
  { isThread, maybe }: { isThread: boolean; maybe: boolean },
  voice: Voice,
): Confirmation {
  const what = isThread
    ? voice.t("What conversation {0} changed", subject)
    : voice.t("What {0} changed", subject);
  return {
    title: voice.t("Revert changes?"),
    message: maybe
      ? voice.t(
          "{0}, and what it may have changed, will be reverted; everything since is kept. Files will be overwritten or deleted. This can be undone.",
          what,
        )
      : voice.t(
          "{0} will be reverted; everything since is kept. Files will be overwritten or deleted. This can be undone.",
          what,
        ),
  };
}

export function undoQuestion(isRedo: boolean, voice: Voice): Confirmation {
  return {
    title: isRedo ? voice.t("Redo the restore?") : voice.t("Undo the restore?"),
    message: voice.t(
      "Files will be overwritten or deleted to restore their previous state. The current state is recorded first.",
    ),
  };
}

export function deleteQuestion(
  { shown, total }: { shown: readonly string[]; total: number },
  voice: Voice,
): Confirmation {
  return {
    title: voice.t("Delete {0}?", checkpointsText(total, voice)),
    message: voice.t(
      "{0}: this cannot be undone. Your files stay as they are.",
      shown.join(", "),
    ),
  };
}

export function editQuestion(
  { message, thread }: { message: string; thread: string },
  voice: Voice,
): Confirmation {
  return {
    title: voice.t("Go back to this message?"),
    message: voice.t(
      "Restores the folder to message {0} of {1}. Files will be overwritten or deleted, and later messages marked as deleted. This can be undone.",
      message,
      thread,
    ),
  };
}

/** For a plan that was made before this process started, so that it cannot be shown. */
export function earlierPlanQuestion(voice: Voice): string {
  return voice.t(
    "Apply an earlier plan of a restore? Files will be overwritten or deleted. The current state is recorded first, so this can be undone.",
  );
}

export function recordedFirstText(voice: Voice): string {
  return voice.t("The current state is recorded first, so this can be undone.");
}

/** After a person said no. */
export function declinedText(voice: Voice): string {
  return voice.t("Nothing was changed.");
}
