import assert from "node:assert/strict";
import type { VerdictResult } from "../../../src/engine/api";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import type { RestoreReport } from "../../../src/engine/model/restorePlan";
import { cliForEach } from "../runCli";

/** A check that every platform can run: passes while a.txt says “good”. */
const CHECK = [
  "--",
  process.execPath,
  "-e",
  'process.exit(require("fs").readFileSync("a.txt", "utf8") === "good" ? 0 : 4)',
];
/** ...and one that changes a file while it runs. */
const CHANGES = [
  "--",
  process.execPath,
  "-e",
  'require("fs").writeFileSync("b.txt", "written by the check")',
];

type Answer = VerdictResult & { restored: RestoreReport | null };

describe("checkpoint check", function () {
  this.timeout(60_000);
  const workspace = cliForEach();
  const start = () => workspace({ "a.txt": "good", "b.txt": "b" });
  const check = (...options: string[]) => [
    ...["check", "--label", "test", ...options],
    ...CHECK,
  ];

  it("ends as the command ends, and remembers whether it passed", async () => {
    const work = start();
    assert.equal((await work.run(check())).code, 0);
    work.write("a.txt", "bad");
    const failed = await work.run(check());
    assert.equal(failed.code, 4);
    assert.match(
      failed.stderr,
      /test failed \(exit code 4\) after [\d.]+ s\.\n/,
    );
    assert.match(failed.stderr, /Last good: #0, .*, 1 file changed since\./);
    assert.equal(await work.prints("cat", "good", "a.txt"), "good");
    assert.equal(await work.prints("cat", "bad:test", "a.txt"), "bad");
    assert.match(await work.prints("list"), /#1 .*✗ .*\n#0 .*✓ /);
    assert.match(await work.prints("show", "bad"), /^ +check +test failed/m);
    assert.match(
      await work.prints("status"),
      /^check +test has been failing since .*Last good/m,
    );
  });

  it("answers with the verdict, its checkpoint and the last good state", async () => {
    const work = start();
    const answer = await work.json<Answer>(...check());
    assert.deepEqual(
      [answer.verdict.label, answer.verdict.passed, answer.verdict.exact],
      ["test", true, true],
    );
    assert.deepEqual(answer.checkpoint?.verdicts, [answer.verdict]);
    assert.equal(answer.lastGood?.checkpoint, 0);
    assert.equal(answer.restored, null);
  });

  it("is tied to no state if files change while it runs", async () => {
    const work = start();
    const { stderr } = await work.run(["check", "-l", "test", ...CHANGES]);
    assert.match(stderr, /Files changed or were rewritten while it ran/);
    const { code, message } = await work.problem("restore", "good", "--yes");
    assert.equal(code, "not-found");
    assert.equal(message, "No state is known to be good.");
    assert.equal(work.text("b.txt"), "written by the check");
  });

  it("goes back to the last good state if it fails and that is wanted", async () => {
    const work = start();
    await work.run(check());
    work.write("a.txt", "bad");
    const { code, stdout } = await work.run(
      check("--restore-on-failure", "--yes", "--json"),
    );
    assert.equal(code, 4);
    const { restored } = JSON.parse(stdout) as Answer;
    assert.equal(restored?.applied, true);
    assert.equal(work.text("a.txt"), "good");
    await work.prints("undo", "--yes");
    assert.equal(work.text("a.txt"), "bad");
  });

  it("reverts only what one source changed, and keeps the rest", async () => {
    const work = start();
    await work.run(check());
    work.write("a.txt", "bad");
    await work.prints("create", "--source", "codex");
    work.write("b.txt", "mine");
    await work.prints("create");
    const how = ["--restore-on-failure", "--source", "codex", "--yes"];
    assert.equal((await work.run(check(...how))).code, 4);
    assert.deepEqual(
      [work.text("a.txt"), work.text("b.txt")],
      ["good", "mine"],
    );
  });

  it("changes nothing when it may not ask, or there is no good state", async () => {
    const work = start();
    work.write("a.txt", "bad");
    const first = await work.run(check("--restore-on-failure", "--yes"));
    assert.match(first.stderr, /There is no good state to go back to/);
    work.write("a.txt", "good");
    await work.run(check());
    work.write("a.txt", "bad");
    const asked = await work.run(check("--restore-on-failure"));
    assert.equal(asked.code, 4);
    assert.match(asked.stderr, /Nothing was changed\. To go back: checkpoint/);
    assert.equal(work.text("a.txt"), "bad");
  });

  it("leaves no verdict for a command that cannot be started", async () => {
    const work = start();
    const { code } = await work.run(["check", "--", "no-such-command"]);
    assert.equal(code, 127);
    const { checks } = await work.json<{ checks: unknown[] }>("status");
    assert.deepEqual(checks, []);
  });

  it("is used by bisect, which tests only what is missing", async () => {
    const work = start();
    for (const text of ["good", "bad", "bad 2", "bad 3"]) {
      work.write("a.txt", text);
      work.write("b.txt", text);
      await work.run(check());
    }
    const { tests, culprit } = await work.json<{
      tests: unknown[];
      culprit: { checkpoint: Checkpoint };
    }>("bisect", "0", "3", "--label", "test", ...CHECK);
    assert.equal(culprit.checkpoint.number, 1);
    assert.deepEqual(tests, []);
    const again = await work.json<{ tests: unknown[] }>(
      ...["bisect", "0", "3", "--label", "test", "--retest", ...CHECK],
    );
    assert.equal(again.tests.length, 3);
  });

  it("travels with an export, and imported verdicts decide nothing here", async () => {
    const work = start();
    await work.run(check());
    await work.prints("export", "good", "copy.tar");
    const other = workspace({ "a.txt": "other" });
    await other.prints("create");
    await other.prints("import", work.at("copy.tar"));
    const { checkpoint } = await other.json<{ checkpoint: Checkpoint }>(
      ...["show", "1"],
    );
    assert.deepEqual(
      checkpoint.verdicts.map(({ label, passed }) => [label, passed]),
      [["test", true]],
    );
    const { code } = await other.problem("restore", "good", "--yes");
    assert.equal(code, "not-found");
  });
});
