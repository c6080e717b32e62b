import * as z from "zod";
import {
  checkpointDetail,
  checkpointPage,
  deletedCheckpoints,
  verdictResult,
} from "../../src/answers/checkpoint";
import { diff } from "../../src/answers/diff";
import { errorCode } from "../../src/answers/error";
import {
  captured,
  checkpointDiff,
  damageFound,
  savedCheckpoint,
  savedCheckpointDetail,
  savedVerdict,
} from "../../src/answers/library";
import { restoreResult, threadEdit } from "../../src/answers/restore";
import { fieldsIn, names, within } from "../../src/answers/shape";
import { thread, threadDetail } from "../../src/answers/thread";
import { checkSeries } from "../../src/answers/verdict";
import { descriptionOf, enumIn, isOptional, namedObjects } from "./tables";

/** The generated part of a declaration starts here. */
export const WRITTEN =
  "// From here on this file is generated from src/answers: see test/answers/pages.test.ts.";

/** What the methods of the API for other extensions return. */
const EXTENSION = [
  checkpointPage,
  checkpointDetail,
  diff,
  restoreResult,
  thread,
  threadDetail,
  verdictResult,
  checkSeries,
];

/** What the library's methods return, and what its listeners get. */
const LIBRARY = [
  ...[savedCheckpoint, savedCheckpointDetail, checkpointDiff],
  ...[restoreResult, deletedCheckpoints, captured, damageFound],
  ...[thread, threadDetail, threadEdit],
  ...[savedVerdict, checkSeries],
];

/** Returns a checkpoint.d.ts with its generated part updated from the schemas. */
export const extensionDeclaration = (file: string) =>
  declaration(file, EXTENSION, []);
export const libraryDeclaration = (file: string) =>
  declaration(file, LIBRARY, [errorCode]);

function declaration(
  file: string,
  values: readonly z.ZodType[],
  moreEnums: readonly z.ZodEnum[],
): string {
  const [written = ""] = file.split(WRITTEN);
  const objects = [...namedObjects(values)];
  const enums = new Map<string, z.ZodEnum>();
  const fields = objects.flatMap(([, object]) => fieldsIn(object));
  for (const found of [...moreEnums, ...fields.map(([, one]) => enumIn(one))]) {
    const name = found && names.get(found)?.name;
    if (name) enums.set(name, found);
  }
  return [
    written + WRITTEN,
    ...[...enums].flatMap(([name, { options }]) => [
      "",
      `export type ${name} = ${union(options)};`,
    ]),
    ...objects.flatMap(([name, object]) => [
      "",
      `export interface ${name} {`,
      ...fieldsIn(object).flatMap(([field, schema]) => [
        `/** ${descriptionOf(schema)}. */`,
        `${field}${isOptional(schema) ? "?" : ""}: ${typeOf(schema)};`,
      ]),
      "}",
    ]),
    "",
  ].join("\n");
}

function typeOf(schema: z.ZodType): string {
  const inner = within(schema);
  if (inner) return typeOf(inner) + (isOptional(schema) ? "" : " | null");
  if (schema instanceof z.ZodArray)
    return `(${typeOf(schema.element as z.ZodType)})[]`;
  if (schema instanceof z.ZodEnum)
    return names.get(schema)?.name ?? union(schema.options);
  if (schema instanceof z.ZodObject) return names.get(schema)!.name;
  if (schema instanceof z.ZodString) return "string";
  if (schema instanceof z.ZodNumber) return "number";
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodLiteral) return String(schema.value);
  if (schema instanceof z.ZodRecord) return "Record<string, unknown>";
  throw new Error(`a ${schema.type} cannot be declared yet`);
}

function union(values: readonly (string | number)[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}
