import { CheckpointError } from "../engine/model/errors";

/**
 * Returns the folder that the command was called in; throws `not-found` when it
 * is gone. A hook goes on all the same: an agent must not fail because of us.
 */
export function currentFolder(verb: string): string {
  try {
    return process.cwd();
  } catch (error) {
    if (verb === "hook") return process.env["PWD"] || "/";
    throw new CheckpointError(
      "not-found",
      "The folder you are in is no longer there.",
      { hint: "Go to another folder, then try again.", cause: error },
    );
  }
}
