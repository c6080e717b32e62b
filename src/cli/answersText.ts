import { SHAPES, type Fields } from "./answerShapes";
import { ANSWERS } from "./answers";
import type { Paint } from "./text";
import { wrappedTable, wrapText } from "./wrap";

/** The page of `checkpoint help json`. */
export function answersPage(paint: Paint): string[] {
  const part = (name: string, fields: Fields) => [
    "",
    paint("bold", name),
    ...fieldLines(fields, paint),
  ];
  const alike = new Map<Fields, string[]>();
  for (const [verb, fields] of Object.entries(ANSWERS))
    alike.set(fields, [...(alike.get(fields) ?? []), verb]);
  return [
    ...wrapText(
      "With --json every verb but mcp and hook prints one document on standard output. When it fails that is {error: Error}, with exit code 1 or 2. Names ending in ? may be absent.",
    ),
    ...[...alike].flatMap(([fields, verbs]) => part(verbs.join(", "), fields)),
    "",
    "These are parts of them.",
    ...Object.entries(SHAPES).flatMap(([name, fields]) => part(name, fields)),
  ];
}

/** What a verb answers, for its own help; empty when it has no document. */
export function answerLines(verb: string, paint: Paint): string[] {
  const fields = ANSWERS[verb];
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
