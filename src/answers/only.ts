import * as z from "zod";
import { fieldsIn, within } from "./shape";

/**
 * Returns only those fields of a value that its schema has, because clients refuse an answer with
 * an extra field. It does not validate the value, so it cannot fail after the work is done.
 */
export function only<S extends z.ZodType>(
  schema: S,
  value: z.output<S>,
): z.output<S> {
  return partOf(schema, value) as z.output<S>;
}

function partOf(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const inner = within(schema);
  if (inner) return partOf(inner, value);
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType;
    return (value as unknown[]).map((one) => partOf(element, one));
  }
  if (!(schema instanceof z.ZodObject)) return value;
  const given = value as Record<string, unknown>;
  return Object.fromEntries(
    fieldsIn(schema)
      .filter(([name]) => given[name] !== undefined)
      .map(([name, field]) => [name, partOf(field, given[name])]),
  );
}
