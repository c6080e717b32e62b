import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { conversationText } from "../../../src/extension/lineAuthors/conversationText";
import {
  colorValue,
  markImage,
  shapeOf,
  type ColorDefaults,
} from "../../../src/extension/lineAuthors/gutterMark";
import {
  hoverText,
  noteText,
  sharesText,
} from "../../../src/extension/lineAuthors/lineText";
import { repository } from "../../helpers/repository";
import { lineVersion } from "./lineVersion";

const time = {
  now: Date.parse("2026-11-16T10:05:00Z"),
  locale: "en",
  format: "relative",
} as const;

describe("the note behind a line", () => {
  it("says who, when and after which prompt, in one line", () => {
    const by = lineVersion({ prompt: "Parse\ndates too", model: "gpt-9" });
    assert.equal(
      noteText({ text: "x", by }, time),
      "Codex · 5 min ago · “Parse dates too”",
    );
  });

  it("does not date what is unsaved or older than the history", () => {
    assert.equal(noteText({ text: "x", by: null }, time), "You (unsaved)");
    const unsaved = lineVersion({ source: "editor", unsaved: true });
    assert.equal(noteText({ text: "x", by: unsaved }, time), "You (unsaved)");
    const older = lineVersion({ source: null, age: "older" });
    assert.equal(
      noteText({ text: "x", by: older }, time),
      "Older than the history",
    );
  });
});

describe("the hover of a line", () => {
  it("shows a prompt as text: no link, image or icon of it is one", () => {
    const prompt = "see [x](command:evil) $(bug) <img src=x>";
    const text = hoverText(
      { text: "x", by: lineVersion({ prompt, model: "gpt-9" }) },
      "circuit-board",
      "en",
    );
    assert.match(text, /^\$\(circuit\\?-board\) \*\*Codex \\\(gpt\\-9\\\)\*\*/);
    assert.doesNotMatch(text, /[^\\]\]\(command|[^\\]<img|[^\\]\$\(bug/);
    assert.match(text, /First in checkpoint \\#2/);
  });

  it("says why a line has no author", () => {
    const by = lineVersion({ source: null, age: "thinned" });
    assert.match(hoverText({ text: "x", by }, undefined, "en"), /save space/);
  });
});

describe("the legend", () => {
  it("names each author with the share", () => {
    const shares = [
      { source: "editor", lines: 6, percent: 60 },
      { source: null, lines: 4, percent: 40 },
    ];
    assert.equal(sharesText(shares), "You 60%, Older 40%");
  });
});

describe("the mark beside a line", () => {
  it("has a shape of its own for agents, the person, unsaved text and the unknown", () => {
    assert.equal(shapeOf("codex", false), "bar");
    assert.equal(shapeOf("editor", false), "line");
    assert.equal(shapeOf("editor", true), "frame");
    for (const source of ["outside", "git", "restore"])
      assert.equal(shapeOf(source, false), "dots");
  });

  it("has the theme's colour, or the person's own", () => {
    const { contributes } = JSON.parse(
      fs.readFileSync(path.join(repository, "package.json"), "utf8"),
    ) as {
      contributes: { colors: { id: string; defaults: ColorDefaults }[] };
    };
    const id = "checkpoint.author.codex";
    const value = (own: Record<string, unknown>) =>
      colorValue(id, "highContrastLight", contributes.colors, own);
    assert.equal(value({}), "#00524A");
    assert.equal(value({ [id]: "#123456" }), "#123456");
    assert.equal(value({ [id]: '"/><script>' }), "#00524A");
    const image = markImage("bar", "#123456").split(",")[1] ?? "";
    assert.match(Buffer.from(image, "base64").toString(), /fill="#123456"/);
  });
});

describe("a conversation as text", () => {
  it("leaves out deleted messages, and finds one by its id", () => {
    const message = (id: string, role: "user" | "agent", deleted = false) => ({
      ...{ id, thread: "t", index: 0, role, text: `${id}\nsaid`, deleted },
      ...{ at: "2026-11-16T10:00:00Z", moment: 1, checkpoint: null },
    });
    const { text, line } = conversationText(
      {
        ...{ id: "t", title: "Dates", source: "codex", folder: "f" },
        ...{ createdAt: "", updatedAt: "", deletedMessages: 1 },
        messages: [
          message("m1", "user"),
          message("m2", "agent", true),
          message("m3", "agent"),
        ],
      },
      "m3",
      "en",
    );
    const lines = text.split("\n");
    assert.equal(lines[0], "# Dates");
    assert.match(lines[line]!, /^## Codex · /);
    assert.doesNotMatch(text, /m2/);
  });
});
