import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";

// Imports run one way: hosts -> worker -> engine -> workspace, store -> model.
// This reads them all and compares them with the list below.

const projectDir = path.resolve(__dirname, "../..");
const srcDir = path.join(projectDir, "src");

interface Room {
  /** Rooms, or files of them, that may be imported. */
  imports: readonly string[];
  /** ...and those of which only types may be: they leave nothing in the bundle. */
  types?: readonly string[];
  /** Node's own modules; absent means any. */
  node?: readonly string[];
  why: string;
}

const MODEL = "engine/model";
const STORE = "engine/store";
const WORKSPACE = "engine/workspace";
const ENGINE = [MODEL, STORE, WORKSPACE, "engine"];

const rooms: Readonly<Record<string, Room>> = {
  base: {
    imports: [],
    why: "base does not know Checkpoint: it could serve any program",
  },
  [MODEL]: {
    imports: [],
    node: ["node:crypto", "node:buffer"],
    why: "the model is pure: values and rules, no disk, no clock, nothing of ours",
  },
  [STORE]: {
    imports: [MODEL, "base"],
    why: "the store knows bytes on disk, not the user's files nor what is done with them",
  },
  [WORKSPACE]: {
    imports: [MODEL, "base"],
    why: "the workspace room knows the user's files, not the store nor what is done with them",
  },
  engine: {
    imports: [...ENGINE, "base"],
    why: "the engine knows no host: another host must not need a change in it",
  },
  host: {
    imports: [...ENGINE, "base"],
    why: "what hosts share stands on the engine alone",
  },
  worker: {
    imports: [...ENGINE, "base", "host"],
    why: "the worker runs engines on a thread, for any host",
  },
  agents: {
    imports: [...ENGINE, "base", "host", "worker"],
    why: "the tools of agents are the same in the MCP server and in the editor, so they know neither",
  },
  cli: {
    imports: [...ENGINE, "base", "host", "worker", "agents"],
    types: ["mcp/main"], // `checkpoint mcp` loads the other bundle.
    why: "hosts do not import each other",
  },
  mcp: {
    imports: [...ENGINE, "base", "host", "worker", "agents"],
    why: "hosts do not import each other",
  },
  extension: {
    imports: ["worker", MODEL, "base", "agents", "host/riskyCommand"],
    types: ["engine/api", "host"],
    why: "the extension host must not wait for the disk: the engine runs on the worker, and only its types and rules are known here",
  },
};

describe("the imports of src", function () {
  this.timeout(60_000); // The first test to ask reads every file.
  const files = sourceFiles(srcDir);

  it("are of rooms that are listed here", () => {
    const unlisted = files.filter((file) => !(roomOf(file) in rooms));
    assert.deepEqual(unlisted, [], "say in this test what the room may import");
    assert.ok(files.length > 100, "the sources were not found");
  });

  for (const [name, room] of Object.entries(rooms))
    it(`of ${name} go only where they may`, () => {
      const own = files.filter((file) => roomOf(file) === name);
      const wrong = own.flatMap((file) =>
        importsOf(file)
          .filter((found) => !isAllowed(name, room, found))
          .map(({ target, isType }) => {
            const what = isType ? "the types of " : "";
            return `${file} imports ${what}${target}`;
          }),
      );
      assert.deepEqual(
        wrong,
        [],
        `${wrong.join("\n")}\nNot allowed, for ${room.why}.`,
      );
    });

  it("name vscode in the extension alone", () => {
    const wrong = files.filter(
      (file) =>
        roomOf(file) !== "extension" &&
        importsOf(file).some(({ target }) => target === "vscode"),
    );
    assert.deepEqual(
      wrong,
      [],
      "the engine, the command and the servers run where no editor is",
    );
  });

  it("of the extension lead to no code that waits for the disk", () => {
    const wrong: string[] = [];
    const ways = new Map<string, string>();
    const follow = (file: string, way: string): void => {
      if (ways.has(file)) return;
      ways.set(file, way);
      for (const { target, isType } of importsOf(file)) {
        if (isType) continue;
        if (target === "node:fs") wrong.push(way);
        if (target.startsWith("src/"))
          follow(fileOf(target), `${way} -> ${fileOf(target)}`);
      }
    };
    for (const file of files)
      if (roomOf(file) === "extension") follow(file, file);
    assert.deepEqual(
      wrong,
      [],
      `${wrong.join("\n")}\nNot allowed: node:fs at the end of these ways would block the extension host's main thread.`,
    );
  });

  it("do not run in circles between rooms", () => {
    for (const [name, room] of Object.entries(rooms))
      for (const target of room.imports) {
        const back = rooms[target]?.imports ?? [];
        assert.ok(
          target === name || !back.includes(name),
          `${name} and ${target} would import each other`,
        );
      }
  });
});

interface Import {
  /** A path below src without extension, a package, or a module of Node's. */
  target: string;
  isType: boolean;
}

function isAllowed(name: string, room: Room, found: Import): boolean {
  const { target, isType } = found;
  if (target === "package.json") return true; // The version, a constant.
  if (!target.startsWith("src/")) {
    return !target.startsWith("node:") || (room.node?.includes(target) ?? true);
  }
  const file = target.slice("src/".length);
  const to = roomOf(file);
  const matches = (allowed: string) => allowed === to || allowed === file;
  return (
    to === name ||
    room.imports.some(matches) ||
    (isType && (room.types ?? []).some(matches))
  );
}

function roomOf(file: string): string {
  const [first = "", second = "", ...rest] = file.split("/");
  const inner = `${first}/${second}`;
  return rest.length > 0 && inner in rooms ? inner : first;
}

function sourceFiles(dir: string): string[] {
  return fs
    .readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts"))
    .sort();
}

const known = new Map<string, Import[]>();

function importsOf(file: string): Import[] {
  const found = known.get(file) ?? readImports(file);
  known.set(file, found);
  return found;
}

function readImports(file: string): Import[] {
  const text = fs.readFileSync(path.join(srcDir, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: Import[] = [];
  const add = (specifier: ts.Node, isType: boolean) => {
    if (ts.isStringLiteralLike(specifier))
      found.push({ target: resolve(file, specifier.text), isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, isOnlyTypes(node));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier)
      add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && isImportCall(node))
      node.arguments.slice(0, 1).forEach((argument) => add(argument, false));
    ts.forEachChild(node, visit);
  };
  visit(source);
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

function fileOf(target: string): string {
  const file = target.slice("src/".length);
  return fs.existsSync(path.join(srcDir, file + ".ts"))
    ? file + ".ts"
    : file + "/index.ts";
}

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const from = path.posix.join("src", path.posix.dirname(file));
  return path.posix.join(from, specifier);
}
