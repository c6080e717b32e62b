// `--only WORD,WORD` of `npm test`, `npm run test:platforms`, `npm run soak` and `npm run bench`.

/**
 * Returns a predicate for names that contain one of the words; without words it is
 * true for every name. A word that matches no name ends the process: running
 * nothing must not look like a run without failures.
 */
export function wantedBy(only, names) {
  if (only === undefined) return () => true;
  const words = only.split(",").filter(Boolean);
  const unknown = words.filter((word) => !names.some((n) => n.includes(word)));
  if (words.length === 0 || unknown.length > 0) {
    const what = unknown.map((word) => `“${word}”`).join(", ");
    console.error(`--only: nothing is called ${what || "“”"}.`);
    console.error(`Known: ${[...new Set(names)].sort().join(", ")}`);
    process.exit(2);
  }
  return (name) => words.some((word) => name.includes(word));
}
