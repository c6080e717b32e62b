import assert from "node:assert/strict";
import { fileOf, importsOf, sourceFiles, type Import } from "./helpers/sources";

// Imports run one way: hosts -> worker -> engine -> workspace, store -> model -> answers.
// This reads them all and compares them with the list below.

interface Room {
  /** Rooms, or files in them, that may be imported. */
  imports: readonly string[];
  /** ...and those from which only types may be imported, which are not bundled. */
  types?: readonly string[];
  /** Node's own modules; absent means any. */
  node?: readonly string[];
  why: string;
}

const MODEL = "engine/model";
const STORE = "engine/store";
const WORKSPACE = "engine/workspace";
/** What hosts may know of the engine: its verbs only through its interface. */
const ENGINE = [MODEL, STORE, WORKSPACE, "engine"];

/** Schemas, which load zod: most rooms only need their types. */
const ANSWERS = "answers";
/** ...and this list, which loads nothing. */
const WORDS = "answers/words";

/**
 * The verbs of the engine, each with those that it may use, in one direction only.
 */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  retention: [],
  capture: ["retention"], // which frees space
  history: ["capture", "retention"],
  diff: ["capture", "history"],
  deeds: ["diff", "history"],
  timeline: ["deeds", "history"],
  blame: ["diff", "history"],
  search: ["history"],
  restore: ["capture", "history"],
  verify: ["restore"], // which knows the current content of a file
  threads: ["capture", "history", "restore"],
  verdicts: ["capture", "history"],
  revert: ["capture", "diff", "history", "restore", "threads"],
};
const verbRoom = (verb: string) => `engine/${verb}`;
const verbRooms = Object.keys(VERBS).map(verbRoom);

const rooms: Readonly<Record<string, Room>> = {
  [ANSWERS]: {
    imports: [],
    node: [],
    why: "the answers are the shapes that everything else is checked against",
  },
  base: {
    imports: [],
    why: "base does not know Checkpoint: it could serve any program",
  },
  [MODEL]: {
    imports: [WORDS],
    types: [ANSWERS],
    node: ["node:crypto", "node:buffer"],
    why: "the model is pure: values and rules, no disk, no clock, nothing of ours",
  },
  [STORE]: {
    imports: [MODEL, "base"],
    types: [ANSWERS],
    why: "the store knows bytes on disk, not the user's files nor what is done with them",
  },
  [WORKSPACE]: {
    imports: [MODEL, "base"],
    why: "the workspace room knows the user's files, not the store nor what is done with them",
  },
  ...Object.fromEntries(
    Object.entries(VERBS).map(([verb, used]): [string, Room] => [
      verbRoom(verb),
      {
        imports: [
          ...[MODEL, STORE, WORKSPACE, "base", ...used.map(verbRoom)],
          ...["engine/context", "engine/recordTimes"],
        ],
        types: ["engine/api", ANSWERS],
        why: "verbs use each other one way only: see VERBS in this test",
      },
    ]),
  ),
  engine: {
    imports: [...ENGINE, ...verbRooms, "base"],
    types: [ANSWERS],
    why: "the engine knows no host: another host must not need a change in it",
  },
  wording: {
    imports: [MODEL],
    types: ["engine/api", ANSWERS],
    node: [],
    why: "words are pure: they know the values they speak of and no host",
  },
  exchange: {
    imports: [...ENGINE, "base"],
    types: [ANSWERS],
    why: "archives and git are read and written outside the engine, on top of it",
  },
  recorder: {
    imports: [MODEL, "base"],
    types: ["engine/api"],
    why: "the recorder decides when and for whom something is recorded, for any host: it does nothing itself",
  },
  host: {
    imports: [...ENGINE, "base", "exchange", "recorder"],
    types: [ANSWERS],
    why: "what hosts share stands on the engine and the recorder alone",
  },
  worker: {
    imports: [...ENGINE, "base", "host"],
    why: "the worker runs engines on a thread, for any host",
  },
  agents: {
    imports: [
      ...ENGINE,
      ...["base", "host", "recorder", "worker", "wording", ANSWERS],
    ],
    why: "the tools of agents are the same in the MCP server and in the editor, so they know neither",
  },
  cli: {
    imports: [
      ...ENGINE,
      ...[
        "base",
        "exchange",
        "host",
        "recorder",
        "worker",
        "agents",
        "wording",
      ],
    ],
    types: ["mcp/main", ANSWERS], // `checkpoint mcp` loads the other bundle.
    why: "hosts do not import each other",
  },
  mcp: {
    imports: [...ENGINE, "base", "host", "worker", "agents", "wording"],
    why: "hosts do not import each other",
  },
  library: {
    imports: ["worker", MODEL, "base", "wording", "host/mustKnowPaths"],
    types: ["engine/api", ANSWERS],
    why: "the library only translates for programs: everything else is on the worker",
  },
  extension: {
    imports: [
      ...["worker", MODEL, "base", "agents", "recorder", "wording"],
      "host/onlyReads",
      "host/checkCommands",
      "host/claimFiles",
    ],
    types: ["engine/api", "host", ANSWERS],
    why: "the extension host must not wait for the disk: the engine runs on the worker, and only its types and rules are known here",
  },
};

describe("the imports of src", function () {
  this.timeout(60_000); // The first test reads every file.
  const files = sourceFiles();

  it("are of rooms that are listed here", () => {
    const unlisted = files.filter((file) => !(roomOf(file) in rooms));
    assert.deepEqual(unlisted, [], "say in this test what the room may import");
    assert.ok(files.length > 100, "the sources were not found");
  });

  for (const [name, room] of Object.entries(rooms))
    it(`of ${name} are allowed`, () => {
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

  it("include vscode only in the extension", () => {
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

  it("of the time machine's page lead only to code that runs in a page", () => {
    const page = "extension/timeMachine/page/";
    const isOutside = (target: string) => !target.startsWith("src/");
    const { found, seen } = waysTo(isOutside, (file) => file.startsWith(page));
    assert.ok(seen.size > 20, `${seen.size} files of the page`);
    assert.deepEqual(found, [], "a page has no packages, no Node, no vscode");
  });

  for (const room of ["extension", "library"])
    it(`of the ${room} lead to no code that waits for the disk`, () => {
      const wrong = importsIn(room, "node:fs");
      assert.deepEqual(
        wrong,
        [],
        `${wrong.join("\n")}\nNot allowed: node:fs at the end of these ways would block the main thread of an extension host or a program.`,
      );
    });

  it("of the command, the library and the engine's thread lead to no zod", () => {
    const wrong = ["cli", "worker", "library"].flatMap((room) =>
      importsIn(room, "zod"),
    );
    assert.deepEqual(
      wrong,
      [],
      `${wrong.join("\n")}\nNot allowed: agents start the command at every step, and loading zod takes longer than most of them.`,
    );
  });

  /** Returns the import paths by which a room's code reaches a module. */
  const importsIn = (room: string, module: string): string[] =>
    waysTo(
      (target) => target === module,
      (file) => roomOf(file) === room,
    ).found;

  /** Returns the import paths from some files to some targets, and the files on the way. */
  function waysTo(
    isWanted: (target: string) => boolean,
    isStart: (file: string) => boolean,
  ): { found: string[]; seen: ReadonlySet<string> } {
    const found: string[] = [];
    const seen = new Set<string>();
    const follow = (file: string, way: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { target, isType } of importsOf(file)) {
        if (isType) continue;
        if (isWanted(target)) found.push(`${way} -> ${target}`);
        if (target.startsWith("src/"))
          follow(fileOf(target), `${way} -> ${fileOf(target)}`);
      }
    };
    for (const file of files) if (isStart(file)) follow(file, file);
    return { found, seen };
  }

  it("have no cycles between rooms", () => {
    const follow = (name: string, way: readonly string[]): void => {
      const again = [...way, name];
      assert.ok(!way.includes(name), again.join(" -> "));
      for (const target of rooms[name]?.imports ?? [])
        if (target !== name) follow(target, again);
    };
    for (const name of Object.keys(rooms)) follow(name, []);
  });
});

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
