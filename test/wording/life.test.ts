import assert from "node:assert/strict";
import { lifeText } from "../../src/wording/life";
import { plain } from "../../src/wording/voice";

const origin = (source: string, prompt: string | null = null) => ({
  ...{ moment: 1, at: "noon", source, prompt },
});

describe("when a text appeared and vanished, in words", () => {
  const when = (at: string) => `at ${at}`;

  it("names who did it, and the prompt", () => {
    const appeared = origin("codex", "Add retries\nand tests");
    assert.equal(
      lifeText({ appeared, vanished: origin("editor") }, when, plain),
      "Removed at noon in the editor. Appeared at noon by Codex (“Add retries”).",
    );
    assert.equal(
      lifeText({ appeared: origin("git"), vanished: null }, when, plain),
      "Appeared at noon by git.",
    );
  });

  it("claims no author for what was there before recording", () => {
    assert.equal(
      lifeText({ appeared: origin("outside"), vanished: null }, when, plain),
      "Already there when recording started, at noon.",
    );
    const later = { ...origin("outside"), moment: 2 };
    assert.equal(
      lifeText({ appeared: later, vanished: null }, when, plain),
      "Appeared at noon outside the editor.",
    );
  });

  it("cuts a long prompt", () => {
    const text = lifeText(
      { appeared: origin("codex", "x".repeat(70)), vanished: null },
      when,
      plain,
    );
    assert.match(text, /\(“x{60}…”\)\.$/);
  });
});
