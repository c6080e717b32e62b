import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { cliForEach } from "./runCli";

describe("checkpoint completion", function () {
  this.timeout(60_000);
  const workspace = cliForEach();

  it("completes verbs, options and their values in bash", async () => {
    const work = workspace();
    const script = path.join(work.base, "completion.bash");
    fs.writeFileSync(script, await work.prints("completion", "bash"));
    const complete = (...words: string[]) => {
      const line = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _checkpoint; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const args = ["-c", line, "bash", script, "checkpoint", ...words];
      const said = execFileSync("bash", args, {
        cwd: work.root,
        encoding: "utf8",
      });
      return said.split("\n").filter(Boolean);
    };
    assert.deepEqual(complete("re").sort(), [
      "redo",
      "rename",
      "restore",
      "revert",
    ]);
    assert.deepEqual(complete("restore", "--o"), ["--only-source"]);
    assert.deepEqual(complete("create", "--kind", "f"), ["feature"]);
    assert.deepEqual(complete("thread", ""), [
      "record",
      "list",
      "show",
      "edit",
    ]);
    assert.deepEqual(complete("thread", "edit", "--dr"), ["--dry-run"]);
    assert.deepEqual(complete("completion", "z"), ["zsh"]);
    assert.deepEqual(complete("--workspace", "x", "sea"), ["search"]);
    assert.ok(complete("list", "--").includes("--json"));
    work.write("some-file.txt", "");
    assert.deepEqual(complete("history", "some"), ["some-file.txt"]);
  });

  it("names every verb and option for zsh and fish", async () => {
    const work = workspace();
    const { verbs } = await work.json<{
      verbs: { verb: string; options: { name: string }[] }[];
    }>("help");
    for (const shell of ["zsh", "fish"]) {
      const { script } = await work.json<{ shell: string; script: string }>(
        "completion",
        shell,
      );
      for (const { verb, options } of verbs) {
        for (const word of verb.split(" "))
          assert.ok(script.includes(word), `${shell}: ${word}`);
        for (const { name } of options)
          assert.ok(
            script.includes(shell === "fish" ? `-l ${name.slice(2)}` : name),
            `${shell}: ${verb} ${name}`,
          );
      }
      // Quotes are balanced: no help text broke out of its own.
      assert.equal((script.match(/'/g) ?? []).length % 2, 0, shell);
    }
  });
});
