import type { Random } from "../helpers/random";

/** Texts that cause trouble in unexpected places. */
const ODD = [
  ...["", " ", "-", "--", "-1", "-0", "0x10", "1e9", "NaN", "null", "true"],
  ...["__proto__", "constructor", "toString", "{}", "[1]", "%s%n", "$(id)"],
  ...["\n", "\t", "a\nb", "\u001b[31mred", "\u202Eabc", "\uFEFF", "\uD800"],
  ...["🦄", "e\u0301", "ǆ", "İ", "x".repeat(5000), "é".repeat(300)],
  ...["9".repeat(40), "18446744073709551616", "../".repeat(50), "\\\\?\\"],
];

const REFS = [
  ...["0", "1", "2", "#1", "#0", "#-1", "# 1", "snapshot-1", "snapshot-"],
  ...[
    "latest",
    "latest~",
    "latest~1",
    "latest~999",
    `latest~${"9".repeat(20)}`,
  ],
  ...["@1", "@2", "@0", "@-1", "@999999", "@", "workspace", "now", "name:"],
  ...["name:one", "one", "two", "nope", "10:30", "25:61", "2026-13-45"],
  ...["1h", "0s", "90s ago", `${"9".repeat(12)}w`, "1970-01-01", "2999-01-01"],
  ...["1..2", "1...2", "one two", "ONE"],
];

/** No absolute paths except those below the folder that the caller owns. */
const PATHS = [
  ...["a.txt", "src", "src/b.txt", "src/deep/c.txt", "link", "nope", "nope/x"],
  ...["./a.txt", "../a.txt", "src/../a.txt", "a.txt/", "a.txt/x", "src//b.txt"],
  ...[".", "..", ".git", ".git/config", ".gitignore", "ignored.log", "*", "**"],
  ...["[", "{a,b}", "!a.txt", "a\\b", "C:\\x", "con", "NUL.txt", "a:b", "a."],
  ...["ü/ö", "-x", "A.TXT", "x".repeat(300), "d/".repeat(200) + "f"],
];

const NUMBERS = ["0", "1", "3", "-1", "1.5", "1e3", "999999999999", "", "x"];

/** The intended meaning of a word. A fuzzer may always choose another one. */
export type Meant = "ref" | "path" | "number" | "text";

/** A word, usually with the intended meaning. */
export function word(random: Random, meant: Meant): string {
  if (random.chance(0.06)) return random.pick(ODD);
  const kind = random.chance(0.93)
    ? meant
    : random.pick(["ref", "path", "number", "text"] as const);
  if (kind === "ref") return random.pick(REFS);
  if (kind === "path") return random.pick(PATHS);
  if (kind === "number") return random.pick(NUMBERS);
  return random.chance(0.5) ? random.pick(ODD) : `text ${random.below(1000)}`;
}

/** Any JSON value, usually small. */
export function value(random: Random, depth = 0): unknown {
  const kinds: (() => unknown)[] = [
    () => word(random, "ref"),
    () => word(random, "path"),
    () => word(random, "text"),
    () => random.pick([0, 1, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308]),
    () => random.chance(0.5),
    () => null,
  ];
  if (depth < 3)
    kinds.push(
      () =>
        Array.from({ length: random.below(4) }, () => value(random, depth + 1)),
      () =>
        Object.fromEntries(
          Array.from({ length: random.below(4) }, () => [
            word(random, "text"),
            value(random, depth + 1),
          ]),
        ),
    );
  return random.pick(kinds)();
}

/**
 * Messages of JavaScript errors, which a program prints when it fails unexpectedly.
 */
const STACK =
  /^\s+at .+(:\d+:\d+\)?|\(native\)|<anonymous>)$|node:internal|\b(Type|Reference|Range|Syntax)Error\b|\bUnhandled|ERR_[A-Z_]{4,}|\[object Object\]/m;

/** Throws if a program printed internals. */
export function assertNoStack(text: string, what: string): void {
  const found = STACK.exec(text);
  if (found) throw new Error(`${what}\nprinted “${found[0]}” in:\n${text}`);
}
