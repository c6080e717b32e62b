import * as z from "zod";
import { fieldsIn, names, within } from "../../src/answers/shape";
import { failure, verbs } from "../../src/answers/verbs";

/** Fields by name: the type as text, and the meaning. `?` marks a name that may be absent. */
export type Fields = Record<string, [type: string, what: string]>;

/** What `checkpoint help json` shows, from the schemas. */
export function answerTables(): {
  answers: Record<string, Fields>;
  shapes: Record<string, Fields>;
} {
  const shapes = [...namedObjects(Object.values(verbs).flatMap(partsOf))];
  shapes.push(...namedObjects(partsOf(failure)));
  return {
    answers: byName(Object.entries(verbs)),
    shapes: byName(shapes.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function byName(schemas: [string, z.ZodType][]): Record<string, Fields> {
  return Object.fromEntries(
    schemas.map(([name, schema]) => [name, fieldsOf(schema)]),
  );
}

/** The fields of an object, or of all objects that an answer may be. */
export function fieldsOf(schema: z.ZodType): Fields {
  if (schema instanceof z.ZodUnion) {
    const options = (schema.options as z.ZodType[]).map(fieldsOf);
    const isEverywhere = (name: string) =>
      options.every((fields) => name in fields);
    return Object.fromEntries(
      options.flatMap((fields) =>
        Object.entries(fields).map(([name, field]) => [
          isEverywhere(name) ? name : name.replace(/\??$/, "?"),
          field,
        ]),
      ),
    );
  }
  if (!(schema instanceof z.ZodObject)) throw new Error("not an object");
  return Object.fromEntries(
    fieldsIn(schema).map(([name, field]) => [
      isOptional(field) ? `${name}?` : name,
      [typeOf(field), meaningOf(field)],
    ]),
  );
}

function typeOf(schema: z.ZodType): string {
  const inner = within(schema);
  if (inner) return typeOf(inner) + (isOptional(schema) ? "" : " or null");
  if (schema instanceof z.ZodArray)
    return `list of ${typeOf(schema.element as z.ZodType)}`;
  if (schema instanceof z.ZodEnum) return "text";
  const name = names.get(schema)?.name;
  if (name !== undefined) return name;
  if (schema instanceof z.ZodString) return "text";
  if (schema instanceof z.ZodNumber) return "number";
  if (schema instanceof z.ZodBoolean || schema instanceof z.ZodLiteral)
    return "yes/no";
  if (schema instanceof z.ZodRecord) return "object";
  throw new Error(`a ${schema.type} has no name to be described by`);
}

/** The description, followed by the allowed values if there are only some. */
function meaningOf(schema: z.ZodType): string {
  const values = enumIn(schema)?.options.join(", ");
  const description = descriptionOf(schema);
  return values === undefined ? description : `${description} (${values})`;
}

export function descriptionOf(schema: z.ZodType): string {
  const inner = within(schema);
  return schema.description ?? (inner ? descriptionOf(inner) : "");
}

export function enumIn(schema: z.ZodType): z.ZodEnum | undefined {
  if (schema instanceof z.ZodEnum) return schema;
  const inner = within(schema);
  return inner && enumIn(inner);
}

export function isOptional(schema: z.ZodType): boolean {
  return schema.type === "optional";
}

/** The fields of an answer, one level deep. */
function partsOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[]).flatMap(partsOf);
  return fieldsIn(schema as z.ZodObject).map(([, field]) => field);
}

/** Every named object that the schemas refer to. */
export function namedObjects(
  schemas: readonly z.ZodType[],
): Map<string, z.ZodObject> {
  const found = new Map<string, z.ZodObject>();
  const visit = (schema: z.ZodType): void => {
    const inner = within(schema);
    if (inner) visit(inner);
    else if (schema instanceof z.ZodArray) visit(schema.element as z.ZodType);
    else if (schema instanceof z.ZodUnion)
      (schema.options as z.ZodType[]).forEach(visit);
    else if (schema instanceof z.ZodObject) {
      const name = names.get(schema)?.name;
      if (name !== undefined && found.has(name)) return;
      if (name !== undefined) found.set(name, schema);
      fieldsIn(schema).forEach(([, field]) => visit(field));
    }
  };
  schemas.forEach(visit);
  return found;
}
