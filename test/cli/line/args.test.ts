import assert from "node:assert/strict";
import { parseLine, splitGlobals } from "../../../src/cli/line/args";
import { command } from "../../../src/cli/line/command";
import { SaidError } from "../../../src/wording/said";

const verb = command({
  summary: "A verb",
  group: "Help",
  operands: [
    { name: "ONE", help: "" },
    { name: "TWO", help: "", isOptional: true },
  ],
  options: {
    name: { type: "string", short: "m", value: "NAME", help: "" },
    limit: { type: "number", value: "N", help: "", least: 1 },
    size: { type: "number", value: "N", help: "" },
    pause: { type: "number", value: "N", help: "", least: 1, most: 2_000 },
    before: { type: "number", value: "N", help: "", sign: "#" },
    note: { type: "string", value: "TEXT", help: "", mayBeEmpty: true },
    tag: { type: "string", isMany: true, value: "T", help: "" },
    kind: { type: "string", value: "K", help: "", choices: ["a", "b"] },
    yes: { type: "boolean", short: "y", help: "" },
  },
  rest: { name: "PATH", help: "", isOptional: true, isMany: true },
  examples: [["x", "y"]],
  run: () => 0,
});

const parse = (...argv: string[]) => parseLine("verb", verb, argv);
const problem = (...argv: string[]): string => {
  try {
    parse(...argv);
  } catch (error) {
    assert.ok(error instanceof SaidError && error.code === "bad-input");
    assert.match(error.hint ?? "", /checkpoint help verb/);
    return error.message;
  }
  return "";
};

describe("the command line", () => {
  it("is parsed by the verb's own table", () => {
    const line = parse(
      "one",
      "-m",
      "n",
      "--limit=3",
      "--tag",
      "x",
      "--tag",
      "y",
      "-y",
    );
    assert.deepEqual(
      { ...line.values },
      {
        name: "n",
        limit: 3,
        tag: ["x", "y"],
        yes: true,
      },
    );
    assert.deepEqual(line.operands, ["one"]);
    assert.equal(line.rest, null);
  });

  it("leaves everything after -- unchanged", () => {
    const line = parse("one", "--", "-m", "--json", "--");
    assert.deepEqual(line.rest, ["-m", "--json", "--"]);
    assert.equal(line.globals.json, undefined);
  });

  it("reports words after -- for a verb that takes none", () => {
    const plain: typeof verb = { ...verb };
    delete plain.rest;
    assert.deepEqual(parseLine("verb", plain, ["one", "--", "-two"]).operands, [
      "one",
      "-two",
    ]);
  });

  it("separates the global options", () => {
    const line = parse("one", "--json", "--workspace", "w", "--exclude", "x");
    assert.deepEqual({ ...line.values }, {});
    assert.equal(line.globals.json, true);
    assert.equal(line.globals.workspace, "w");
    assert.deepEqual(line.globals.exclude, ["x"]);
  });

  it("words parse errors itself", () => {
    assert.equal(problem(), "ONE is missing.");
    assert.match(problem("a", "b", "c"), /Unexpected argument “c”/);
    assert.equal(problem("a", "--other"), "Unknown option --other.");
    assert.equal(
      problem("a", "--nope"),
      "Unknown option --nope. Did you mean --note?",
    );
    assert.equal(problem("a", "-z"), "Unknown option -z.");
    assert.equal(problem("a", "--name"), "--name needs a value.");
    assert.equal(problem("a", "-m"), "--name needs a value.");
    assert.match(problem("a", "-m", "--yes"), /as --name=VALUE/);
    assert.equal(problem("a", "--yes=3"), "--yes takes no value.");
    assert.match(problem("a", "--kind", "c"), /one of a, b, not “c”/);
    assert.match(problem("a", "--size=x"), /number of zero or more, not “x”/);
    assert.match(problem("a", "--limit=0"), /number of 1 or more, not “0”/);
    assert.equal(
      problem("a", "--limit", "-1"),
      "--limit is a whole number of 1 or more.",
    );
    for (const wrong of ["-1", "x", "1.5", "1e3", "", "9".repeat(20)])
      assert.match(problem("a", `--limit=${wrong}`), /whole number/, wrong);
  });

  it("keeps a number between its bounds", () => {
    assert.equal(parse("a", "--pause=2000").values["pause"], 2000);
    for (const wrong of ["0", "2001", "9".repeat(20)])
      assert.equal(
        problem("a", `--pause=${wrong}`),
        `--pause is a whole number from 1 to 2,000, not “${wrong}”.`,
      );
  });

  it("accepts a number as lists print it", () => {
    for (const given of ["12", "#12"])
      assert.equal(parse("a", "--before", given).values["before"], 12);
    for (const wrong of ["@12", "#", "##1"])
      assert.match(problem("a", "--before", wrong), /whole number/, wrong);
  });

  it("says what goes after --, with the corrected line", () => {
    assert.equal(
      problem("a", "b", "my file"),
      "Unexpected argument “my file”. Paths go after “--”: checkpoint verb a b -- 'my file'",
    );
    assert.match(problem("a", "b", "c", "--", "d"), /verb a b -- c d$/);
  });

  it("says that a command goes after -- if its options are parsed as ours", () => {
    const runs = { ...verb, rest: { name: "COMMAND", help: "" } };
    assert.throws(() => parseLine("verb", runs, ["rm", "-r"]), {
      message: "Unknown option -r. The command goes after “--”.",
    });
    assert.throws(() => parseLine("verb", runs, ["-r", "--", "rm"]), {
      message: "Unknown option -r.",
    });
  });

  it("rejects an empty value where it is meaningless", () => {
    assert.match(problem("a", "--name="), /--name must not be empty/);
    assert.match(problem("a", "--tag", "x", "--tag", ""), /--tag must not be/);
    assert.match(problem("a", "--store", ""), /--store must not be/);
    assert.equal(parse("a", "--note=").values["note"], "");
  });

  it("reports a missing required option", () => {
    const role = {
      type: "string",
      help: "",
      choices: ["a", "b"],
      isRequired: true,
    } as const;
    const strict = { ...verb, options: { role } };
    assert.throws(() => parseLine("verb", strict, ["one"]), {
      message: "--role is missing: a or b.",
    });
    parseLine("verb", strict, ["one", "--role", "a"]);
    parseLine("verb", strict, ["--help"]);
  });

  it("requires nothing if help is requested", () => {
    assert.equal(parse("--help").globals.help, true);
  });

  it("may start with global options", () => {
    const argv = [
      "--json",
      "--workspace",
      "w",
      "--store=s",
      "list",
      "--limit",
      "3",
    ];
    assert.deepEqual(splitGlobals(argv), {
      before: argv.slice(0, 4),
      words: argv.slice(4),
    });
  });
});
