import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { repository } from "../helpers/repository";

function run(script: string, ...args: string[]) {
  const file = path.join(repository, "test/run", script);
  return spawnSync(process.execPath, [file, ...args], {
    cwd: repository,
    encoding: "utf8",
    timeout: 60_000,
  });
}

describe("--only", () => {
  const known: [string, string[]][] = [
    [
      "test.mjs",
      [
        "checks",
        "extensionHost",
        "ui/oneWindow",
        "property/history",
        "run/only",
      ],
    ],
    ["ui.mjs", ["ui/severalWindows", "ui/otherWindows"]],
    ["soak.mjs", ["property/history", "kill/kill", "engine/model/merge"]],
    ["bench.mjs", ["steps", "history", "hooks", "editor"]],
  ];
  for (const [script, names] of known)
    for (const word of ["nonesuch", `${names[0]},nonesuch`, ""])
      it(`${script} refuses “${word}” and lists the known suites`, () => {
        const { status, stdout, stderr } = run(script, "--only", word);
        assert.equal(status, 2, stderr);
        // Nothing was run, so nothing passed.
        assert.equal(stdout, "");
        const [first, second] = stderr.split("\n");
        assert.match(first!, word === "" ? /“”/ : /“nonesuch”\.$/);
        const listed = second!.replace("Known: ", "").split(", ");
        for (const name of names) assert.ok(listed.includes(name), stderr);
      });
});
