import assert from "node:assert/strict";
import {
  MARKED,
  momentsToKeep,
  momentsWith,
  parseLabel,
  resultOf,
  type ExactVerdict,
} from "../../../src/engine/model/verdicts";

/** Verdicts written as `1 test+ build-`: a moment, then labels that passed or failed. */
function verdicts(...lines: string[]): ExactVerdict[] {
  return lines.flatMap((line) => {
    const [moment, ...results] = line.split(" ");
    return results.map((result) => ({
      moment: Number(moment),
      label: result.slice(0, -1),
      passed: result.endsWith("+"),
    }));
  });
}

describe("good and bad states", () => {
  it("are those on which a command passed or failed, newest first", () => {
    const all = verdicts("1 test+", "3 test-", "4 test+", "6 test-");
    assert.deepEqual(momentsWith("good", all), [4, 1]);
    assert.deepEqual(momentsWith("bad", all), [6, 3]);
    assert.deepEqual(momentsWith("good", all, "test"), [4, 1]);
    assert.deepEqual(momentsWith("good", all, "other"), []);
  });

  it("a state with both results is neither", () => {
    const all = verdicts("1 test+", "2 test+ test-", "3 test- test+");
    assert.deepEqual(momentsWith("good", all), [1]);
    assert.deepEqual(momentsWith("bad", all), []);
    assert.deepEqual(momentsWith("good", all, "test"), [1]);
  });

  it("errors that the editor shows count only where they are asked for", () => {
    const all = verdicts("1 test+ diagnostics-", "2 diagnostics+", "3 test-");
    assert.deepEqual(momentsWith("good", all), [1]);
    assert.deepEqual(momentsWith("bad", all), [3]);
    assert.deepEqual(momentsWith("good", all, "diagnostics"), [2]);
    assert.deepEqual(momentsWith("bad", all, "diagnostics"), [1]);
    assert.deepEqual(momentsToKeep(all), new Set([1, 2]));
    const weak = verdicts("1 diagnostics-").map((v) => ({ ...v, exact: true }));
    assert.equal(resultOf(weak), null);
  });

  it("a mark says failed if any command failed, mixed only if one did both", () => {
    const result = (line: string) =>
      resultOf(verdicts(line).map((one) => ({ ...one, exact: true })));
    assert.equal(result("1"), null);
    assert.equal(result("1 test+ build+"), "passed");
    assert.equal(result("1 test- build+"), "failed");
    assert.equal(result("1 test+ test- build+"), "mixed");
    assert.equal(result("1 test+ test- build-"), "failed");
    const [inexact] = verdicts("1 test-");
    assert.equal(resultOf([{ ...inexact!, exact: false }]), null);
  });

  it("a passing build does not hide failing tests", () => {
    const all = verdicts("1 test+ build+", "2 test-", "3 build+");
    assert.deepEqual(momentsWith("good", all), [1]);
    assert.deepEqual(momentsWith("good", all, "build"), [3, 1]);
    const mended = [...all, ...verdicts("4 test+")];
    assert.deepEqual(momentsWith("good", mended), [4, 1]);
  });

  it("the same state can be bad for one command and good for another", () => {
    const all = verdicts("1 test- build+");
    assert.deepEqual(momentsWith("good", all), []);
    assert.deepEqual(momentsWith("bad", all), [1]);
    assert.deepEqual(momentsWith("good", all, "build"), [1]);
  });

  it("a person's mark ends older failures, but not one on the same state", () => {
    const all = verdicts("1 lint-", `2 ${MARKED}+`, "3 test+");
    assert.deepEqual(momentsWith("good", all), [3, 2]);
    const both = verdicts(`1 test- ${MARKED}+`);
    assert.deepEqual(momentsWith("good", both), []);
  });

  it("the last good state of each command is kept", () => {
    const all = verdicts("1 lint+ test+", "2 test+", "3 test-", "4 build+");
    assert.deepEqual([...momentsToKeep(all)].sort(), [1, 2, 4]);
  });

  it("labels are trimmed and must not be empty or long", () => {
    assert.equal(parseLabel("  npm \n test "), "npm test");
    for (const bad of ["", "  ", 3, undefined, "x".repeat(201)])
      assert.throws(() => parseLabel(bad), { code: "bad-input" });
  });
});
