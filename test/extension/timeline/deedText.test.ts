import assert from "node:assert/strict";
import type { Deed } from "../../../src/engine/api";
import { deedText } from "../../../src/extension/timeline/deedText";
import {
  AFTER_TIME,
  afterTime,
} from "../../../src/extension/timeline/timeColumn";
import { checkpoint } from "./checkpoints";

const at = "2026-11-16T10:00:00.000Z";

function text(given: Partial<Deed>, folder: string | null = null) {
  const deed: Deed = {
    ...{ id: "d", kind: "turn", author: "codex", title: "Add a cart" },
    ...{
      startedAt: at,
      at,
      files: 3,
      deleted: 0,
      paths: ["a.ts", "b.ts", "c.ts"],
    },
    ...{ lines: { added: 3, removed: 1 }, rename: null, restore: null },
    ...{ thread: "t", message: "m", before: 3, after: 5, isOpen: false },
    ...{ checkpoint: checkpoint({ number: 7 }), checkpoints: [], verdicts: [] },
    ...given,
  };
  const now = Date.parse(at) + 4 * 60_000;
  const time = { now, locale: "en", format: "relative" } as const;
  return deedText(deed, { time, isHere: false, isBaseline: false, folder });
}

/** What follows the time. */
function titleIn(label: string): string {
  return label.slice(label.indexOf(AFTER_TIME) + AFTER_TIME.length);
}

describe("the row of a deed", () => {
  it("has the short time first, then what happened, then the counts", () => {
    const { label, description } = text({});
    assert.equal(label, "\u20074m\u2002Add a cart");
    assert.equal(description, "3 files · +3 −1");
  });

  it("aligns ages of one and of two digits", () => {
    assert.equal(afterTime("5m", "Tea"), "\u20075m\u2002Tea");
    assert.equal(afterTime("12m", "Tea"), "12m\u2002Tea");
    assert.equal(afterTime("7:19 PM", "Tea"), "7:19 PM\u2002Tea");
    assert.equal(afterTime("12:19", "Tea"), "12:19\u2002Tea");
    assert.equal(afterTime("now", "Tea"), "now\u2002Tea");
  });

  it("leaves room beside a long prompt, which is spoken in full", () => {
    const title =
      "Refactor the router to async and keep the old callbacks working";
    const { label, spoken } = text({ title });
    assert.equal(titleIn(label), "Refactor the router to…");
    assert.ok(spoken.startsWith(`${title}, turn, Codex, `));
  });

  it("leaves room beside names that are long, and says them in full", () => {
    const name = "a-component-with-a-very-long-name.test.tsx";
    const edits = text({
      ...{ kind: "edits", author: "editor", title: null, files: 1 },
      paths: [`src/${name}`],
    });
    assert.equal(titleIn(edits.label), "a-component-…me.test.tsx +3 −1");
    assert.ok(edits.spoken.startsWith(`${name}, edits, You, `));
    const title = "Everything works again, before the long weekend";
    const named = text({ kind: "named", title });
    assert.equal(titleIn(named.label), "Everything works again, before the…");
    assert.ok(named.spoken.startsWith(`${title}, `));
  });

  it("counts files once", () => {
    const install = text({
      ...{ kind: "edits", author: "outside", title: "npm install" },
    });
    assert.equal(titleIn(install.label), "npm install: 3 files +3 −1");
    assert.equal(install.description, "");
    const stash = text({ kind: "git", title: "git stash", lines: null });
    assert.equal(titleIn(stash.label), "git stash (3 files)");
    const commit = text({
      ...{ kind: "edits", author: "editor", title: "git commit “Fix”" },
    });
    assert.equal(titleIn(commit.label), "git commit “Fix” (3 files) +3 −1");
    assert.equal(stash.description, "");
  });

  it("says what was deleted, without its lines", () => {
    const deleted = text({
      ...{ kind: "edits", author: "outside", title: null },
      ...{ files: 2, deleted: 2, paths: ["docs/a.md", "docs/b.md"] },
      ...{ lines: { added: 0, removed: 9 } },
    });
    assert.equal(titleIn(deleted.label), "Deleted a.md, b.md");
    assert.match(deleted.spoken, /^Deleted a\.md, b\.md, edits, .* 9 lines/);
  });

  it("leaves room beside the prompt that a restore went back before", () => {
    const restored = text({
      ...{ kind: "restore", title: null },
      restore: {
        ...{ id: "r", verb: "restore", target: "#4", state: "done" },
        before: "Refactor the router to async",
        paths: [],
      },
    });
    assert.equal(titleIn(restored.label), "Restored to before “Refactor the…”");
    assert.match(restored.spoken, /before “Refactor the router to async”/);
  });

  it("leaves room beside the prompt that was reverted", () => {
    const reverted = text({
      ...{ kind: "restore", title: null },
      restore: {
        ...{ id: "r", verb: "revert", state: "done", before: null, paths: [] },
        target: "“Refactor the router to async”",
      },
    });
    assert.equal(titleIn(reverted.label), "Reverted “Refactor the…”");
    assert.match(reverted.spoken, /“Refactor the router to async”/);
  });

  it("names what a restore was limited to, rather than a time", () => {
    const restored = (paths: string[]) =>
      text({
        ...{ kind: "restore", title: null },
        restore: {
          ...{ id: "r", verb: "restore", target: "2026-11-16 10:00:00" },
          ...{ before: null, paths, state: "done" },
        },
      }).label;
    assert.equal(titleIn(restored(["docs/old"])), "Restored old");
    assert.equal(
      titleIn(restored(["a.md", "b.md", "c.md"])),
      "Restored a.md and 2 more",
    );
  });

  it("says which folder it is of, where there are several", () => {
    assert.equal(text({}, "api").description, "api · 3 files · +3 −1");
  });
});
