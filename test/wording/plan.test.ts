import assert from "node:assert/strict";
import {
  countPlans,
  deletesSection,
  didText,
  doneText,
  failedText,
  isEmptyPlan,
  leftAloneSection,
  newerSections,
  nothingText,
  planTitle,
  questionText,
  subjectOf,
  wayBackText,
  willDoText,
} from "../../src/wording/plan";
import { plain } from "../../src/wording/voice";
import { plan, write } from "./plans";

describe("a plan in words", () => {
  const before = { hash: "h", mode: 0o644, sizeBytes: 1 };
  const full = plan({
    writes: [
      write("a", "replace"),
      write("b", "replace"),
      write("c", "create"),
    ],
    deletes: [{ path: "d", before }],
    leftAlone: [{ path: "big.bin", reason: "too-large" }],
    changedByOthers: [{ path: "a", sources: ["codex", "outside"] }],
  });

  it("says what will be done, and what was done", () => {
    const counts = countPlans([full]);
    assert.equal(
      willDoText(counts, plain),
      "2 files will be replaced, 1 file will be recreated, 1 file will be deleted.",
    );
    assert.equal(
      didText(counts, plain),
      "2 files replaced, 1 file recreated, 1 file deleted.",
    );
    assert.equal(willDoText(countPlans([plan()]), plain), "");
  });

  it("distinguishes discarded from restored unsaved changes", () => {
    const unsaved = [
      { path: "a", hash: null },
      { path: "b", hash: "h" },
    ];
    const counts = countPlans([plan({ unsaved })]);
    assert.equal(
      willDoText(counts, plain),
      "Unsaved changes in 1 file will be discarded (kept in the guard checkpoint), unsaved changes in 1 file will be restored.",
    );
    assert.equal(
      didText(counts, plain),
      "Unsaved changes in 1 file discarded, unsaved changes in 1 file restored.",
    );
    assert.ok(!isEmptyPlan(plan({ unsaved })));
    assert.ok(isEmptyPlan(plan()));
  });

  it("names what is deleted, what others changed and what is left alone", () => {
    assert.deepEqual(
      [
        ...newerSections(full, plain),
        ...deletesSection(full.deletes, plain),
        ...leftAloneSection(full, plain),
      ],
      [
        {
          title: "These newer changes will be replaced:",
          rows: [{ path: "a", note: "Codex, outside the editor" }],
        },
        { title: "Will be deleted:", rows: [{ path: "d", note: "" }] },
        {
          title: "Left alone:",
          rows: [{ path: "big.bin", note: "larger than setting maxFileSize" }],
        },
      ],
    );
    assert.deepEqual(newerSections(plan(), plain), []);
    assert.deepEqual(leftAloneSection(plan(), plain), []);
  });

  it("lists what changed since the restore being undone", () => {
    const [section] = newerSections(
      plan({ verb: "undo", changedSince: ["a"] }),
      plain,
    );
    assert.equal(section?.title, "These newer changes will be replaced:");
    assert.deepEqual(section?.rows, [{ path: "a", note: "" }]);
  });

  it("names a newer change once, whoever made it, and says when it is done", () => {
    const sections = newerSections(
      plan({
        verb: "undo",
        changedSince: ["a", "b"],
        changedByOthers: [{ path: "a", sources: ["codex"] }],
      }),
      plain,
      true,
    );
    assert.deepEqual(sections, [
      {
        title: "These newer changes were replaced:",
        rows: [
          { path: "a", note: "Codex" },
          { path: "b", note: "" },
        ],
      },
    ]);
  });

  it("names the change that files go back to before", () => {
    const subject = {
      verb: "restore",
      target: "#3",
      what: "route.js",
      isBefore: true,
    } as const;
    assert.equal(
      questionText(subject, plain),
      "Restore route.js as it was before #3?",
    );
    assert.equal(planTitle(subject, plain), "Restore route.js to before #3");
    assert.equal(doneText(subject, plain), "Restored route.js to before #3");
    assert.equal(
      nothingText({ ...subject, what: undefined }, plain),
      "The workspace is already as it was before #3.",
    );
  });

  it("suggests a revert if whole files of one source are restored", () => {
    const scope = { paths: [], source: "bot" };
    const [section] = newerSections(
      plan({ scope, changedByOthers: full.changedByOthers }),
      plain,
    );
    assert.equal(section?.hint, "To keep their changes, use revert bot.");
  });

  it("does not warn about others' changes before a revert, which keeps them", () => {
    const { changedByOthers } = full;
    assert.deepEqual(
      newerSections(plan({ verb: "revert", changedByOthers }), plain),
      [],
    );
  });

  it("says why there is nothing to do, for each verb", () => {
    const why = (given: Parameters<typeof plan>[0]) =>
      nothingText(subjectOf(plan(given), plain), plain);
    assert.equal(why({}), "The workspace already matches #3 before.");
    assert.equal(
      why({ scope: { paths: ["a.txt"], source: null } }),
      "a.txt already matches #3 before.",
    );
    assert.equal(
      why({ scope: { paths: ["a.txt", "b"], source: null } }),
      "2 files and folders already match #3 before.",
    );
    assert.equal(
      nothingText(
        { verb: "restore", target: "#3", what: "2 files", isMany: true },
        plain,
      ),
      "2 files already match #3.",
    );
    assert.equal(
      why({ scope: { paths: [], source: "codex" } }),
      "Nothing that Codex changed since #3 before is left to restore.",
    );
    assert.equal(
      why({ verb: "revert" }),
      "Nothing from #3 before is left to revert.",
    );
    assert.equal(
      why({ verb: "undo" }),
      "Nothing to change: the files already match.",
    );
  });

  it("says what was done and how to undo it", () => {
    const target = "#3";
    assert.equal(
      doneText({ verb: "restore", target }, plain),
      "Restored to #3",
    );
    assert.equal(doneText({ verb: "revert", target }, plain), "Reverted #3");
    assert.equal(
      doneText({ verb: "redo", target: "" }, plain),
      "Restore redone",
    );
    assert.equal(
      doneText({ verb: "undo", target: "restore to #3" }, plain),
      "Undid the restore to #3",
    );
    assert.equal(wayBackText("restore", plain), "To undo it, use undo.");
    assert.equal(wayBackText("undo", plain), "To redo it, use redo.");
  });

  it("says in which state a failed restore left the files", () => {
    assert.equal(
      failedText("restore", {}, plain),
      "The restore failed and was rolled back. Your files are unchanged.",
    );
    assert.match(
      failedText("revert", { isHalfDone: true }, plain),
      /^The revert failed and could not be rolled back yet: some files have changed, some have not\./,
    );
  });
});
