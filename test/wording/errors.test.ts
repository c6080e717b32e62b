import assert from "node:assert/strict";
import { voice as agents } from "../../src/agents/voice";
import { voice as cli } from "../../src/cli/text/voice";
import { CheckpointError, problem } from "../../src/engine/model/errors";
import {
  problems,
  type Problem,
  type ProblemData,
} from "../../src/engine/model/problems";
import { voice as editor } from "../../src/extension/text/voice";
import {
  failureLine,
  inWords,
  spoken,
  spokenJson,
} from "../../src/wording/errors";
import { SaidError } from "../../src/wording/said";
import type { Voice } from "../../src/wording/voice";
import { samples } from "./samples";

const voices = { cli, agents, editor };
const names = Object.keys(problems) as Problem[];

const errorOf = (name: Problem, data: object) =>
  new CheckpointError(problems[name].code, name, data as never);

const say = <P extends Problem>(
  name: P,
  data: ProblemData<P>,
  voice: Voice = cli,
) => {
  const { message, hint } = spoken(errorOf(name, data), voice);
  return [message, hint];
};

describe("the words for errors", () => {
  for (const [host, voice] of Object.entries(voices))
    it(`are sentences for every problem, in the voice of ${host}`, () => {
      for (const name of names) {
        assert.ok(samples[name].length > 0, name);
        for (const data of samples[name]) {
          const { message, hint } = spoken(errorOf(name, data), voice);
          const isOurs = name !== "unexpected" && name !== "git-failed";
          if (isOurs) assert.match(message, /^\S.*[.]$/, name);
          for (const text of [message, hint ?? "x."]) {
            const lacks =
              /undefined|\bNaN\b|Invalid|\[object|\{\d\}|\.\.$| {2}/;
            assert.doesNotMatch(text, lacks, name);
          }
          if (name !== "not-a-repository") assert.match(hint ?? ".", /[.]$/);
        }
      }
    });

  it("name a command on the command line, a tool for an agent, a view in the editor", () => {
    const data = { reference: "#9", first: 0, last: 3 };
    assert.deepEqual(say("unknown-checkpoint", data, cli), [
      "There is no checkpoint #9.",
      "This folder has checkpoints #0 to #3. To list them, use “checkpoint list”.",
    ]);
    assert.deepEqual(say("unknown-checkpoint", data, agents), [
      "There is no checkpoint #9.",
      "This folder has checkpoints #0 to #3. To list them, use checkpoint_list.",
    ]);
    assert.deepEqual(say("unknown-checkpoint", data, editor), [
      "There is no checkpoint #9.",
      "This folder has checkpoints #0 to #3. To list them, use the timeline.",
    ]);
  });

  it("name neither options nor tools in the editor", () => {
    // Only the command line has these.
    const options = new Set<Problem>([
      "empty-workspace-option",
      "store-of-other-folder",
      "store-not-a-folder",
      "agent-settings-outside",
    ]);
    for (const name of names.filter((each) => !options.has(each)))
      for (const data of samples[name]) {
        const { message, hint } = spoken(errorOf(name, data), editor);
        const isTool = /(^|\s)--[a-z]|checkpoint_|thread_/;
        assert.doesNotMatch(`${message} ${hint ?? ""}`, isTool, name);
      }
  });

  it("say what is left alone and what to do, in plain English", () => {
    assert.deepEqual(
      say("checkpoint-protected", { number: 3, why: "pinned" }),
      [
        "Checkpoint #3 is pinned.",
        "Unpin it (“checkpoint unpin”), or use --force to delete it.",
      ],
    );
    assert.deepEqual(say("restore-to-now", {}), [
      "“workspace” is the current state; there is nothing to restore.",
      "Name a checkpoint or a time to go back to.",
    ]);
    assert.deepEqual(
      say("disk-error", {
        path: "a",
        errno: "EBUSY",
        doing: "restore",
        reason: "",
      }),
      [
        "Could not restore a. Reason: another program is using it, or it is a mount point.",
        "Check the permissions of that path and the health of the disk.",
      ],
    );
    assert.deepEqual(say("plan-outdated", { paths: ["a"], count: 1 }), [
      "The workspace has changed since this was planned: a. Nothing was restored.",
      "Review the new plan and confirm it: use the same command again.",
    ]);
  });

  it("list the first few paths and count the rest", () => {
    const paths = Array.from({ length: 1000 }, (_, i) => `f${i}`);
    const [message] = say("plan-outdated", { paths, count: 4000 });
    assert.match(message!, /f0, f1, .*f9, and 3,990 more\. /);
  });

  it("pass on code and data unchanged", () => {
    const error = problem("other-root", { root: "/w", recorded: "/old" });
    const { code, data } = spoken(error, cli);
    assert.equal(code, "wrong-root");
    assert.deepEqual(data, { root: "/w", recorded: "/old" });
    assert.deepEqual(spokenJson(error.toJSON(), cli), spoken(error, cli));
  });

  it("are the original message for a bug", () => {
    assert.equal(spoken(new TypeError("a bug"), cli).code, "internal");
    assert.equal(spoken(new TypeError("a bug"), cli).message, "a bug");
  });

  it("are unchanged for an error with its own message", () => {
    const said = new SaidError("bad-input", "Not so.", { hint: "So." });
    assert.deepEqual(spoken(said, agents), {
      code: "bad-input",
      message: "Not so.",
      hint: "So.",
      data: {},
    });
    assert.equal(inWords(said, agents), said);
  });

  it("can be turned into an error again, for callers outside", () => {
    const error = inWords(problem("unknown-plan", { plan: "abc" }), cli);
    assert.equal(error.message, "There is no plan abc.");
    assert.match(error.hint ?? "", /Create the plan again/);
    assert.equal(error.code, "not-found");
    assert.deepEqual(error.data, { plan: "abc" });
  });

  it("name a failed path once, and say if it failed during rollback", () => {
    const failure = {
      path: "a",
      ...problem("file-unreadable", { path: "a" }).toJSON(),
    };
    assert.equal(failureLine(failure, cli), "a cannot be read.");
    assert.equal(
      failureLine({ ...failure, isRollback: true }, cli),
      "Rolling it back failed. a cannot be read.",
    );
    assert.equal(
      failureLine(
        { path: "a", ...problem("unknown-plan", { plan: "abc" }).toJSON() },
        cli,
      ),
      "a: There is no plan abc.",
    );
  });
});

describe("an error of the engine", () => {
  it("has a machine-readable message for logs", () => {
    const error = problem("unknown-plan", { plan: "abc" });
    assert.equal(error.message, "not-found: unknown-plan");
    assert.deepEqual(error.toJSON(), {
      code: "not-found",
      problem: "unknown-plan",
      data: { plan: "abc" },
    });
  });
});
