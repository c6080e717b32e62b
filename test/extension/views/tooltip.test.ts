import assert from "node:assert/strict";
import { plain, shorten } from "../../../src/extension/views/markdown";
import { tooltipOf } from "../../../src/extension/views/tooltip";
import { entry } from "./checkpoints";

describe("the tooltip of a checkpoint", () => {
  it("tells everything that is known about it", () => {
    const text = tooltipOf(
      entry({
        number: 7,
        kind: "feature",
        name: "login",
        description: "works",
        source: "codex",
        filesChanged: { added: 2, modified: 0, deleted: 1 },
        git: {
          branch: "main",
          commit: "0123456789ab",
          dirtyFiles: ["x"],
          dirtyCount: 1,
        },
        task: {
          current: "logout",
          completed: ["login"],
          session: 4,
          tokens: 12345,
        },
        thread: "t1",
        unsaved: 2,
        pinned: true,
        skipped: [{ path: "big.bin", reason: "too-large" }],
      }),
      "exactly",
      "en",
    );
    for (const part of [
      "**login** \\#7",
      "works",
      "You are here",
      "Pinned",
      "2026",
      "Feature checkpoint",
      "Made by codex",
      "2 added, 1 deleted",
      "2 editors",
      "logout",
      "1 task completed",
      "Session 4",
      "12,345 tokens",
      "Thread t1",
      "main (01234567), uncommitted",
      "big\\.bin: larger than checkpoint.maxFileSize",
    ])
      assert.ok(text.includes(part), `${part} is missing in ${text}`);
  });

  it("says where changes nobody signed come from", () => {
    const made = (source: string) => tooltipOf(entry({ source }), null, "en");
    assert.match(made("outside"), /Made outside the editor/);
    assert.match(made("editor"), /Made in the editor/);
    assert.match(made("cli"), /Made on the command line/);
    assert.match(made("restore"), /Made by a restore/);
  });

  it("lists a few of many skipped files and says how many more", () => {
    const skipped = Array.from({ length: 9 }, (_, i) => ({
      path: `f${i}`,
      reason: "unreadable" as const,
    }));
    const text = tooltipOf(entry({ skipped }), null, "en");
    assert.match(text, /Not recorded: 9/);
    assert.match(text, /- f4: /);
    assert.doesNotMatch(text, /f5/);
    assert.match(text, /and 4 more/);
  });
});

describe("text from outside in markdown", () => {
  it("draws no link, image, icon, heading or html", () => {
    for (const [hostile, never] of [
      ["[x](command:evil)", /(?<!\\)\[/],
      ["![x](http://a/b.png)", /(?<!\\)!/],
      ["<img src=x>", /(?<!\\)</],
      ["# big", /^#/],
      ["http://a.b", /http:\/\//],
      ["$(trash)", /(?<!\\\\)\$/],
    ] as const)
      assert.doesNotMatch(plain(hostile), never, hostile);
  });

  it("is cut at whole characters", () => {
    assert.equal(shorten("🙂🙂🙂🙂", 3), "🙂🙂…");
    assert.equal(shorten(" a \n b ", 10), "a b");
  });
});
