/** Sources that are the person at the keyboard. */
export const PERSON: ReadonlySet<string> = new Set(["editor", "cli", "git"]);

/** Sources that are no agent: a person, our own restores, or nobody known. */
export function isAgent(source: string): boolean {
  return !PERSON.has(source) && source !== "outside" && source !== "restore";
}
