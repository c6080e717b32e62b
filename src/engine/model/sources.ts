/** Sources that are the person at the keyboard. */
export const PERSON: ReadonlySet<string> = new Set(["editor", "cli", "git"]);

/** Sources that nobody is: no known author, our own restores, an import. */
const NOBODY: ReadonlySet<string> = new Set(["outside", "restore", "import"]);

/** True for a source that is neither a person nor nobody. */
export function isAgent(source: string): boolean {
  return !PERSON.has(source) && !NOBODY.has(source);
}
