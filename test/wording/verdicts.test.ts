import assert from "node:assert/strict";
import type { SinceGood } from "../../src/answers/verdict";
import {
  afterFailure,
  failingText,
  verdictText,
} from "../../src/wording/verdicts";
import { voice } from "../../src/cli/text/voice";
import { verdict } from "../extension/timeline/checkpoints";

describe("the words about checks", () => {
  const at = (hour: string) => `2026-11-16T${hour}:00.000Z`;
  const timeOf = (time: string) => time.slice(11, 16);
  const failing = (lastGood: SinceGood | null, label = "npm test") =>
    failingText({ label, failingSince: at("14:02"), lastGood }, timeOf, voice);
  const good = { moment: 40, checkpoint: 12, at: at("13:58"), files: 3 };

  it("say since when a command fails, and how far the last good state is", () => {
    const codex = { source: "codex", files: 2 };
    const claude = { source: "claude-code", files: 1 };
    const editor = { source: "editor", files: 1 };
    assert.equal(
      failing({ ...good, sources: [codex, editor] }),
      "npm test has been failing since 14:02. Last good: #12, 13:58, 3 files changed since, 2 of them by Codex.",
    );
    assert.match(
      failing({ ...good, sources: [codex, claude] }) ?? "",
      /2 of them by Codex, 1 by Claude Code\.$/,
    );
    assert.match(
      failing({ ...good, checkpoint: null, sources: [editor] }) ?? "",
      /Last good: @40, 13:58, 3 files changed since\.$/,
    );
    assert.match(
      failing({ ...good, files: 0, sources: [] }) ?? "",
      /nothing changed since\.$/,
    );
    assert.match(failing(null) ?? "", /It has not passed on any recorded/);
    assert.match(failing(null, "marked") ?? "", /^Marked as bad since 14:02\./);
  });

  it("say since when only if it failed before", () => {
    const series = { label: "npm test", failingSince: at("14:02") };
    const said = (time: string) =>
      afterFailure(
        verdict({ passed: false, at: at(time) }),
        { ...series, lastGood: null },
        timeOf,
        voice,
      );
    assert.equal(said("14:02"), "It has not passed on any recorded state.");
    assert.match(said("14:10"), /^npm test has been failing since 14:02\. It/);
  });

  it("say nothing of a command that passes", () => {
    const series = { label: "tsc", failingSince: null, lastGood: null };
    assert.equal(failingText(series, timeOf, voice), null);
  });

  it("say how a command ended", () => {
    const said = (given: Parameters<typeof verdict>[0]) =>
      verdictText(verdict(given), voice);
    assert.equal(said({}), "npm test passed.");
    assert.equal(
      said({ durationMs: 83_000 }),
      "npm test passed after 1 min 23 s.",
    );
    assert.equal(
      said({ passed: false, exitCode: 2 }),
      "npm test failed (exit code 2).",
    );
    assert.equal(said({ passed: false, exitCode: null }), "npm test failed.");
    assert.match(said({ exact: false }), /not tied to an exact state/);
    const byHand = { label: "marked", exitCode: null };
    assert.equal(said(byHand), "Marked as good.");
    assert.equal(said({ ...byHand, passed: false }), "Marked as bad.");
  });
});
