import { showError } from "../showError";

/** Runs a command's work; whatever goes wrong is shown in the one place for it. */
export async function runCommand<T>(
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    // Not waited for: whoever called the command need not see it clicked away.
    void showError(error);
    return undefined;
  }
}
