import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import type * as z from "zod";
import * as brief from "../../src/answers/brief";
import { failure, verbs } from "../../src/answers/verbs";
import { fieldsIn } from "../../src/answers/shape";
import { repository } from "../helpers/repository";
import { namedObjects } from "./tables";

/**
 * Two sets of fields count as the same shape if they share at least this share of
 * their names.
 */
const ALIKE = 0.75;
/** With fewer names, sets match by chance. */
const FEWEST = 3;
/**
 * A type that has this share of an answer's fields is a copy of it, whatever it has
 * besides; for answers of at least this many fields.
 */
const COPIED = 0.8;
const ENOUGH = 4;

/**
 * Types that share the field names of an answer but are something else, with the
 * reason.
 */
const OTHERS: Readonly<Record<string, string>> = {
  "agents/connect/ledger.ts:LedgerEntry is SettingsChange":
    "it is kept on disk, with a hash of the text instead of the text",
  "cli/line/option.ts:Option is HelpOption":
    "it is how a verb declares an option; help derives the answer from it",
  "engine/model/revertRules.ts:RevertStep is Conflict":
    "it is one file's merge, with its sides by hash instead of as text",
  "engine/restore/planRestore.ts:Aim is PlanScope":
    "it is what planning is asked for, with parsed paths and predicates",
  "extension/restore/review.ts:ReviewFile is PlannedWrite":
    "it is a row, whose two sides can be opened",
};

const srcDir = path.join(repository, "src");

describe("the shape of an answer", function () {
  this.timeout(60_000); // Reads every source file.

  it("is defined in src/answers and nowhere else", () => {
    const answers = answerNames();
    assert.ok(answers.size > 40, "the answers were not found");
    const twice = sourceFiles()
      .flatMap(shapesOf)
      .flatMap(({ at, names }) =>
        [...answers]
          .filter(([, wanted]) => areAlike(names, wanted))
          .map(([answer]) => `${at} is ${answer}`),
      );
    const unknown = twice.filter((found) => !(found in OTHERS));
    assert.deepEqual(
      Object.keys(OTHERS).filter((other) => !twice.includes(other)),
      [],
      "these are gone: take them out of OTHERS",
    );
    assert.deepEqual(
      unknown,
      [],
      `${unknown.join("\n")}\nTake the type from src/answers, or say in OTHERS why it is something else.`,
    );
  });

  it("is found where a file defines it again", () => {
    const again = (text: string) =>
      shapesIn("again.ts", text).map(({ names }) => names);
    const wanted = answerNames().get("DeletedFile")!;
    const fields = [...wanted].map((name) => `${name}: string;`).join(" ");
    const [whole] = again(`interface Again { ${fields} more: number }`);
    assert.ok(areAlike(whole!, wanted));
    const [wider] = again(
      `interface Again { ${fields} a: 1; b: 2; c: 3; d: 4; e: 5; f: 6 }`,
    );
    assert.ok(areAlike(wider!, wanted), "with more fields than before");
    const schema = [...wanted].map((name) => `${name}: z.string()`).join(", ");
    const [made] = again(`const again = z.strictObject({ ${schema} })`);
    assert.ok(areAlike(made!, wanted));
    const [other] = again(
      "interface Other { path: string; at: string; by: 1 }",
    );
    assert.ok(!areAlike(other!, wanted));
  });
});

interface Shape {
  at: string;
  names: ReadonlySet<string>;
}

/** The names of the fields of every answer. */
function answerNames(): Map<string, ReadonlySet<string>> {
  const schemas: [string, z.ZodType][] = [
    ...Object.entries({ ...verbs, ...brief }),
    ["failure", failure],
  ];
  const objects = namedObjects(schemas.map(([, schema]) => schema));
  for (const [name, schema] of schemas)
    if (schema.type === "object") objects.set(name, schema as z.ZodObject);
  return new Map(
    [...objects].map(([name, object]) => [
      name,
      new Set(fieldsIn(object).map(([field]) => field)),
    ]),
  );
}

function areAlike(
  names: ReadonlySet<string>,
  answer: ReadonlySet<string>,
): boolean {
  if (Math.min(names.size, answer.size) < FEWEST) return false;
  const both = [...names].filter((name) => answer.has(name)).length;
  if (both / (names.size + answer.size - both) >= ALIKE) return true;
  return answer.size >= ENOUGH && both / answer.size >= COPIED;
}

function sourceFiles(): string[] {
  return fs
    .readdirSync(srcDir, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .filter((file) => !file.startsWith("answers/"));
}

function shapesOf(file: string): Shape[] {
  return shapesIn(file, fs.readFileSync(path.join(srcDir, file), "utf8"));
}

/** The name of an interface, or of the type that an object is part of. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    return node.name.text;
  return ts.isTypeLiteralNode(node) || ts.isUnionTypeNode(node)
    ? nameOf(node.parent)
    : undefined;
}

/** Interfaces, types of objects, and schemas of objects. */
function shapesIn(file: string, text: string): Shape[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Shape[] = [];
  const add = (node: ts.Node, members: readonly ts.Node[]) => {
    const names = members.flatMap((member) => {
      const { name } = member as { name?: ts.PropertyName };
      return name && (ts.isIdentifier(name) || ts.isStringLiteral(name))
        ? [name.text]
        : [];
    });
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const called = nameOf(node) ?? line + 1;
    found.push({ at: `${file}:${called}`, names: new Set(names) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))
      add(node, node.members);
    else if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      if (
        first &&
        ts.isObjectLiteralExpression(first) &&
        /^z\.(strict|loose)?object$/i.test(node.expression.getText())
      )
        add(node, first.properties);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
