import * as z from "zod";

/** The names that pages and declarations use for schemas: `Checkpoint`, `path`. */
export const names = z.registry<{ name: string }>();

/** Returns the schema of an object that has a name. */
export function shape<T extends z.core.$ZodShape>(name: string, fields: T) {
  return z.object(fields).register(names, { name });
}

function named(name: string, what: string) {
  return z.string().register(names, { name }).describe(what);
}

export const path = named(
  "path",
  "Relative to the workspace folder, with / between names",
);
export const time = named("time", "ISO 8601, in UTC");
export const hash = named("hash", "SHA-256 of the bytes, in hexadecimal");
export const mode = named("mode", "644 or 755; 120000 for a symbolic link");

export const id = z.string().describe("Unique; sorts by time");
/** Who made a change. Agents choose their own names, so this cannot be an enum. */
export const source = z
  .string()
  .describe(
    "editor, outside (author unknown), git, restore, cli, or an agent's name",
  );

export const number = (what: string) => z.number().describe(what);
export const numberOrNull = (what: string) =>
  z.number().nullable().describe(what);
export const text = (what: string) => z.string().describe(what);
export const textOrNull = (what: string) =>
  z.string().nullable().describe(what);
export const flag = (what: string) => z.boolean().describe(what);
export const paths = (what: string) => z.array(path).describe(what);

/** Returns the schema inside one that may be absent or null. */
export function within(schema: z.ZodType): z.ZodType | undefined {
  return schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable
    ? (schema.unwrap() as z.ZodType)
    : undefined;
}

export function fieldsIn(schema: z.ZodObject): [string, z.ZodType][] {
  const fields: Record<string, z.ZodType> = schema.shape;
  return Object.entries(fields);
}
