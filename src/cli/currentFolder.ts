import { CheckpointError } from "../engine/model/errors";

/** These go on: help is about no folder, and an agent must not fail because of us. */
const ANYWHERE = new Set(["help", "hook"]);

/**
 * Returns the folder that the command was called in; throws `not-found` when it
 * is gone.
 */
export function currentFolder(verb: string): string {
  try {
    return process.cwd();
  } catch (error) {
    if (ANYWHERE.has(verb)) return process.env["PWD"] || "/";
    throw new CheckpointError(
      "not-found",
      "The folder you are in is no longer there.",
      { hint: "Go to another folder, then try again.", cause: error },
    );
  }
}
