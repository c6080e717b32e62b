/** Sources that stand for the person at the keyboard. */
export const PERSON: ReadonlySet<string> = new Set(["editor", "cli", "git"]);

/** Sources without an author: unknown, Checkpoint's own restores, imports. */
const NOBODY: ReadonlySet<string> = new Set(["outside", "restore", "import"]);

/** True for a source that is an agent. */
export function isAgent(source: string): boolean {
  return !PERSON.has(source) && !NOBODY.has(source);
}
