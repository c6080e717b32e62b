import type { ProblemData } from "../../engine/model/problems";
import type { Voice } from "../voice";
import type { Catalogue } from "./catalogue";

/** How agents, the editor's programs and those that use the library called Checkpoint. */
export const callers = {
  "bad-tool-call": ({ fault }, voice) => [
    toolFault(fault, voice),
    /^(plan|restore)-/.test(fault)
      ? voice.t(
          "To see what a restore would do, use {0}.",
          voice.action("plan"),
        )
      : voice.t("Nothing was changed."),
  ],
  "unknown-tool": ({ tool }, voice) => [voice.t("There is no tool {0}.", tool)],
  "not-confirmed": (_, voice) => [
    voice.t("Not confirmed. Nothing was changed."),
    voice.t(
      "Do not try it again unless the user asks for it. If nobody is there to confirm, say which checkpoint to restore.",
    ),
  ],
  "too-large-to-send": (_, voice) => [
    voice.t("This file is too large to be sent."),
    voice.t("Restore it, or print it with “checkpoint cat”."),
  ],
  "nothing-recorded-yet": (_, voice) => [
    voice.t("This folder has no history yet."),
    voice.t("To start one, use {0}.", voice.action("create")),
  ],
  "folder-not-recorded": (_, voice) => [
    voice.t("This folder is not being recorded."),
  ],
  "folder-not-open": ({ path }, voice) => [
    path === null
      ? voice.t("No folder is open in this window.")
      : voice.t("{0} is not in a folder of this window.", path),
    voice.t("Open the folder first."),
  ],
  "recording-ended": (_, voice) => [
    voice.t("This folder is not being recorded."),
  ],
  "which-folder": ({ names }, voice) => [
    voice.t("Several workspace folders are being recorded."),
    nameOneText(names, voice),
  ],
  "unknown-folder": ({ name, names }, voice) => [
    voice.t("No workspace folder called “{0}” is being recorded.", name),
    nameOneText(names, voice),
  ],
  "unknown-option": ({ option, options }, voice) => [
    voice.t(
      "Unknown option “{0}”. The options are {1}.",
      option,
      options.join(", "),
    ),
  ],
  "bad-option": ({ option, wanted }, voice) => [
    optionText(option, wanted, voice),
  ],
  "service-closed": (_, voice) => [
    voice.t("This CheckpointService is closed."),
    voice.t("Create another one."),
  ],
  "agent-settings-not-planned": (_, voice) => [
    voice.t("The agent's settings could not be read."),
  ],
} satisfies Partial<Catalogue>;

function toolFault(
  fault: ProblemData<"bad-tool-call">["fault"],
  voice: Voice,
): string {
  switch (fault) {
    case "plan-and-more":
      return voice.t(
        "A plan already has its target and scope. Pass only plan.",
      );
    case "restore-without-target":
      return voice.t("Pass plan, or to with everything, paths or source.");
    case "restore-without-scope":
      return voice.t(
        "Specify what to restore: everything: true, paths, or source. Nothing was changed.",
      );
    case "restore-everything-limited":
      return voice.t("everything cannot be combined with paths or source.");
    case "revert-subject":
      return voice.t(
        "Specify what to revert: exactly one of ref, source and thread.",
      );
    case "since-without-source":
      return voice.t("since requires source.");
    case "message-without-thread":
      return voice.t("message requires thread.");
    case "maybe-without-author":
      return voice.t("maybe requires source or thread.");
  }
}

function nameOneText(names: readonly string[], voice: Voice): string {
  const quoted = names.map((name) => `“${name}”`).join(", ");
  return voice.t("Choose one by name: {0}.", quoted);
}

function optionText(
  option: string,
  wanted: ProblemData<"bad-option">["wanted"],
  voice: Voice,
): string {
  switch (wanted) {
    case "folder":
      return voice.t("{0} must be the path of a folder.", option);
    case "boolean":
      return voice.t("{0} must be true or false.", option);
    case "count":
      return voice.t("{0} must be a whole number, 0 or more.", option);
    case "globs":
      return voice.t("{0} must be a list of globs.", option);
  }
}
