/** Sources that stand for the person at the keyboard. */
export const PERSON: ReadonlySet<string> = new Set(["editor", "cli", "git"]);

/** Sources without an author: unknown, Checkpoint's own restores, imports. */
const NOBODY: ReadonlySet<string> = new Set(["outside", "restore", "import"]);

/** Wrote lines, but made no moment: what changed a file while somebody else saved it. */
export const FORMATTER = "formatter";

/** True for a source that is an agent. */
export function isAgent(source: string): boolean {
  return !PERSON.has(source) && !NOBODY.has(source);
}
