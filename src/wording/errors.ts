import type { SpokenError } from "../answers/error";
import type { RestoreFailure as SpokenFailure } from "../answers/restore";
import type { ErrorJson } from "../engine/model/errors";
import { CheckpointError } from "../engine/model/errors";
import type { ProblemData } from "../engine/model/problems";
import type { RestoreFailure } from "../engine/model/restorePlan";
import type { Catalogue, Words } from "./problems/catalogue";
import { callers } from "./problems/callers";
import { connecting } from "./problems/connecting";
import { disks } from "./problems/disks";
import { exchange } from "./problems/exchange";
import { general } from "./problems/general";
import { history } from "./problems/history";
import { restoring } from "./problems/restoring";
import { stores } from "./problems/stores";
import { SaidError } from "./said";
import type { Voice } from "./voice";

export type { SpokenError } from "../answers/error";

const words: Catalogue = {
  ...general,
  ...stores,
  ...disks,
  ...history,
  ...restoring,
  ...exchange,
  ...connecting,
  ...callers,
  "settings-unreadable": settingsText,
};

/** Returns any error in words: what happened, and what to do. */
export function spoken(error: unknown, voice: Voice): SpokenError {
  const known = CheckpointError.from(error);
  const { code, data } = known;
  if (known instanceof SaidError)
    return { code, message: known.message, hint: known.hint, data };
  const [message, hint] = wordsOf(known, voice);
  return { code, message, hint: hint || null, data };
}

/**
 * Like `spoken`, for an error that comes from another thread or is part of another
 * error.
 */
export function spokenJson(json: ErrorJson, voice: Voice): SpokenError {
  return spoken(CheckpointError.fromJson(json), voice);
}

/**
 * Returns an error with its message and hint as text, for callers outside
 * Checkpoint.
 */
export function inWords(error: unknown, voice: Voice): SaidError {
  if (error instanceof SaidError) return error;
  const { code, message, hint, data } = spoken(error, voice);
  return new SaidError(code, message, { hint, data, cause: error });
}

/** Returns what went wrong at a path of a restore, in words. */
function failureText(failure: RestoreFailure, voice: Voice): string {
  const { message } = spokenJson(failure, voice);
  return failure.isRollback
    ? voice.t("Rolling it back failed. {0}", message)
    : message;
}

/**
 * Like `failureText`, as a line that names the path once: most messages already
 * contain it.
 */
export function failureLine(failure: RestoreFailure, voice: Voice): string {
  const message = failureText(failure, voice);
  return failure.data["path"] === failure.path
    ? message
    : `${failure.path}: ${message}`;
}

/** A failure with its text, as a host returns it. */
export function spokenFailure(
  failure: RestoreFailure,
  voice: Voice,
): SpokenFailure {
  const { path, code } = failure;
  return { path, code, message: failureText(failure, voice) };
}

function wordsOf({ problem, data }: CheckpointError, voice: Voice): Words {
  const say = words[problem as keyof Catalogue] as
    | ((data: unknown, voice: Voice) => Words)
    | undefined;
  return say?.(data, voice) ?? [problem];
}

function settingsText(
  data: ProblemData<"settings-unreadable">,
  voice: Voice,
): Words {
  const { file } = data;
  const cannot = (why: string) =>
    voice.t("Your settings cannot be read: {0}", why);
  const correct = voice.t("Correct {0}, or remove it.", file);
  switch (data.fault) {
    case "unknown-setting":
      return [
        cannot(voice.t("“{0}” is not a setting.", data.setting)),
        voice.t(
          "Correct {0}: the settings are {1}.",
          file,
          data.settings.join(", "),
        ),
      ];
    case "invalid":
      return [
        cannot(spokenJson(data.error as ErrorJson, voice).message),
        correct,
      ];
    case "not-json":
      return [cannot(`${data.reason}.`), correct];
    case "not-an-object":
      return [cannot(voice.t("it must contain one object, {…}.")), correct];
  }
}
