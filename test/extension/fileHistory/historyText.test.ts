import assert from "node:assert/strict";
import type { FileVersion } from "../../../src/engine/model/version";
import {
  isWorthARow,
  versionBefore,
  versionName,
  versionText,
} from "../../../src/extension/fileHistory/historyText";
import {
  describeFilter,
  isEmptyFilter,
} from "../../../src/extension/timeline/filter";
import { verdict } from "../timeline/checkpoints";

function version(given: Partial<FileVersion> = {}): FileVersion {
  return {
    path: "a.txt",
    born: 1,
    died: null,
    at: "2026-11-16T10:00:00.000Z",
    hash: "h",
    sizeBytes: 2048,
    mode: "644",
    source: "editor",
    change: "modified",
    reason: null,
    unsaved: false,
    checkpoint: null,
    verdicts: [],
    prompt: null,
    ...given,
  };
}

const time = {
  now: Date.parse("2026-11-16T10:02:00Z"),
  locale: "en",
  format: "relative",
} as const;

describe("a version in File History", () => {
  it("says when, how many lines, by whom, after which prompt and in which checkpoint", () => {
    const { label, description, spoken } = versionText(
      version({
        source: "codex",
        prompt: "Parse dates too",
        linesAdded: 12,
        linesRemoved: 3,
        checkpoint: { id: "x", number: 4, name: "parser" },
      }),
      time,
    );
    assert.equal(label, "2m");
    assert.match(spoken, /^2 min ago, modified, 12 lines added, /);
    assert.equal(description, "+12 −3 · Codex · “Parse dates too” · #4 parser");
  });

  it("says what the checks of its state came to", () => {
    const verdicts = [verdict({ passed: false })];
    const text = versionText(version({ verdicts }), time);
    assert.equal(text.description, "✗ failed");
    assert.match(text.spoken, /failed: npm test$/);
    assert.match(text.tooltip, /^npm test failed \(exit code 1\)\.$/m);
  });

  it("is named in a title after its checkpoint, or its time", () => {
    const absolute = { ...time, format: "absolute" } as const;
    const checkpoint = { id: "x", number: 4, name: "parser" };
    assert.equal(versionName(version({ checkpoint }), absolute), "#4");
    assert.match(versionName(version(), absolute), /Nov 16.*:00/);
  });

  it("says if a restore wrote it", () => {
    const said = (given: Partial<FileVersion>) =>
      versionText(version({ source: "restore", ...given }), time).description;
    assert.equal(said({}), "restored");
    assert.equal(said({ change: "added" }), "recreated");
    assert.equal(said({ change: "deleted", hash: null }), "deleted");
    assert.match(said({ unsaved: true }), /^unsaved changes$/);
  });

  it("says if the file was created, deleted or unsaved", () => {
    const said = (given: Partial<FileVersion>) =>
      versionText(version(given), time).description;
    assert.match(said({ change: "added" }), /^added/);
    assert.equal(said({ change: "deleted", hash: null }), "deleted");
    for (const change of ["added", "modified"] as const)
      assert.match(said({ unsaved: true, change }), /^unsaved changes/);
    assert.match(
      said({ change: "skipped", hash: null, reason: "too-large" }),
      /maxFileSize/,
    );
  });

  it("describes what happened to screen readers, which the icon shows to others", () => {
    const { spoken } = versionText(version({ source: "outside" }), time);
    assert.equal(spoken, "2 min ago, modified, Outside the editor");
  });

  it("has no row where unsaved text is gone", () => {
    assert.equal(isWorthARow(version({ unsaved: true, hash: null })), false);
    assert.equal(isWorthARow(version({ unsaved: true })), true);
    assert.equal(isWorthARow(version({ change: "deleted", hash: null })), true);
  });

  it("is compared with the next older one that has content", () => {
    const versions = [
      version({ born: 5 }),
      version({ born: 4, change: "deleted", hash: null }),
      version({ born: 3, path: "other" }),
      version({ born: 2 }),
    ];
    assert.equal(versionBefore(versions, 0)?.born, 2);
    assert.equal(versionBefore(versions, 3), null);
  });
});

describe("the filter of the timeline", () => {
  it("is described in words", () => {
    assert.equal(
      describeFilter({
        text: "x",
        kinds: ["guard"],
        source: "codex",
        path: "src",
      }),
      "with “x”, of kind Guards, created by Codex, that changed src",
    );
    assert.equal(
      describeFilter({ source: "outside" }),
      "created outside the editor",
    );
  });

  it("is empty if all its parts are empty", () => {
    assert.ok(isEmptyFilter({ text: "", kinds: [] }));
    assert.ok(!isEmptyFilter({ path: "a" }));
  });
});
