import { showError } from "../showError";

/** Runs a command's work and shows its errors in the usual place. */
export async function runCommand<T>(
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    // Not awaited: the command is done even if the message stays open.
    void showError(error);
    return undefined;
  }
}
