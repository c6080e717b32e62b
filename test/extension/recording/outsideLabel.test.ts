import assert from "node:assert/strict";
import {
  gitMove,
  labelOf,
  type GitHead,
} from "../../../src/extension/recording/outsideLabel";

describe("the label of an automatic checkpoint", () => {
  const nothing = {
    edited: [],
    outside: [],
    unsaved: [],
    agent: null,
    git: null,
    sinceGit: [],
  };
  const many = Array.from({ length: 12 }, (_, n) => `src/f${n}.ts`);
  const cases: [label: string, changed: Partial<typeof nothing> | object][] = [
    ["12 files changed outside the editor", { outside: many }],
    ["f1.ts changed outside the editor", { outside: ["src/f1.ts"] }],
    ["Edited f1.ts", { edited: ["src/f1.ts"] }],
    ["Edited 12 files", { edited: many }],
    [
      "12 files changed outside the editor, a.ts edited",
      { outside: many, edited: ["a.ts"] },
    ],
    [
      "12 files changed by Claude Code",
      { outside: many, agent: "claude-code" },
    ],
    ["Unsaved edits in a.ts", { unsaved: ["src/a.ts"] }],
    ["Edited a.ts", { edited: ["a.ts"], unsaved: ["src/b.ts"] }],
    ["git pull", { git: "git pull", outside: many, edited: ["a.ts"] }],
    [
      "git pull, a.ts edited",
      { git: "git pull", outside: many, edited: ["a.ts"], sinceGit: ["a.ts"] },
    ],
  ];
  for (const [label, changed] of cases)
    it(`can be “${label}”`, () => {
      assert.equal(labelOf({ ...nothing, ...changed }), label);
    });
});

describe("what git did", () => {
  const sha = "c0ffee0123456789012345678901234567890123";
  const head = (more: Partial<GitHead> = {}): GitHead => ({
    branch: "main",
    commit: sha,
    news: [],
    ...more,
  });
  const line = (message: string, isMove = true) => ({ message, isMove });
  const told: [news: string, label: string, writesFiles: boolean][] = [
    ["checkout: moving from main to x/y", "git checkout x/y", true],
    [`checkout: moving from main to ${sha}`, "git checkout c0ffee0", true],
    ["commit: Fix it: all", "git commit “Fix it: all”", false],
    ["commit (initial): Start", "git commit “Start”", false],
    ["commit (amend): Fix", "git commit --amend “Fix”", false],
    ["reset: moving to HEAD~1", "git reset HEAD~1", true],
    ["reset: moving to HEAD", "git reset", true],
    ["merge topic: Fast-forward", "git merge topic", true],
    ["pull --rebase origin main: Fast-forward", "git pull", true],
    ["pull: Fast-forward", "git pull", true],
    ["rebase (finish): returning to refs/heads/x", "git rebase", true],
    ["cherry-pick: Fix", "git cherry-pick “Fix”", true],
    ["odd new thing", "git odd new thing", true],
  ];
  for (const [news, label, writesFiles] of told)
    it(`is read from “${news}”`, () => {
      assert.deepEqual(gitMove(head(), head({ news: [line(news)] })), {
        label,
        writesFiles,
      });
    });

  it("is nothing when nothing moved", () => {
    assert.equal(gitMove(head(), head()), null);
  });

  it("is described by the step that wrote files, not by a commit after it", () => {
    const news = [line("checkout: moving from a to b"), line("commit: x")];
    assert.deepEqual(gitMove(head(), head({ news })), {
      label: "git checkout b",
      writesFiles: true,
    });
  });

  it("wrote nothing if a branch was created at the current commit", () => {
    const made = line("checkout: moving from a to b", false);
    assert.deepEqual(gitMove(head(), head({ news: [made] })), {
      label: "git checkout b",
      writesFiles: false,
    });
    const news = [made, line("commit: x")];
    assert.deepEqual(gitMove(head(), head({ news })), {
      label: "git commit “x”",
      writesFiles: false,
    });
  });

  it("is detected without a reflog from the branch and the commit", () => {
    assert.equal(
      gitMove(head(), head({ branch: "x" }))?.label,
      "git checkout x",
    );
    assert.equal(
      gitMove(head(), head({ commit: "abcdef0123" }))?.label,
      "git: moved to abcdef0",
    );
  });

  it("shortens a long commit subject", () => {
    const news = [line(`commit: ${"word ".repeat(40)}`)];
    const label = gitMove(head(), head({ news }))?.label ?? "";
    assert(label.length < 80 && label.endsWith("…”"), label);
  });
});
