import assert from "node:assert/strict";
import {
  damageText,
  recoveredText,
  unendedText,
} from "../../src/extension/healthText";

describe("what is told of a history's health", () => {
  it("says what is wrong, what is safe and what to do", () => {
    const { message, hint } = damageText("app", "format.json is gone.");
    assert.equal(
      message,
      "The history of app is damaged: format.json is gone.",
    );
    assert.match(hint ?? "", /your files are untouched.*Verify the store/);
  });

  it("does not call a restore that cannot be ended yet damage", () => {
    const { code, message } = unendedText("app", "a.txt cannot be read.");
    assert.notEqual(code, "damaged");
    assert.equal(
      message,
      "A restore in app is only partly done: a.txt cannot be read.",
    );
  });

  const deed = "restore to #1 first";
  it("says how a restore that was cut off ended", () => {
    assert.equal(
      recoveredText("app", { state: "recovered", deed, leftAlone: [] }),
      "app: “restore to #1 first” was cut off, and has been finished now.",
    );
    assert.match(
      recoveredText("app", { state: "rolled-back", deed, leftAlone: [] }),
      /taken back: your files are as they were before it\.$/,
    );
  });

  it("names what was left alone, but not without end", () => {
    const leftAlone = ["a", "b", "c", "d", "e", "f", "g"];
    assert.match(
      recoveredText("app", { state: "recovered", deed, leftAlone }),
      / Changed since, and left alone: a, b, c, d, e, and 2 more\.$/,
    );
  });
});
