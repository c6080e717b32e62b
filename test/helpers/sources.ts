import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { repository } from "./repository";

/** The files of src, as the tests of its structure read them. */

const srcDir = path.join(repository, "src");

export interface Import {
  /**
   * A path below src without extension, a package, or a built-in module of Node.
   */
  target: string;
  isType: boolean;
}

/** Every file of src, as a path below it. */
export function sourceFiles(): string[] {
  return fs
    .readdirSync(srcDir, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts"))
    .sort();
}

const parsed = new Map<string, ts.SourceFile>();

export function parse(file: string): ts.SourceFile {
  let source = parsed.get(file);
  if (!source) {
    const text = fs.readFileSync(path.join(srcDir, file), "utf8");
    source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    parsed.set(file, source);
  }
  return source;
}

/** Calls back for every node of a file. */
export function eachNode(file: string, onNode: (node: ts.Node) => void): void {
  const visit = (node: ts.Node): void => {
    onNode(node);
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
}

/** A node's location in the format of editors: `engine/api.ts:12`. */
export function placeOf(file: string, node: ts.Node): string {
  const source = parse(file);
  const start = node.getStart(source);
  return `${file}:${source.getLineAndCharacterOfPosition(start).line + 1}`;
}

const known = new Map<string, Import[]>();

export function importsOf(file: string): Import[] {
  const found = known.get(file) ?? readImports(file);
  known.set(file, found);
  return found;
}

/** The file that an import refers to. */
export function fileOf(target: string): string {
  const file = target.slice("src/".length);
  if (file.endsWith(".md")) return file;
  const ends = [".ts", ".d.ts", "/index.ts"];
  const end = ends.find((end) => fs.existsSync(path.join(srcDir, file + end)));
  assert.ok(end, `there is no ${target}`);
  return file + end;
}

function readImports(file: string): Import[] {
  const found: Import[] = [];
  if (!file.endsWith(".ts")) return found;
  const add = (specifier: ts.Node, isType: boolean) => {
    if (ts.isStringLiteralLike(specifier))
      found.push({ target: resolve(file, specifier.text), isType });
  };
  eachNode(file, (node) => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, isOnlyTypes(node));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier)
      add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && isImportCall(node))
      node.arguments.slice(0, 1).forEach((argument) => add(argument, false));
  });
  return found;
}

function isOnlyTypes({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.isTypeOnly) return true;
  const named = importClause.namedBindings;
  return (
    !importClause.name &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

function isImportCall({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === "require")
  );
}

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const from = path.posix.join("src", path.posix.dirname(file));
  return path.posix.join(from, specifier);
}
