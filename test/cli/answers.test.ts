import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { SHAPES, type Fields } from "../../src/cli/answerShapes";
import { ANSWERS } from "../../src/cli/answers";
import { VERB_NAMES } from "../../src/cli/verbs";
import { cliForEach, resultOf, type CliWorkspace } from "./runCli";

/** Verbs whose standard output belongs to somebody else. */
const PROTOCOLS = ["mcp", "hook"];

describe("what --json answers", function () {
  this.timeout(180_000);
  const workspace = cliForEach();

  it("is what help json says, for every verb", async () => {
    const work = workspace({ "a.txt": "one\n", gone: "gone\n" });
    const seen = new Set<string>();
    let cwd = work.root;
    const ask = async (verb: string, ...args: string[]) => {
      const words = [...verb.split(" "), "--json", ...args];
      const result = await work.run(words, { cwd });
      const answer = JSON.parse(result.stdout) as Record<string, unknown>;
      assert.equal(answer["error"], undefined, `${verb}: ${result.stdout}`);
      checkFields(answer, ANSWERS[verb]!, verb);
      seen.add(verb);
    };
    await tell(work, ask);
    await watchOnce(work);
    seen.add("watch");
    cwd = work.root + "-moved";
    fs.renameSync(work.root, cwd);
    await ask("adopt", work.root);
    const wanted = VERB_NAMES.filter((verb) => !PROTOCOLS.includes(verb));
    assert.deepEqual([...seen].sort(), [...wanted].sort());
    assert.deepEqual(Object.keys(ANSWERS).sort(), [...wanted].sort());
  });

  it("is the list of agents, when connect is given none", async () => {
    const answer = await workspace().json("connect");
    assert.deepEqual(Object.keys(answer).sort(), ["agents", "scope"]);
    const { scope, "agents?": agents } = ANSWERS["connect"]!;
    assert.ok(scope && agents);
    checkFields(answer, { scope, agents }, "connect");
  });

  it("is an error with the same four names, whatever went wrong", async () => {
    const work = workspace();
    for (const args of [["show", "99"], ["nonsense"], ["list", "--limit"]]) {
      const { code, stdout } = await work.run([...args, "--json"]);
      assert.ok(code === 1 || code === 2, args.join(" "));
      const answer = JSON.parse(stdout) as Record<string, unknown>;
      checkFields(answer, { error: ["Error", ""] }, args.join(" "));
    }
  });

  it("is told by help, as a page and with each verb", async () => {
    const work = workspace();
    const page = await work.prints("help", "json");
    for (const name of [...Object.keys(ANSWERS), ...Object.keys(SHAPES)])
      assert.ok(page.includes(name), name);
    assert.match(await work.prints("help", "cat"), /encoding +text +utf8/);
  });

  it("is not promised where there is none", async () => {
    const work = workspace();
    for (const verb of PROTOCOLS) {
      assert.doesNotMatch(await work.prints("help", verb), /--json/);
      for (const page of [["help"], ["help", "json"]])
        assert.match(await work.prints(...page), /but mcp and hook/);
    }
  });
});

type Ask = (verb: string, ...args: string[]) => Promise<void>;

/** A history in which every verb has something to say. */
async function tell(work: CliWorkspace, ask: Ask): Promise<void> {
  const archive = path.join(work.base, "one.tar.gz");
  if (process.platform !== "win32") work.link("link", "a.txt");
  await ask("create", "-m", "first");
  work.write("a.txt", "two\n");
  work.write("added", "added\n");
  fs.rmSync(work.at("gone"));
  work.remove("link");
  await ask("create", "-m", "second");
  await ask("status");
  await ask("list");
  await ask("show", "latest");
  await ask("history", "a.txt");
  await ask("cat", "latest", "a.txt");
  await ask("search", "two");
  work.write("evil.txt", `${"a".repeat(60)}b\n`);
  await ask("search", "--regex", "(a+)+$");
  work.remove("evil.txt");
  await ask("diff", "latest", "workspace", "--patch");
  await work.json("thread", "record", "t", "--message", "m", "--role", "user");
  work.write("a.txt", "three\n");
  await work.prints("create", "-m", "third");
  await ask("diff", "second", "third", "--patch");
  await ask("bisect", "second", "third", "--", ...FAILS_ON_THREE);
  await ask("thread record", "t", "--role", "user", "--text", "hello");
  await ask("thread list");
  await ask("thread show", "t");
  await ask("thread edit", "t", "m", "--dry-run");
  await ask("revert", "third", "--dry-run");
  await ask("restore", "first", "--dry-run");
  await ask("restore", "first", "--dry-run", "--unsaved", "--", "a.txt");
  await ask("restore", "second", "--yes");
  await ask("undo", "--yes");
  await ask("redo", "--yes");
  await ask("guard", "--", process.execPath, "-e", "");
  await ask("guard", "--yes", "--", process.execPath, "-e", SPOILS);
  for (const verb of ["pin", "unpin"]) await ask(verb, "second");
  await ask("describe", "second", "text");
  await ask("rename", "second", "other");
  await ask("export", "third", archive);
  await ask("import", archive);
  await ask("deleted");
  for (const verb of ["usage", "prune", "compact", "verify"]) await ask(verb);
  await ask("delete", "first");
  await ask("connect", "gemini", "--dry-run");
  await ask("completion", "bash");
  await ask("help", "create");
}

const SPOILS = `require("fs").writeFileSync("a.txt","spoilt");process.exit(1)`;

const FAILS_ON_THREE = [
  process.execPath,
  "-e",
  `process.exit(require("fs").readFileSync("a.txt","utf8")==="three\\n"?1:0)`,
];

async function watchOnce(work: CliWorkspace): Promise<void> {
  work.write("a.txt", "watched\n");
  const child = work.start(["watch", "--json"]);
  const ended = resultOf(child);
  let said = "";
  while (!said.includes("Watching"))
    said += String((await once(child.stderr!, "data"))[0]);
  child.kill("SIGINT");
  const { stdout } = await ended;
  const answer = JSON.parse(stdout) as { checkpoints: unknown[] };
  assert.equal(answer.checkpoints.length, 1);
  checkFields(answer, ANSWERS["watch"]!, "watch");
}

/** Exactly the documented names, each of its type. */
function checkFields(value: unknown, fields: Fields, at: string): void {
  assert.ok(value !== null && typeof value === "object", at);
  const named = Object.keys(fields).map((name) => name.replace("?", ""));
  for (const name of Object.keys(value))
    assert.ok(named.includes(name), `${at}.${name} is not documented`);
  for (const [name, [type]] of Object.entries(fields)) {
    const plain = name.replace("?", "");
    const given = (value as Record<string, unknown>)[plain];
    if (given === undefined) assert.ok(name.endsWith("?"), `${at}.${name}`);
    else checkType(given, type, `${at}.${plain}`);
  }
}

function checkType(value: unknown, type: string, at: string): void {
  if (type.endsWith(" or null")) {
    if (value !== null) checkType(value, type.slice(0, -8), at);
  } else if (type.startsWith("list of ")) {
    assert.ok(Array.isArray(value), at);
    for (const one of value) checkType(one, type.slice(8), `${at}[]`);
  } else if (SHAPES[type]) checkFields(value, SHAPES[type], at);
  else {
    const isRight = TYPES[type];
    assert.ok(isRight, `${at}: there is no type ${type}`);
    assert.ok(isRight(value), `${at} is no ${type}: ${JSON.stringify(value)}`);
  }
}

const isText = (value: unknown): value is string => typeof value === "string";
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: isText,
  path: (value) => isText(value) && !/^\/|\\/.test(value),
  mode: (value) => isText(value) && /^([0-7]{3}|120000)$/.test(value),
  hash: (value) => /^[0-9a-f]{64}$/.test(String(value)),
  time: (value) => new Date(String(value)).toJSON() === value,
  number: (value) => typeof value === "number",
  "yes/no": (value) => typeof value === "boolean",
  object: (value) => value !== null && typeof value === "object",
  list: (value) => Array.isArray(value),
};
