import assert from "node:assert/strict";
import * as z from "zod";
import { fieldsIn, names, within } from "../../src/answers/shape";

/** Asserts that a value matches its schema exactly, without extra fields. */
export function assertIs(
  schema: z.ZodType,
  value: unknown,
  what: string,
): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success) assert.fail(`${what}: ${z.prettifyError(parsed.error)}`);
  // Parsing drops fields that the schema does not have.
  assert.deepEqual(parsed.data, value, `${what} has fields without a schema`);
  checkTexts(schema, value, what);
}

const onWindows = process.platform === "win32";

/** Texts of a certain form, which programs get no error about. */
const FORMS: Readonly<Record<string, (text: string) => boolean>> = {
  path: (text) => !(onWindows ? /^\/|\\/ : /^\//).test(text),
  mode: (text) => /^([0-7]{3}|120000)$/.test(text),
  hash: (text) => /^[0-9a-f]{64}$/.test(text),
  time: (text) => new Date(text).toJSON() === text,
};

function checkTexts(schema: z.ZodType, value: unknown, what: string): void {
  const inner = within(schema);
  if (value === null || value === undefined) return;
  if (inner) checkTexts(inner, value, what);
  else if (schema instanceof z.ZodUnion) {
    const found = (schema.options as z.ZodType[]).find(
      (option) => option.safeParse(value).success,
    );
    checkTexts(found!, value, what);
  } else if (schema instanceof z.ZodArray)
    for (const one of value as unknown[])
      checkTexts(schema.element as z.ZodType, one, `${what}[]`);
  else if (schema instanceof z.ZodObject)
    for (const [name, field] of fieldsIn(schema))
      checkTexts(
        field,
        (value as Record<string, unknown>)[name],
        `${what}.${name}`,
      );
  else {
    const name = names.get(schema)?.name ?? "";
    const isRight = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
    assert.ok(
      isRight?.(value as string) ?? true,
      `${what} is no ${name}: ${JSON.stringify(value)}`,
    );
  }
}
