import assert from "node:assert/strict";
import type { FileVersion } from "../../../src/engine/model/version";
import {
  versionBefore,
  versionName,
  versionText,
} from "../../../src/extension/views/historyText";
import {
  describeFilter,
  isEmptyFilter,
} from "../../../src/extension/views/filter";

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
    ...given,
  };
}

const time = {
  now: Date.parse("2026-11-16T10:02:00Z"),
  locale: "en",
  format: "relative",
} as const;

describe("a version in File History", () => {
  it("tells when, in which checkpoint, by whom and how large", () => {
    const { label, description } = versionText(
      version({
        source: "codex",
        checkpoint: { id: "x", number: 4, name: "parser" },
      }),
      time,
    );
    assert.equal(label, "2 min ago");
    assert.equal(description, "#4 parser · codex · 2.0 KB");
  });

  it("is called by its checkpoint in a title, or by the clock", () => {
    const absolute = { ...time, format: "absolute" } as const;
    const checkpoint = { id: "x", number: 4, name: "parser" };
    assert.equal(versionName(version({ checkpoint }), absolute), "#4");
    assert.match(versionName(version(), absolute), /Nov 16.*:00/);
  });

  it("says when a restore made it", () => {
    const said = (given: Partial<FileVersion>) =>
      versionText(version({ source: "restore", ...given }), time).description;
    assert.equal(said({}), "restored · 2.0 KB");
    assert.equal(said({ change: "added" }), "brought back · 2.0 KB");
    assert.equal(said({ change: "deleted", hash: null }), "deleted");
    assert.match(said({ unsaved: true }), /^unsaved text · /);
  });

  it("says when it is the file's beginning, its end, or unsaved", () => {
    const said = (given: Partial<FileVersion>) =>
      versionText(version(given), time).description;
    assert.match(said({ change: "added" }), /^added/);
    assert.equal(said({ change: "deleted", hash: null }), "deleted");
    for (const change of ["added", "modified"] as const)
      assert.match(said({ unsaved: true, change }), /^unsaved text/);
    assert.match(
      said({ change: "skipped", hash: null, reason: "too-large" }),
      /maxFileSize/,
    );
  });

  it("speaks of what happened, which others see by the icon", () => {
    const { spoken } = versionText(version({ source: "outside" }), time);
    assert.equal(spoken, "2 min ago, modified, outside the editor, 2.0 KB");
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
  it("is told in words", () => {
    assert.equal(
      describeFilter({
        text: "x",
        kinds: ["guard"],
        source: "codex",
        path: "src",
      }),
      "with “x”, of kind Guards, made by codex, that changed src",
    );
    assert.equal(
      describeFilter({ source: "outside" }),
      "made outside the editor",
    );
  });

  it("is none when everything in it is empty", () => {
    assert.ok(isEmptyFilter({ text: "", kinds: [] }));
    assert.ok(!isEmptyFilter({ path: "a" }));
  });
});
