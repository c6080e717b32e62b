import { localTime } from "../../engine/model/localTime";
import type { ChangesOf, ProblemData } from "../../engine/model/problems";
import { moreText } from "../counts";
import { reasonText } from "../reasons";
import type { Voice } from "../voice";
import type { Catalogue } from "./catalogue";

const MAX_PATHS = 10;

/** Restores, reverts and conversations. */
export const restoring = {
  "restore-to-now": (_, voice) => [
    voice.t("“workspace” is the current state; there is nothing to restore."),
    voice.t("Name a checkpoint or a time to go back to."),
  ],
  "bad-plan": ({ part }, voice) => [
    badPlanText(part, voice),
    voice.t("Create the plan again and pass it back unchanged."),
  ],
  "unknown-plan": ({ plan }, voice) => [
    voice.t("There is no plan {0}.", plan),
    voice.t(
      "Only the process that created a plan remembers it, and only for a while. Create the plan again.",
    ),
  ],
  "plan-outdated": ({ paths, count }, voice) => [
    voice.t(
      "The workspace has changed since this was planned: {0}. Nothing was restored.",
      firstOf(paths, count, voice),
    ),
    planAgain(voice),
  ],
  "changed-while-saved": ({ paths }, voice) => [
    voice.t(
      "{0} changed while it was being saved. Nothing was restored.",
      paths.join(", "),
    ),
    voice.t("Try again."),
  ],
  "changed-while-restoring": ({ path }, voice) => [
    voice.t("{0} was changed during the restore.", path),
    planAgain(voice),
  ],
  "left-as-changed": ({ path }, voice) => [
    voice.t(
      "{0} was changed during the restore and is left as it is now.",
      path,
    ),
  ],
  "messages-deleted-since": (_, voice) => [
    voice.t(
      "Messages of this conversation were deleted since this was planned. Nothing was restored.",
    ),
    planAgain(voice),
  ],
  "nothing-to-undo": ({ verb }, voice) => [
    verb === "undo"
      ? voice.t("There is no restore to undo.")
      : voice.t("There is no undone restore to redo."),
  ],
  "unknown-restore": ({ restore, verb }, voice) => [
    verb === "undo"
      ? voice.t("There is no restore {0} to undo.", restore)
      : voice.t("There is no restore {0} to redo.", restore),
    voice.t(
      "It may have been undone already. A restore returns its id as restoreId.",
    ),
  ],
  "guard-not-kept": (_, voice) => [
    voice.t("What that restore replaced is no longer kept."),
    voice.t(
      "Guard checkpoints are removed after a while. To choose another checkpoint, use {0}.",
      voice.action("list"),
    ),
  ],
  "way-blocked": ({ path, blockedBy }, voice) => [
    voice.t(
      "{0} was not written, because {1} is no longer a folder.",
      path,
      blockedBy,
    ),
  ],
  "written-differently": ({ path }, voice) => [
    voice.t("{0} does not contain what was written to it.", path),
    voice.t("Check the health of the disk."),
  ],
  "file-unreadable": ({ path }, voice) => [
    voice.t("{0} cannot be read.", path),
  ],

  "revert-what": (_, voice) => [
    voice.t(
      "Choose what to revert: a checkpoint, a source, or a conversation.",
    ),
    voice.t("Use {0}.", voice.action("revert-what")),
  ],
  "revert-first": ({ number }, voice) => [
    voice.t(
      "Checkpoint #{0} is the first one: it recorded the folder as it was and changed nothing.",
      number,
    ),
    voice.t("Choose a later checkpoint."),
  ],
  "changed-nothing": ({ of, since }, voice) => [
    changedNothing(of, since, voice),
    voice.t("To see who changed what, use {0}.", voice.action("list")),
  ],
  "changes-not-kept": ({ moment, of, at }, voice) => [
    voice.t(
      "Not every change by {0} is still kept: those before {1} cannot be reverted one by one.",
      changesText(of, voice),
      at === null ? `@${moment}` : localTime(Date.parse(at)),
    ),
    voice.t(
      "Revert the newer ones ({0}), revert a single checkpoint, or restore files from an earlier one.",
      voice.action("revert-since", String(moment)),
    ),
  ],
  "no-conflict": ({ path }, voice) => [
    voice.t("{0} has no conflict to resolve.", path),
    voice.t("Run it without that decision to see the conflicts."),
  ],
  "cannot-come-back": (data, voice) => [
    obstacleText(data, voice),
    data.canDecide
      ? voice.t(
          "Move whatever is in its way, or keep the file as it is now ({0}).",
          voice.action("keep-ours", data.path),
        )
      : voice.t("Move whatever is in its way first."),
  ],
  conflicts: ({ path }, voice) => [
    voice.t("{0} has since been changed in the same places.", path),
  ],

  "unknown-deed": ({ deed }, voice) => [
    voice.t("The history has changed: {0} is no longer there.", deed),
    voice.t("To list the checkpoints, use {0}.", voice.action("list")),
  ],
  "unknown-thread": ({ thread }, voice) => [
    voice.t("There is no conversation {0}.", thread),
    voice.t("To list the conversations, use {0}.", voice.action("threads")),
  ],
  "unknown-message": ({ thread, message }, voice) => [
    voice.t("There is no message {0} in conversation {1}.", message, thread),
    voice.t("To see its messages, use {0}.", voice.action("messages", thread)),
  ],
  "message-known": ({ thread, message }, voice) => [
    voice.t("Message {0} is already in conversation {1}.", message, thread),
    voice.t("Give every message its own id."),
  ],
  "bad-id": ({ field, most }, voice) => [
    voice.t(
      "The {0} needs an id of 1 to {1} characters on one line.",
      field,
      most,
    ),
  ],
  "bad-role": (_, voice) => [
    voice.t("A message's role must be user or agent."),
  ],
  "bad-message-text": ({ most }, voice) => [
    voice.t("A message must be text of up to {0} characters.", most),
  ],
  "thread-elsewhere": ({ thread, folder, root }, voice) => [
    voice.t(
      "Conversation {0} belongs to {1}, but this is the history of {2}.",
      thread,
      folder,
      root,
    ),
    voice.t("Record it in the history of its own folder."),
  ],
  "message-of-agent": (_, voice) => [
    voice.t("Only your own messages can be edited, not an agent's."),
    voice.t("Choose the message before it."),
  ],
  "message-deleted": (_, voice) => [
    voice.t("That message was deleted by an earlier edit."),
    voice.t("Undo that edit first."),
  ],
  "thread-of-other": ({ owner, as }, voice) => [
    voice.t(
      "The conversation belongs to {0}; {1} is not allowed to edit it.",
      owner,
      as,
    ),
  ],
  "message-not-kept": (_, voice) => [
    voice.t("The files as they were at that message are no longer kept."),
    voice.t("Choose a later message."),
  ],
} satisfies Partial<Catalogue>;

/** The list may be shorter than the total. */
function firstOf(
  paths: readonly string[],
  count: number,
  voice: Voice,
): string {
  const shown = paths.slice(0, MAX_PATHS);
  const more = count - shown.length;
  return [...shown, ...(more > 0 ? [moreText(more, voice)] : [])].join(", ");
}

function planAgain(voice: Voice): string {
  return voice.t(
    "Review the new plan and confirm it: use {0}.",
    voice.action("plan"),
  );
}

function badPlanText(
  part: ProblemData<"bad-plan">["part"],
  voice: Voice,
): string {
  switch (part) {
    case "id":
      return voice.t("A plan's id contains only letters and digits.");
    case "operations":
      return voice.t("The plan lacks its writes and deletes.");
    case "states":
      return voice.t("The plan lacks the hash and mode of a file.");
  }
}

function changedNothing(
  of: ChangesOf,
  since: string | null,
  voice: Voice,
): string {
  if ("source" in of)
    return since === null
      ? voice.t("{0} changed nothing.", of.source)
      : voice.t("{0} changed nothing since {1}.", of.source, since);
  return of.message === null
    ? voice.t("Conversation {0} changed nothing.", of.thread)
    : voice.t(
        "Message {1} of conversation {0} changed nothing.",
        of.thread,
        of.message,
      );
}

function changesText(of: ChangesOf, voice: Voice): string {
  if ("source" in of) return of.source;
  return of.message === null
    ? voice.t("conversation {0}", of.thread)
    : voice.t("message {0} of conversation {1}", of.message, of.thread);
}

function obstacleText(
  data: ProblemData<"cannot-come-back">,
  voice: Voice,
): string {
  const { path } = data;
  switch (data.obstacle) {
    case "file-above":
      return data.isRecorded
        ? voice.t("{0} cannot be restored: {1} is now a file.", path, data.at)
        : voice.t(
            "{0} cannot be restored: {1} is no longer a folder and is not recorded.",
            path,
            data.at,
          );
    case "folder":
      return data.holds === null
        ? voice.t(
            "{0} cannot be restored: it is now a folder with files that are not recorded.",
            path,
          )
        : voice.t(
            "{0} cannot be restored: it is now a folder that contains {1}.",
            path,
            data.holds,
          );
    case "unreadable":
      return voice.t(
        "{0} cannot be restored: the guard checkpoint cannot include the file that is there now ({1}).",
        path,
        reasonText(data.reason, voice),
      );
  }
}
