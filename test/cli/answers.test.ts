import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { failure, verbs } from "../../src/answers/verbs";
import { VERB_NAMES } from "../../src/cli/verbs";
import { assertIs } from "../answers/assertIs";
import { answerTables } from "../answers/tables";
import { cliForEach, resultOf, type CliWorkspace } from "./runCli";

/** Verbs whose standard output belongs to another program. */
const PROTOCOLS = ["mcp", "hook"];

describe("the output of --json", function () {
  this.timeout(180_000);
  const workspace = cliForEach();

  it("matches help json, for every other verb", async () => {
    const work = workspace({ "a.txt": "one\n", gone: "gone\n" });
    const seen = new Set<string>();
    let cwd = work.root;
    const ask = async (verb: string, ...args: string[]) => {
      const words = [...verb.split(" "), "--json", ...args];
      const result = await work.run(words, { cwd });
      const answer = JSON.parse(result.stdout) as Record<string, unknown>;
      assert.equal(answer["error"], undefined, `${verb}: ${result.stdout}`);
      assertIs(verbs[verb as keyof typeof verbs], answer, verb);
      seen.add(verb);
    };
    await tell(work, ask);
    cwd = work.root + "-moved";
    fs.renameSync(work.root, cwd);
    await ask("adopt", work.root);
    const wanted = VERB_NAMES.filter((verb) => !PROTOCOLS.includes(verb));
    assert.deepEqual([...seen, "watch"].sort(), [...wanted].sort());
    assert.deepEqual(Object.keys(verbs).sort(), [...wanted].sort());
  });

  it("matches help json, for watch when it is stopped", () =>
    watchOnce(workspace({ "a.txt": "one\n" })));

  it("is the list of agents if connect is called without one", async () => {
    const answer = await workspace().json("connect");
    assert.deepEqual(Object.keys(answer).sort(), ["agents", "scope"]);
    assertIs(verbs.connect, answer, "connect");
  });

  it("is an error with the same four fields, whatever went wrong", async () => {
    const work = workspace();
    for (const args of [["show", "99"], ["nonsense"], ["list", "--limit"]]) {
      const { code, stdout } = await work.run([...args, "--json"]);
      assert.ok(code === 1 || code === 2, args.join(" "));
      const answer = JSON.parse(stdout) as Record<string, unknown>;
      assertIs(failure, answer, args.join(" "));
    }
  });

  it("is described by help, as a page and with each verb", async () => {
    const work = workspace();
    const page = await work.prints("help", "json");
    const { answers, shapes } = answerTables();
    for (const name of [...Object.keys(answers), ...Object.keys(shapes)])
      assert.ok(page.includes(name), name);
    const document = await work.json("help", "json");
    assert.deepEqual(document, { answers, shapes });
    assert.match(await work.prints("help", "cat"), /encoding +text +.*utf8/);
  });

  it("is not described for verbs that have none", async () => {
    const work = workspace();
    for (const verb of PROTOCOLS) {
      assert.doesNotMatch(await work.prints("help", verb), /--json/);
      for (const page of [["help"], ["help", "json"]])
        assert.match(await work.prints(...page), /but mcp and hook/);
    }
  });
});

type Ask = (verb: string, ...args: string[]) => Promise<void>;

/** A history in which every verb has something to report. */
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
  await ask("why", "a.txt");
  await ask("list");
  await ask("timeline");
  await ask("show", "latest");
  await ask("history", "a.txt");
  await ask("blame", "a.txt");
  await ask("authors");
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
  await ask("run", "second", "--", process.execPath, "-e", "");
  await ask("bisect", "second", "third", "--", ...FAILS_ON_THREE);
  await ask("thread record", "t", "--role", "user", "--text", "hello");
  await ask("thread list");
  await ask("thread show", "t");
  await ask("import-conversations", "claude-code");
  await ask("thread edit", "t", "m", "--dry-run");
  await ask("revert", "third", "--dry-run");
  await ask("restore", "first", "--dry-run");
  await ask("restore", "first", "--dry-run", "--unsaved", "--", "a.txt");
  await ask("restore", "second", "--yes");
  await ask("undo", "--yes");
  await ask("redo", "--yes");
  await ask("guard", "--", process.execPath, "-e", "");
  await ask("check", "--", process.execPath, "-e", "");
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
  await ask("completion", "bash", "--", "checkpoint", "re");
  await ask("help");
  await ask("help", "create");
  await ask("help", "json");
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
  assertIs(verbs.watch, answer, "watch");
}
