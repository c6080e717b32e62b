import { createRequire } from "node:module";
import path from "node:path";
import type * as tables from "../answerTables";
import type { Paint } from "./text";
import { wrappedTable, wrapText } from "./wrap";

type Fields = tables.Fields;

/** Loads the tables from their own bundle, so that only help pays for it. */
export function answerTables(): typeof tables {
  const bundle = path.join(__dirname, "answerTables.js");
  return createRequire(bundle)(bundle) as typeof tables;
}

/** The text of `checkpoint help json`. */
export function answersPage(paint: Paint): string[] {
  const part = (name: string, fields: Fields) => [
    "",
    paint("bold", name),
    ...fieldLines(fields, paint),
  ];
  const { answers, shapes } = answerTables();
  const alike = new Map<string, string[]>();
  for (const [verb, fields] of Object.entries(answers)) {
    const key = JSON.stringify(fields);
    alike.set(key, [...(alike.get(key) ?? []), verb]);
  }
  return [
    ...wrapText(
      "With --json every verb but mcp and hook prints one JSON document to standard output. On failure it is {error: Error}, with exit code 1 or 2. Names ending in ? may be absent.",
    ),
    ...[...alike.values()].flatMap((verbs) =>
      part(verbs.join(", "), answers[verbs[0]!]!),
    ),
    "",
    "Types used above.",
    ...Object.entries(shapes).flatMap(([name, fields]) => part(name, fields)),
  ];
}

/** Describes a verb's JSON answer, for its help; empty if it has none. */
export function answerLines(verb: string, paint: Paint): string[] {
  const fields = answerTables().answers[verb];
  return fields ? fieldLines(fields, paint) : [];
}

function fieldLines(fields: Fields, paint: Paint): string[] {
  return wrappedTable(
    Object.entries(fields).map(([name, [type, what]]) => [
      `  ${paint("cyan", name)}`,
      type,
      what,
    ]),
  );
}
