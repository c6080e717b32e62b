import assert from "node:assert/strict";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import { rowText } from "../../../src/extension/timeline/rowText";
import { entry, verdict } from "./checkpoints";

const now = Date.parse("2026-11-16T10:05:00Z");

function texts(
  given: Partial<Checkpoint>[],
  isHere = false,
  namesFolder = false,
) {
  return rowText(entry(...given), {
    time: { now, locale: "en", format: "relative" },
    underDay: true,
    isBaseline: false,
    isHere,
    namesFolder,
  });
}

describe("the text of a row", () => {
  it("is the name, with time, number and count beside it", () => {
    const { label, description } = texts([
      {
        number: 12,
        name: "before the parser",
        filesChanged: { added: 1, modified: 2, deleted: 0 },
      },
    ]);
    assert.equal(label, "before the parser");
    assert.equal(description, "5 min ago · #12 · 3 files");
  });

  it("of an unnamed automatic checkpoint says what changed, once", () => {
    const { label, description } = texts([
      {
        number: 3,
        kind: "automatic",
        filesChanged: { added: 0, modified: 1, deleted: 0 },
      },
    ]);
    assert.equal(label, "1 file changed");
    assert.equal(description, "5 min ago · #3");
  });

  it("says what the checks of its state came to, by a sign and in words", () => {
    const [passed, failed] = [verdict(), verdict({ passed: false })];
    const lint = verdict({ label: "eslint" });
    const said = (...verdicts: (typeof lint)[]) => {
      const { description, spoken } = texts([{ verdicts }]);
      return [
        description.replace("5 min ago · ", "").replace("#1", ""),
        spoken.split("no changed files")[1],
      ];
    };
    assert.deepEqual(said(), ["", ""]);
    assert.deepEqual(said(passed, lint), [
      "✓ passed · ",
      ", passed: npm test, eslint",
    ]);
    assert.deepEqual(said(failed, lint), ["✗ failed · ", ", failed: npm test"]);
    assert.deepEqual(said(passed, failed, lint), [
      "± mixed · ",
      ", passed and failed: npm test",
    ]);
    const inexact = verdict({ passed: false, exact: false });
    assert.deepEqual(said(inexact), ["", ""]);
  });

  it("of several folders fails if it failed in one of them", () => {
    const { description } = texts([
      { verdicts: [verdict()] },
      { verdicts: [verdict({ label: "go test", passed: false })] },
    ]);
    assert.match(description, /✗ failed/);
  });

  it("names an agent, but not the editor", () => {
    assert.match(texts([{ source: "codex" }]).description, /Codex/);
    assert.doesNotMatch(texts([{ source: "editor" }]).description, /editor/);
  });

  it("does not repeat the source and the count that the name tells", () => {
    const { description } = texts([
      {
        kind: "automatic",
        source: "outside",
        name: "12 files changed outside the editor",
        filesChanged: { added: 12, modified: 0, deleted: 0 },
      },
    ]);
    assert.equal(description, "5 min ago · #1");
  });

  it("counts the files that git changed, which the name does not", () => {
    const { description } = texts([
      {
        kind: "automatic",
        source: "git",
        name: "git checkout main",
        filesChanged: { added: 12, modified: 0, deleted: 0 },
      },
    ]);
    assert.equal(description, "5 min ago · #1 · 12 files");
  });

  it("says pinned, and where you are", () => {
    const { description } = texts([{ pinned: true }], true);
    assert.equal(description, "you are here · 5 min ago · #1 · pinned");
  });

  it("of a checkpoint in several folders counts the files of all", () => {
    const filesChanged = { added: 1, modified: 0, deleted: 0 };
    const { description } = texts([{ filesChanged }, { filesChanged }]);
    assert.equal(description, "5 min ago · 2 folders · 2 files");
  });

  it("says which folder it is of when there are several", () => {
    const { description, spoken } = texts([{ number: 4 }], false, true);
    assert.equal(description, "5 min ago · folder0 #4");
    assert.match(spoken, /folder0/);
  });

  it("speaks kind, exact time and file count to a screen reader", () => {
    const { spoken } = texts([
      {
        name: "x",
        kind: "guard",
        filesChanged: { added: 1, modified: 0, deleted: 0 },
      },
    ]);
    assert.match(spoken, /^x, number 1, Guard checkpoint, .*2026.*, 1 file$/);
  });

  it("speaks of who made it as a person would", () => {
    assert.match(texts([{ source: "codex" }]).spoken, /, by Codex$/);
    assert.match(texts([{ source: "git" }]).spoken, /, by git$/);
    const outside = { source: "outside" };
    assert.match(texts([outside]).spoken, /, outside the editor$/);
    const name = "12 files changed outside the editor";
    assert.equal(
      texts([{ ...outside, name, kind: "automatic" }]).spoken.split("outside")
        .length,
      2,
    );
  });

  it("cuts a name that no row could show, and keeps it on one line", () => {
    const { label } = texts([{ name: "a\nb" + "c".repeat(500) }]);
    assert.ok(label.startsWith("a bc"));
    assert.ok(label.length <= 120);
  });
});
