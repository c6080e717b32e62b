import type { Random } from "./random";

/**
 * Returns the lines of a lock file with these packages, most of which are like many others. About a
 * third of the packages have another version each time.
 */
export function lockFile(
  random: Random,
  packages: readonly number[],
): string[] {
  const entries = [...packages]
    .sort((a, b) => (a % 97) - (b % 97) || a - b)
    .flatMap((n) => {
      const version = `${n % 9}.${random.chance(0.4) ? random.below(9) : 0}.${n % 5}`;
      return [
        `    "node_modules/package-${n}": {\n`,
        `      "version": "${version}",\n`,
        `      "resolved": "https://example.test/package-${n}-${version}.tgz",\n`,
        `      "integrity": "sha512-${n}${version}",\n`,
        ...(n % 3 === 0 ? [] : ['      "dev": true,\n']),
        '      "license": "MIT",\n',
        '      "engines": {\n',
        `        "node": ">=${10 + 2 * (n % 4)}"\n`,
        "      }\n",
        "    },\n",
      ];
    });
  return ["{\n", '  "packages": {\n', ...entries, "  }\n", "}\n"];
}
