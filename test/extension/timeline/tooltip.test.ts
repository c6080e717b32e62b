import assert from "node:assert/strict";
import {
  plain,
  shorten,
  shortenAtWord,
  shortenName,
} from "../../../src/extension/text/markdown";
import { tooltipOf } from "../../../src/extension/timeline/tooltip";
import { entry, verdict } from "./checkpoints";

describe("the tooltip of a checkpoint", () => {
  it("lists the latest checks of its state, and how many there were before", () => {
    const verdicts = [
      verdict({ label: "first" }),
      verdict({ label: "eslint" }),
      verdict({ label: "tsc" }),
      verdict({ passed: false, durationMs: 2300, exitCode: 2 }),
      verdict({ label: "go vet", exact: false }),
      verdict({ label: "marked", exitCode: null }),
    ];
    const text = tooltipOf(entry({ verdicts }), {}, "en");
    assert.doesNotMatch(text, /first/);
    for (const part of [
      "1 earlier check",
      "✓ eslint passed",
      "✗ npm test failed \\(exit code 2\\) after 2\\.3 s",
      "✓ go vet passed\\. Files changed or were rewritten while it ran",
      "✓ Marked as good",
    ])
      assert.ok(text.includes(part), `${part} in ${text}`);
  });

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
      { isHere: true, isBaseline: true },
      "en",
    );
    for (const part of [
      "**login** \\#7",
      "works",
      "You are here",
      "Baseline: the gutter shows what changed since",
      "Pinned",
      "2026",
      "Feature checkpoint",
      "Created by Codex",
      "2 added, 1 deleted",
      "2 editors",
      "logout",
      "1 task completed",
      "Session 4",
      "12,345 tokens",
      "Conversation t1",
      "main (01234567), uncommitted",
      "big\\.bin: larger than checkpoint.maxFileSize",
    ])
      assert.ok(text.includes(part), `${part} is missing in ${text}`);
  });

  it("says where changes nobody signed come from", () => {
    const made = (source: string) => tooltipOf(entry({ source }), {}, "en");
    assert.match(made("outside"), /Created outside the editor/);
    assert.match(made("editor"), /Created in the editor/);
    assert.match(made("cli"), /Created on the command line/);
    assert.match(made("restore"), /Created by a restore/);
  });

  it("says that it starts or ends an agent's turn", () => {
    const turn = { kind: "automatic", source: "claude-code" } as const;
    const text = tooltipOf(entry({ ...turn, message: "m1" }), {}, "en");
    assert.match(text, /Automatic.*: Start or end of a Claude Code turn/);
    const said = (role: "user" | "agent") =>
      tooltipOf(entry({ ...turn, message: "m1" }), { role }, "en");
    assert.match(said("user"), /: Start of a Claude Code turn/);
    assert.match(said("agent"), /: End of a Claude Code turn/);
    assert.doesNotMatch(tooltipOf(entry(turn), {}, "en"), /turn/);
  });

  it("lists a few of many skipped files and says how many more", () => {
    const skipped = Array.from({ length: 9 }, (_, i) => ({
      path: `f${i}`,
      reason: "unreadable" as const,
    }));
    const text = tooltipOf(entry({ skipped }), {}, "en");
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

  it("is cut after a word, and a name in its middle", () => {
    assert.equal(shortenAtWord("Add a cart", 10), "Add a cart");
    assert.equal(shortenAtWord("Add a cart, please", 14), "Add a cart…");
    assert.equal(shortenAtWord("Fix café now", 9), "Fix café…");
    assert.equal(
      shortenAtWord("Refactor the router", 18),
      "Refactor the rout…",
    );
    assert.equal(shortenAtWord("src/a/very/long/path", 10), "src/a/ver…");
    assert.equal(shortenAtWord("🙂🙂🙂🙂", 3), "🙂🙂…");
    assert.equal(shortenName("cart.test.js", 12), "cart.test.js");
    assert.equal(shortenName("shopping-cart.test.js", 12), "shoppi…st.js");
  });
});
