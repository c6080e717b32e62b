import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { ELSEWHERE } from "../../src/cli/verbs";
import { assertSameTree } from "../helpers/tree";
import type { CommandHost } from "./commandHost";
import { cliForEach, type CliWorkspace } from "./runCli";

/** Each with its exit code and error code. */
const WRONG: [line: string[], exit: number, code: string][] = [
  [["nonsense"], 2, "bad-input"],
  [["thread"], 2, "bad-input"],
  [["thread", "nonsense"], 2, "bad-input"],
  [["help", "nonsense"], 2, "bad-input"],
  [["--nonsense"], 2, "bad-input"],
  [["list", "--nonsense"], 2, "bad-input"],
  [["list", "--limit", "many"], 2, "bad-input"],
  [["list", "--limit"], 2, "bad-input"],
  [["list", "--limit", "0"], 2, "bad-input"],
  [["list", "--store", ""], 2, "bad-input"],
  [["restore", "0", "--yes", "--only-source", ""], 2, "bad-input"],
  [["restore", "0", "--yes", "--"], 2, "bad-input"],
  [["revert", "1", "--yes", "--"], 2, "bad-input"],
  [["undo", "--yes", "--restore", ""], 2, "bad-input"],
  [["search", "a", "--path", ""], 2, "bad-input"],
  [["create", "--thread", ""], 2, "bad-input"],
  [["list", "--since", "whenever"], 2, "bad-input"],
  [["list", "extra"], 2, "bad-input"],
  [["list", "--path", "../.."], 2, "bad-path"],
  [["show"], 2, "bad-input"],
  [["show", "99"], 1, "not-found"],
  [["show", "no such name"], 1, "not-found"],
  [["show", "#x"], 2, "bad-input"],
  [["show", "twice"], 1, "ambiguous"],
  [["show", ""], 2, "bad-input"],
  [["create", "--kind", "odd"], 2, "bad-input"],
  [["create", "--meta", "{"], 2, "bad-input"],
  [["create", "--meta", "[1]"], 2, "bad-input"],
  [["create", "--meta", "null"], 2, "bad-input"],
  [["create", "--source", "a\nb"], 2, "bad-input"],
  [["create", "--message", "m"], 2, "bad-input"],
  [["create", "--session", "-1"], 2, "bad-input"],
  [["diff", "0", "1", "2"], 2, "bad-input"],
  [["diff", "--stat", "--patch"], 2, "bad-input"],
  [["diff", "0", "--", "/etc"], 2, "bad-path"],
  [["diff", "--", "no-such-file"], 1, "not-found"],
  [["diff", "0", "1", "--", "a.txt", "sub/no-such-file"], 1, "not-found"],
  [["cat", "0"], 2, "bad-input"],
  [["cat", "0", "../secret"], 2, "bad-path"],
  [["cat", "0", "/etc/passwd"], 2, "bad-path"],
  [["cat", "0", "."], 2, "bad-input"],
  [["history"], 2, "bad-input"],
  [["history", "../x"], 2, "bad-path"],
  [["history", "."], 2, "bad-input"],
  [["restore"], 2, "bad-input"],
  [["restore", "99", "--yes"], 1, "not-found"],
  [["restore", "0", "--yes", "--", "../x"], 2, "bad-path"],
  [["restore", "0", "--yes", "--", ""], 2, "bad-path"],
  [["restore", "0", "--yes", "--", "a.txt", "no-such-file"], 1, "not-found"],
  [["restore", "0"], 2, "bad-input"],
  [["redo", "--yes"], 1, "nothing-to-undo"],
  [["undo", "--yes", "--restore", "nope"], 1, "not-found"],
  [["rename", "0"], 2, "bad-input"],
  [["rename", "99", "x"], 1, "not-found"],
  [["delete"], 2, "bad-input"],
  [["delete", "0", "99"], 1, "not-found"],
  [["pin", "99"], 1, "not-found"],
  [["revert"], 2, "bad-input"],
  [["revert", "0", "--source", "x"], 2, "bad-input"],
  [["revert", "0", "--since", "1h"], 2, "bad-input"],
  [["revert", "0", "--resolve", "a.txt"], 2, "bad-input"],
  [["revert", "0", "--resolve", "a.txt=/no/such/file"], 1, "not-found"],
  [["revert", "99", "--yes"], 1, "not-found"],
  [["revert", "1", "--yes", "--", "no-such-file"], 1, "not-found"],
  [["search"], 2, "bad-input"],
  [["search", "x", "--regex", "y"], 2, "bad-input"],
  [["search", "--regex", "("], 2, "bad-input"],
  [["search", ""], 2, "bad-input"],
  [["thread", "record", "t"], 2, "bad-input"],
  [["thread", "record", "t", "--role", "robot"], 2, "bad-input"],
  [["thread", "show", "none"], 1, "not-found"],
  [["thread", "edit", "none", "m", "--yes"], 1, "not-found"],
  [["thread", "edit", "none"], 2, "bad-input"],
  [["guard"], 2, "bad-input"],
  [["run", "0"], 2, "bad-input"],
  [["run", "0", "--into", "inside"], 2, "bad-input"],
  [["run", "99", "--", "true"], 1, "not-found"],
  [["bisect", "0", "1"], 2, "bad-input"],
  [["bisect", "1", "0", "--", "true"], 2, "bad-input"],
  [["bisect", "0", "1", "--keep", "nope", "--", "true"], 1, "not-found"],
  [["export", "0"], 2, "bad-input"],
  [["export", "0", "x", "--git", "."], 2, "bad-input"],
  [["export", "0", "x.zip"], 2, "bad-input"],
  [["export", "0", "-"], 2, "bad-input"],
  [["export", "0", "x.tar.xz"], 2, "bad-input"],
  [["export", "0", "--git", "."], 2, "bad-input"],
  [["export", "0", "--git", ".", "--ref", "x"], 1, "not-found"],
  [["export", "0", "a.txt"], 1, "refused"],
  [["import"], 2, "bad-input"],
  [["import", "no-such-file"], 1, "not-found"],
  [["import", "a.txt"], 1, "damaged"],
  [["completion", "tcsh"], 2, "bad-input"],
  [["watch", "--quiet-ms", "soon"], 2, "bad-input"],
  [["watch", "--quiet-ms", "0"], 2, "bad-input"],
  [["watch", "--quiet-ms", "2147483648"], 2, "bad-input"],
  [["watch", "--every", "2147484"], 2, "bad-input"],
  [["watch", "--rescan", "999999999"], 2, "bad-input"],
  [["watch", "--rescan", "0"], 2, "bad-input"],
  [["connect", "--remove"], 2, "bad-input"],
  [["connect", "-y"], 2, "bad-input"],
  [["diff", "--name-only", "-U", "5"], 2, "bad-input"],
  [["list", "--before", "@1"], 2, "bad-input"],
  [["help", "json", "extra"], 2, "bad-input"],
  [["help", "thread", "record", "extra"], 2, "bad-input"],
  [["list", "--workspace", "no-such-folder"], 1, "not-found"],
  [["list", "--workspace", "a.txt"], 2, "bad-input"],
  [["list", "--workspace="], 2, "bad-input"],
];

/** Every Nth line runs in its own process, as a shell would start it. */
const OWN_PROCESS = 10;

/** What a verb that changes files needs in order to proceed. */
const yes = ([verb]: readonly string[]) =>
  verb === "restore" || verb === "revert" ? ["--yes"] : [];

describe("wrong use of the command", function () {
  this.timeout(300_000);
  const ending: CommandHost[] = [];
  // Before the workspace is removed, which is the process's current folder.
  afterEach(() => Promise.all(ending.splice(0).map((host) => host.end())));
  const workspace = cliForEach();
  let work: CliWorkspace;

  const prepare = async () => {
    work = workspace({ "a.txt": "a", "sub/b.txt": "b" });
    await work.prints("create", "-m", "twice");
    work.write("a.txt", "changed");
    await work.prints("create", "-m", "twice");
  };

  it("gives an error in JSON and the right exit code, and changes nothing", async () => {
    await prepare();
    const before = work.tree();
    const list = await work.prints("list", "--json");
    const host = work.host();
    ending.push(host);
    for (const [at, [line, exit, code]] of WRONG.entries()) {
      const problem =
        at % OWN_PROCESS === 0
          ? await work.problem(...line)
          : await work.problemIn(host, ...line);
      assert.deepEqual(
        [problem.exit, problem.code],
        [exit, code],
        `${line.join(" ")}: ${problem.message}`,
      );
      assert.ok(problem.message.length > 10, problem.message);
      assert.deepEqual(Object.keys(problem).sort(), [
        "code",
        "data",
        "exit",
        "hint",
        "message",
      ]);
    }
    assertSameTree(work.tree(), before);
    assert.equal(await work.prints("list", "--json"), list);
  });

  it("prints to stderr what happened and what to do, in two lines", async () => {
    await prepare();
    const result = await work.run(["show", "99"]);
    assert.equal(result.code, 1);
    assert.equal(result.stdout, "");
    assert.equal(
      result.stderr,
      "error: There is no checkpoint #99.\n" +
        "This folder has checkpoints #0 to #1. To list them, use “checkpoint list”.\n",
    );
  });

  it("refers to the relevant help", async () => {
    work = workspace();
    const hintOf = async (...line: string[]) =>
      (await work.problem(...line)).hint;
    assert.equal(await hintOf("--nonsense"), "See “checkpoint help”.");
    assert.equal(await hintOf("thread"), "See “checkpoint help thread”.");
    assert.match(
      (await work.problem("thread")).message,
      /is not complete\. Use one of/,
    );
  });

  it("suggests what was meant", async () => {
    work = workspace();
    const guesses: [line: string[], message: string][] = [
      [["restroe", "0"], "Unknown verb “restroe”. Did you mean “restore”?"],
      [["LIST"], "Unknown verb “LIST”. Did you mean “list”?"],
      // Names that other tools use for it.
      [["save"], "Unknown verb “save”. Did you mean “create”?"],
      [["rollback"], "Unknown verb “rollback”. Did you mean “restore”?"],
      [["version"], "Unknown verb “version”. Did you mean “--version”?"],
      [["constructor"], "Unknown verb “constructor”."],
      [["list", "--limt", "3"], "Unknown option --limt. Did you mean --limit?"],
      [
        ["restore", "0", "--dryrun"],
        "Unknown option --dryrun. Did you mean --dry-run?",
      ],
      [["list", "--nonsense"], "Unknown option --nonsense."],
    ];
    for (const [line, message] of guesses)
      assert.equal((await work.problem(...line)).message, message);
    const { verbs } = await work.json<{ verbs: { verb: string }[] }>("help");
    for (const [word, meant] of ELSEWHERE) {
      assert.ok(!verbs.some(({ verb }) => verb === word), word);
      if (meant !== "--version")
        assert.ok(
          verbs.some(({ verb }) => verb === meant),
          meant,
        );
    }
  });

  it("names a path that neither the history nor the folder has", async () => {
    await prepare();
    const ignored = work.at("ignored.log");
    work.write(".gitignore", "*.log\n");
    fs.writeFileSync(ignored, "there, and not recorded");
    work.remove("sub/b.txt");
    for (const line of [["diff"], ["revert", "1"], ["restore", "0", "-n"]]) {
      const { message, data } = await work.problem(...line, "--", "sub/typo");
      assert.equal(
        message,
        "sub/typo is neither in the history nor in the folder.",
      );
      assert.deepEqual(data, { path: "sub/typo" });
      // A path that exists but is not recorded is not a typo, nor is a deleted one.
      await work.prints(...line, "--", "ignored.log", "sub/b.txt", "sub");
    }
  });

  it("recognises a path copied from a list, and suggests it relative to the current directory", async () => {
    await prepare();
    work.write("other/x", "x");
    for (const line of [
      ["diff", "--", "sub/b.txt"],
      ["revert", "1", "--", "sub/b.txt"],
      ["restore", "0", "--", "sub/b.txt"],
      ["cat", "0", "sub/b.txt"],
      ["history", "sub/b.txt"],
    ]) {
      const { stdout, stderr } = await work.run(line, {
        cwd: work.at("other"),
      });
      assert.match(
        stdout + stderr,
        /^Relative to the current directory it is \.\.\/sub\/b\.txt\.$/m,
        line.join(" "),
      );
    }
  });

  it("says what it searched for if nothing was found", async () => {
    await prepare();
    assert.equal(
      await work.prints("deleted", "sub"),
      "No deleted files are recorded below sub.\n",
    );
    assert.equal(
      await work.prints("history", "a.txt", "--before", "@0"),
      "No version of a.txt from before @0 is recorded.\n",
    );
  });

  it("says where paths and commands go", async () => {
    await prepare();
    const messageOf = async (...line: string[]) =>
      (await work.problem(...line)).message;
    assert.equal(
      await messageOf("restore", "0", "a.txt"),
      "Unexpected argument “a.txt”. Paths go after “--”: checkpoint restore 0 -- a.txt",
    );
    assert.match(
      await messageOf("guard", "rm", "-r", "sub"),
      /The command goes after “--”/,
    );
    const hintOf = async (...line: string[]) =>
      (await work.problem(...line)).hint;
    assert.equal(
      await hintOf("diff", "0", "a.txt"),
      "To compare a file: checkpoint diff 0 -- a.txt",
    );
    for (const range of ["0..1", "0...1"])
      assert.equal(
        await hintOf("diff", range, "--", "a.txt"),
        "Pass the two points as two arguments: checkpoint diff 0 1 -- a.txt",
      );
  });

  it("suggests the corrected line if a file is given instead of a point", async () => {
    await prepare();
    work.write("gone.txt", "g");
    await work.prints("create", "-m", "three");
    work.remove("gone.txt");
    await work.prints("status");
    const [gone] = (
      await work.json<{ deleted: { lastMoment: number }[] }>("deleted")
    ).deleted;
    const lines: [line: string[], hint: string][] = [
      [
        ["restore", "a.txt"],
        "Put the point first and files after “--”: checkpoint restore latest -- a.txt",
      ],
      [
        ["restore", "gone.txt", "--", "sub"],
        `Put the point first and files after “--”: checkpoint restore @${gone!.lastMoment} -- gone.txt sub`,
      ],
      [
        ["revert", "sub/"],
        "Put the checkpoint first and files after “--”: checkpoint revert latest -- sub/",
      ],
      [["show", "a.txt"], "To see a file's versions: checkpoint history a.txt"],
      [
        ["cat", "a.txt", "0"],
        "Put the point first, then the file: checkpoint cat 0 a.txt",
      ],
    ];
    for (const [line, hint] of lines) {
      const problem = await work.problem(...line);
      assert.deepEqual([problem.code, problem.hint], ["not-found", hint]);
      const meant = hint.split(": checkpoint ")[1]!.split(" ");
      await work.prints(...meant.slice(0, 1), ...yes(meant), ...meant.slice(1));
    }
    assert.equal(work.text("gone.txt"), "g");
    // A typo that is not a file keeps its own hint.
    const { hint } = await work.problem("restore", "no-such-file");
    assert.match(hint ?? "", /checkpoint list/);
  });

  it("says how to give a name", async () => {
    await prepare();
    const { message } = await work.problem("create", "before", "the end");
    assert.equal(
      message,
      "Unexpected argument “before”. To give a name, use -m: checkpoint create -m 'before the end'",
    );
  });

  it("says what is missing or unexpected", async () => {
    work = workspace();
    const messageOf = async (...line: string[]) =>
      (await work.problem(...line)).message;
    assert.equal(await messageOf("connect", "--remove"), "AGENT is missing.");
    for (const line of [["json"], ["thread", "record"]])
      assert.equal(
        await messageOf("help", ...line, "extra"),
        "Unexpected argument “extra”.",
      );
    const nothing = await work.problem("import", "nope");
    assert.match(nothing.hint ?? "", /checkpoint help import/);
  });

  it("refuses the home folder and the root of a disk", async () => {
    const work = workspace();
    for (const folder of [work.home, path.parse(work.home).root]) {
      const { exit, code } = await work.problem(
        "create",
        "--workspace",
        folder,
      );
      assert.deepEqual([exit, code], [1, "refused"], folder);
    }
    assert.deepEqual(fs.readdirSync(work.home), []);
  });

  it("names the file if the account's settings are invalid", async () => {
    const work = workspace({ "a.txt": "a" });
    const data = work.dataDir;
    fs.mkdirSync(data, { recursive: true });
    fs.writeFileSync(path.join(data, "config.json"), '{"exclude": 3}');
    const { exit, message, hint } = await work.problem("create");
    assert.equal(exit, 2);
    assert.match(message, /exclude/);
    assert.match(hint ?? "", /config\.json/);
  });
});
