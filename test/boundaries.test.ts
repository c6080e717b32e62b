import assert from "node:assert/strict";
import ts from "typescript";
import {
  eachNode,
  fileOf,
  importsOf,
  placeOf,
  sourceFiles,
} from "./helpers/sources";

// Boundaries that imports alone do not show; layering.test.ts checks the others.

const STORE = "engine/store/";
const MODEL_OF_PATHS = "engine/model/workspacePath.ts";

/** Opening waits until sql.js is compiled; nothing after that does. */
const MAY_WAIT = new Set(["engine/openEngine.ts", "engine/store/index/sql.ts"]);

const SQL =
  /\b(SELECT\s+[\w(*']|INSERT\s+(OR\s+\w+\s+)?INTO\b|UPDATE\s+\w+\s+SET\b|DELETE\s+FROM\b|(CREATE|DROP|ALTER)\s+(TABLE|UNIQUE|INDEX|VIEW)\b|PRAGMA\s+\w|(LEFT\s+)?JOIN\s+\w+(\s+\w+)?\s+ON\b|(ORDER|GROUP)\s+BY\b|WHERE\s+\w+(\.\w+)?\s*(=|<|>|IS\b|IN\b|LIKE\b)|\w+\s+IS\s+(NOT\s+)?NULL\b|IN\s*\(\s*\?)|\w\s*[<>=]\s*\?/;

describe("the source", function () {
  this.timeout(60_000); // The first test reads every file.
  const files = sourceFiles();
  const engine = files.filter((file) => file.startsWith("engine/"));
  const outsideStore = files.filter((file) => !file.startsWith(STORE));

  it("has SQL only below engine/store/", () => {
    const found = outsideStore.flatMap(sqlIn);
    assert.deepEqual(found, [], "ask it in store/index/queries/, by a name");
  });

  it("is searched with a pattern that does find SQL", () => {
    const found = files.filter((file) => file.startsWith(STORE)).flatMap(sqlIn);
    assert.ok(found.length > 100, `${found.length} in the store`);
    for (const text of [
      "SELECT at FROM moment WHERE n = ?",
      "number < ?1 AND number = ?",
      "ORDER BY number DESC LIMIT 1",
      "id IN (?, ?)",
      "v.died IS NULL",
    ])
      assert.match(text, SQL);
    for (const text of [
      "Select a checkpoint from the list where it is",
      "Nothing was inserted into the folder.",
      "Update it, or delete from here on",
    ])
      assert.doesNotMatch(text, SQL);
  });

  it("does not expose the index's database outside engine/store/", () => {
    const found = outsideStore.flatMap((file) =>
      nodesIn(
        file,
        (node) =>
          (ts.isPropertyAccessExpression(node) && node.name.text === "sql") ||
          (ts.isBindingElement(node) &&
            (node.propertyName ?? node.name).getText() === "sql"),
      ),
    );
    assert.deepEqual(found, []);
    const importers = outsideStore.filter((file) =>
      importsOf(file).some(
        ({ target }) => target === "src/engine/store/index/sql",
      ),
    );
    assert.deepEqual(importers, ["engine/openEngine.ts"], "which loads it");
  });

  it("has no import cycles", () => {
    const circles = circlesIn(files, (file) =>
      importsOf(file)
        .map(({ target }) => target)
        .filter((target) => target.startsWith("src/"))
        .map(fileOf),
    );
    const shown = circles.map((circle) => circle.join(" -> ")).join("\n");
    assert.deepEqual(circles, [], `${shown}\nTypes count too.`);
  });

  it("is searched with a check that does find cycles", () => {
    const graph: Record<string, string[]> = {
      a: ["b"],
      b: ["c", "d"],
      c: ["a"],
      d: [],
    };
    const circles = circlesIn(Object.keys(graph), (file) => graph[file]!);
    assert.deepEqual(circles, [["a", "b", "c", "a"]]);
  });

  it("has no await in the engine once it is open", () => {
    const found = engine
      .filter((file) => !MAY_WAIT.has(file))
      .flatMap((file) =>
        nodesIn(
          file,
          (node) =>
            ts.isAwaitExpression(node) ||
            node.kind === ts.SyntaxKind.AsyncKeyword ||
            (ts.isIdentifier(node) && node.text === "Promise"),
        ),
      );
    assert.deepEqual(found, [], "a verb is done when it returns");
  });

  it("reads no environment and no home folder in the engine", () => {
    const found = engine.flatMap((file) =>
      nodesIn(file, (node) => {
        if (!ts.isPropertyAccessExpression(node)) return false;
        const said = node.getText();
        return /^process\.env$|\b(homedir|userInfo|tmpdir)$/.test(said);
      }),
    );
    const asking = engine.filter((file) =>
      importsOf(file).some(({ target }) => target === "src/base/homeDir"),
    );
    assert.deepEqual([...found, ...asking], [], "the host says it");
  });

  it("creates workspace paths only in the model", () => {
    const found = files
      .filter((file) => file !== MODEL_OF_PATHS)
      .flatMap((file) =>
        nodesIn(
          file,
          (node) =>
            ts.isAsExpression(node) &&
            /\bWorkspace(Path|Folder)\b/.test(node.type.getText()),
        ),
      );
    assert.deepEqual(found, [], "parse it: workspacePath(), isWorkspacePath()");
  });
});

function nodesIn(file: string, isMeant: (node: ts.Node) => boolean): string[] {
  const found: string[] = [];
  eachNode(file, (node) => {
    if (isMeant(node)) found.push(placeOf(file, node));
  });
  return found;
}

/** Texts that look like SQL, or like a part of a statement. */
function sqlIn(file: string): string[] {
  return nodesIn(file, (node) => {
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map((s) => s.literal)];
      return SQL.test(parts.map((part) => part.text).join(" x "));
    }
    return ts.isStringLiteralLike(node) && SQL.test(node.text);
  });
}

/** The shortest import cycle through each file, each cycle once. */
function circlesIn(
  files: readonly string[],
  nextOf: (file: string) => readonly string[],
): string[][] {
  const circles: string[][] = [];
  const told = new Set<string>();
  for (const start of files) {
    if (told.has(start)) continue;
    const circle = wayBack(start, nextOf);
    if (!circle) continue;
    for (const file of circle) told.add(file);
    circles.push(circle);
  }
  return circles;
}

function wayBack(
  start: string,
  nextOf: (file: string) => readonly string[],
): string[] | null {
  const from = new Map<string, string>();
  const queue = [start];
  for (const file of queue)
    for (const next of nextOf(file)) {
      if (next === start) {
        const way = [start];
        for (let at = file; at !== start; at = from.get(at)!) way.unshift(at);
        return [start, ...way];
      }
      if (from.has(next)) continue;
      from.set(next, file);
      queue.push(next);
    }
  return null;
}
