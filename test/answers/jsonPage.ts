import type * as z from "zod";
import { CODES } from "../../src/answers/error";
import { verbs } from "../../src/answers/verbs";
import { answerTables, type Fields } from "./tables";

/** The generated part of src/cli/JSON.md starts here. */
export const WRITTEN =
  "<!-- From here on this page is written from src/answers: see test/answers/pages.test.ts. -->";

/** Returns JSON.md with its generated part updated from the schemas. */
export function jsonPage(page: string): string {
  const { answers, shapes } = answerTables();
  const [prose = ""] = page.split(WRITTEN);
  const typeText = (type: string) =>
    type.replace(/[A-Z]\w*/, (name) =>
      name in shapes ? `[${name}](#${name.toLowerCase()})` : name,
    );
  const table = (fields: Fields) => [
    "| field | type | meaning |",
    "| --- | --- | --- |",
    ...Object.entries(fields).map(
      ([name, [type, what]]) => `| \`${name}\` | ${typeText(type)} | ${what} |`,
    ),
  ];
  return [
    prose + WRITTEN,
    "",
    "## Errors",
    "",
    "An error is `{error: Error}`, with exit code 1 or 2. Its `code` is one of these:",
    "",
    "| code | means |",
    "| --- | --- |",
    ...Object.entries(CODES).map(([code, what]) => `| \`${code}\` | ${what} |`),
    "",
    "## Each verb",
    ...alike().flatMap(([schema, together]) => [
      "",
      `### ${together.map((verb) => `\`${verb}\``).join(", ")}`,
      "",
      ...(schema.description === undefined ? [] : [schema.description, ""]),
      ...table(answers[together[0]!]!),
    ]),
    "",
    "## Values",
    ...Object.entries(shapes).flatMap(([name, fields]) => [
      "",
      `### ${name}`,
      "",
      ...table(fields),
    ]),
    "",
  ].join("\n");
}

/** The verbs, grouped by their answer. */
function alike(): [z.ZodType, string[]][] {
  const found = new Map<z.ZodType, string[]>();
  for (const [verb, schema] of Object.entries(verbs))
    found.set(schema, [...(found.get(schema) ?? []), verb]);
  return [...found];
}
