import { CheckpointError } from "../../engine/model/errors";
import type { Folders, FolderSession } from "../session/folders";
import { log } from "../log";
import { isRecorded } from "./recorded";

/**
 * Asks every recorded folder for its rows. One that fails does not take the
 * others' rows with it; if all do, the reason is shown.
 */
export async function fromEachFolder<T>(
  { all }: Pick<Folders, "all">,
  ask: (session: FolderSession) => Promise<T[]>,
): Promise<T[]> {
  const answers = await Promise.allSettled(all.filter(isRecorded).map(ask));
  const rows = answers.flatMap((answer) =>
    answer.status === "fulfilled" ? answer.value : [],
  );
  const errors = answers.flatMap((answer) =>
    answer.status === "rejected" ? [answer.reason as unknown] : [],
  );
  if (errors.length > 0 && errors.length === answers.length) throw errors[0];
  for (const error of errors)
    if (!CheckpointError.is(error, "cancelled"))
      log.error("The rows of one folder cannot be shown", error);
  return rows;
}
