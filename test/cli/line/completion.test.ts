import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { cliFile, cliForEach, type CliWorkspace } from "../runCli";
import { verbs } from "../../../src/cli/verbs";

/**
 * Completes a line in each shell, with our script loaded and the last word being
 * typed.
 */
const DRIVERS = {
  bash: `source "$1"; shift; COMP_WORDS=(checkpoint "$@"); COMP_CWORD=$#; _checkpoint; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Like zsh: candidates go through compadd, files through _files.
  zsh: `compdef() { : }; compadd() { print -rl -- "\${@[\${@[(i)--]}+1,-1]}" }; _files() { print -rl -- *(N) }
    source "$1"; shift; words=(checkpoint "$@"); CURRENT=$#words; _checkpoint`,
  fish: `source $argv[1]; complete -C (string join -- ' ' checkpoint $argv[2..-1])`,
};

type Shell = keyof typeof DRIVERS;
const shells = (Object.keys(DRIVERS) as Shell[]).filter(
  (shell) => spawnSync(shell, ["-c", "true"]).status === 0,
);

describe("checkpoint completion", function () {
  this.timeout(120_000);
  const workspace = cliForEach();

  const complete = async (work: CliWorkspace, shell: Shell) => {
    const bin = path.join(work.base, "bin");
    const script = path.join(work.base, `completion.${shell}`);
    fs.mkdirSync(bin);
    fs.writeFileSync(
      path.join(bin, "checkpoint"),
      `#!/bin/sh\nexec "${process.execPath}" "${cliFile}" "$@"\n`,
      { mode: 0o755 },
    );
    fs.writeFileSync(script, await work.prints("completion", shell));
    const env = {
      ...work.env,
      PATH: `${bin}:${process.env["PATH"]}`,
      CHECKPOINT_STORE: path.join(work.base, "own"),
    };
    const before = shell === "bash" ? ["bash"] : shell === "zsh" ? ["zsh"] : [];
    return (...words: string[]) => {
      const flags = shell === "zsh" ? ["-f", "-c"] : ["-c"];
      const args = [...flags, DRIVERS[shell], ...before, script, ...words];
      const said = spawnSync(shell, args, {
        cwd: work.root,
        env,
        encoding: "utf8",
      });
      assert.equal(said.stderr, "", `${shell}: ${words.join(" ")}`);
      return said.stdout
        .split("\n")
        .map((line) => line.split("\t")[0]!)
        .filter(Boolean);
    };
  };

  for (const shell of shells)
    it(`completes verbs, options, their values, files and checkpoints in ${shell}`, async () => {
      const work = workspace({ "some-file.txt": "a\n" });
      await work.prints("create", "-m", "one");
      await work.prints("create", "-m", "two");
      await work.prints("thread", "record", "chat", "--role", "user");
      const next = await complete(work, shell);
      const sorted = (...words: string[]) => next(...words).sort();
      assert.deepEqual(sorted("re"), ["redo", "rename", "restore", "revert"]);
      assert.deepEqual(next("restore", "--o"), ["--only-source"]);
      assert.deepEqual(next("create", "--kind", "f"), ["feature"]);
      assert.deepEqual(sorted("thread", ""), [
        "edit",
        "list",
        "record",
        "show",
      ]);
      assert.deepEqual(next("thread", "edit", "--dr"), ["--dry-run"]);
      assert.deepEqual(next("thread", "show", ""), ["chat"]);
      assert.deepEqual(next("completion", "z"), ["zsh"]);
      assert.deepEqual(next("--workspace", ".", "sea"), ["search"]);
      assert.deepEqual(sorted("help", "un"), ["undo", "unpin"]);
      assert.ok(next("list", "--").includes("--json"));
      // Verbs with a point and paths: the point first, then files.
      assert.deepEqual(next("restore", ""), ["latest", "2", "1", "0"]);
      assert.deepEqual(next("cat", "0", "some"), ["some-file.txt"]);
      assert.deepEqual(next("restore", "0", "--", "some"), ["some-file.txt"]);
    });

  it("lists what can come next, and its meaning", async () => {
    const work = workspace({ a: "a" });
    type Answer = { words: { word: string; help: string }[]; files: unknown };
    const next = async (...words: string[]) =>
      work.json<Answer>("completion", "zsh", "--", ...words);
    const { words } = await next("revert", "--so");
    assert.deepEqual(words, [
      { word: "--source", help: "Revert what this source changed" },
    ]);
    // As one word, or as the three words that bash makes of it.
    assert.equal(
      (await next("create", "--kind=g")).words[0]?.word,
      "--kind=guard",
    );
    assert.equal(
      (await next("create", "--kind", "=", "g")).words[0]?.word,
      "guard",
    );
    assert.equal((await next("export", "0", "")).files, "file");
    assert.equal((await next("--store", "")).files, "folder");
    for (const line of [
      ["nonsense", ""],
      ["create", "-m", ""],
      ["thread", "x", ""],
    ])
      assert.deepEqual(await next(...line), { words: [], files: null });
  });

  it("offers global options only where they have an effect", async () => {
    const { complete } = await import("../../../src/cli/line/complete");
    const offered = async (...verb: string[]) =>
      (await complete(verbs, [...verb, "--"])).words.map(({ word }) => word);
    for (const verb of ["mcp", "hook"])
      assert.ok(!(await offered(verb)).includes("--json"), verb);
    for (const line of [["list"], ["thread", "record"], []])
      assert.ok((await offered(...line)).includes("--json"), line.join(" "));
    for (const line of [["create"], ["thread", "record"], ["watch"], []])
      assert.ok((await offered(...line)).includes("--exclude"), line.join(" "));
    for (const verb of ["list", "diff", "restore"])
      assert.ok(!(await offered(verb)).includes("--exclude"), verb);
    const work = workspace();
    assert.doesNotMatch(await work.prints("help", "diff"), /--exclude/);
    assert.match(await work.prints("help", "create"), /--exclude/);
  });

  it("does not create a history", async () => {
    const work = workspace({ a: "a" });
    const { words } = await work.json<{ words: unknown[] }>(
      ...["completion", "bash", "--", "show", ""],
    );
    assert.deepEqual(words, []);
    assert.equal(fs.existsSync(path.join(work.base, "own")), false);
  });

  it("offers every verb and all its options", async () => {
    const work = workspace();
    const { verbs: told } = await work.json<{
      verbs: { verb: string; options: { name: string }[] }[];
    }>("help");
    const { complete } = await import("../../../src/cli/line/complete");
    const first = await complete(verbs, [""]);
    for (const { verb, options } of told) {
      const [one, two] = verb.split(" ");
      assert.ok(
        first.words.some(({ word }) => word === one),
        verb,
      );
      if (two !== undefined)
        assert.ok(
          (await complete(verbs, [one!, ""])).words.some(
            ({ word }) => word === two,
          ),
        );
      const offered = await complete(verbs, [...verb.split(" "), "--"]);
      for (const { name } of options)
        assert.ok(
          offered.words.some(({ word }) => word === name),
          name,
        );
    }
  });
});
