import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { problems } from "../src/engine/model/problems";
import { repository } from "./helpers/repository";

// English is written in `wording/`: code elsewhere throws a problem with data, or asks
// for a text by what it means. Here, a sentence is three consecutive words in a string
// literal, in lower case except for the first initial. A placeholder in a template counts
// as a word if two others are written out. SQL has upper-case keywords and therefore does
// not count.
//
// Not searched: `answers/`, whose texts describe the fields next to them, and `cli/`, whose
// help and lines only the command prints. What it shares with another host is in
// `wording/`, which the last test checks for all rooms.

const srcDir = path.join(repository, "src");
const SEARCHED =
  /^(agents|base|engine|exchange|extension|host|library|mcp|recorder|worker)\//;

/**
 * Files and folders that need to contain sentences, and why. An unneeded entry is an
 * error.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  "engine/model/names.ts":
    "names that are written into the journal are data, made in one place",
  "extension/recording/outsideLabel.ts":
    "names of automatic checkpoints, which are written into the journal too",
  "engine/model/textDiff.ts":
    "the words of git's patch format, which programs read",
  "exchange/gitExport.ts": "the commands of git fast-import",
  "host/checkCommands.ts": "lists of commands",
  "host/onlyReads.ts": "lists of commands",
  "host/scratchIgnored.ts": "lists of folders",
  "agents/voice.ts": "the names of the agents' actions",
  "library/voice.ts": "the names of the library's actions",
  "agents/launcherText.ts": "a shell script",
  "agents/connect/cline.ts": "a shell script",
  "agents/connect/opencodePlugin.ts": "a program",
  "agents/hooks/mistake.ts": "reasons that are only written to the log",
  "agents/tools/": "what a tool answers to a model; people read its questions",
  "mcp/prompts.ts": "prompts for a model",
  "mcp/server.ts": "instructions for a model",
  "mcp/planPage.ts": "a page of its own, which no other host shows",
};

const HOLE = "\u0000";
const WORD = `(?:[A-Za-z][a-z’']*|${HOLE})`;
/** Matched at every position: the words of one match may begin another. */
const THREE = new RegExp(
  `(?<![\\w${HOLE}])(?=(${WORD} ${WORD} ${WORD})(?![\\w${HOLE}]))`,
  "g",
);

describe("English", function () {
  this.timeout(60_000);
  const found = new Map<string, string[]>();
  before(() => {
    for (const file of everySource().filter((one) => SEARCHED.test(one))) {
      const sentences = sentencesIn(file);
      if (sentences.length > 0) found.set(file, sentences);
    }
  });
  const exceptionFor = (file: string) =>
    Object.keys(ALLOWED).find((allowed) =>
      allowed.endsWith("/") ? file.startsWith(allowed) : file === allowed,
    );

  it("is only in wording/, or translated where it is used", () => {
    const wrong = [...found].filter(([file]) => !exceptionFor(file));
    assert.deepEqual(
      wrong,
      [],
      "throw a problem (engine/model/problems.ts) and say it in src/wording/",
    );
  });

  it("has no unneeded exceptions", () => {
    const used = new Set([...found.keys()].map(exceptionFor));
    const unused = Object.keys(ALLOWED).filter((file) => !used.has(file));
    assert.deepEqual(unused, []);
  });

  it("of an agent's tool is never in an error: the editor shows those", () => {
    const wrong = everySource()
      .filter((file) => /^(agents\/tools|mcp)\//.test(file))
      .flatMap((file) =>
        sentencesIn(file, isThrown).map((text) => `${file}: ${text}`),
      );
    assert.deepEqual(wrong, []);
  });

  it("of the command is not also in wording/", () => {
    const shared = new Set(
      everySource()
        .filter((file) => file.startsWith("wording/"))
        .flatMap((file) => sentencesIn(file, () => true)),
    );
    assert.ok(shared.size > 400, `${shared.size} sentences`);
    const twice = everySource()
      .filter((file) => file.startsWith("cli/"))
      .flatMap((file) =>
        sentencesIn(file)
          .filter((text) => shared.has(text))
          .map((text) => `${file}: ${text}`),
      );
    assert.deepEqual(twice, [], "ask wording/ for it");
  });

  it("has no problem that is never thrown", () => {
    const thrown = everySource()
      .filter((file) => !/^(wording\/|engine\/model\/problems\.ts$)/.test(file))
      .map((file) => fs.readFileSync(path.join(srcDir, file), "utf8"))
      .join("\n");
    const unused = Object.keys(problems).filter(
      (name) => !new RegExp(`\\bproblem\\(\\s*"${name}"`).test(thrown),
    );
    assert.deepEqual(unused, []);
  });

  it("would be caught", () => {
    const isSentence = (code: string) => sentencesOf(code).length > 0;
    assert.ok(isSentence('throw x("There is no plan.")'));
    assert.ok(isSentence("const why = `${path} cannot come`"));
    assert.ok(isSentence("const why = `not ${path} now`"));
    assert.ok(isSentence("`${a} ${b} is not`"));
    assert.ok(!isSentence('problem("no-such-folder", { path })'));
    assert.ok(!isSentence('sql.all("SELECT n FROM moment WHERE at > ?")'));
    assert.ok(!isSentence("`${a} ${b} ${c}`"));
    assert.ok(!isSentence('log.warn("the journal was not written")'));
    assert.ok(!isSentence("// There is no plan."));
    assert.ok(!isSentence('vscode.l10n.t("There is no plan.")'));
    assert.ok(!isSentence('z.string().describe("The name of it.")'));
    assert.ok(!isSentence('tool({ description: "Does a " + "few things." })'));
    assert.ok(isSentence('tool({ message: "Does a few things." })'));
    assert.equal(
      sentencesOf('throw new SaidError("io", "It is gone.")', isThrown).length,
      1,
    );
    assert.equal(sentencesOf('say("It is gone.")', isThrown).length, 0);
  });
});

function everySource(): string[] {
  return fs
    .readdirSync(srcDir, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts"))
    .sort();
}

function sentencesIn(file: string, isMeant = isUntranslated): string[] {
  const code = fs.readFileSync(path.join(srcDir, file), "utf8");
  return sentencesOf(code, isMeant);
}

function sentencesOf(code: string, isMeant = isUntranslated): string[] {
  const source = ts.createSourceFile("", code, ts.ScriptTarget.Latest, true);
  const sentences: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null && isSentence(text) && isMeant(node))
      sentences.push(text.replaceAll(HOLE, "${}"));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sentences;
}

/** False for a text that is translated, logged, or describes the declaration around it. */
function isUntranslated(node: ts.Node): boolean {
  return !isLogged(node) && !isTranslated(node) && !isDescription(node);
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  const spans = node.templateSpans.map((span) => HOLE + span.literal.text);
  return node.head.text + spans.join("");
}

function isSentence(text: string): boolean {
  return [...text.matchAll(THREE)].some(
    ([, words = ""]) => words.split(HOLE).length <= 2,
  );
}

/** Returns the function that is called with this text; "" if there is none. */
function calledWith({ parent }: ts.Node): string {
  return parent && ts.isCallExpression(parent)
    ? parent.expression.getText()
    : "";
}

/** True for text written to the log: `log.warn("...", data)`, `hookLog(dir).error("...")`. */
function isLogged(node: ts.Node): boolean {
  return /(^|\.)(log|hookLog\(.*\))\s*\??\.\w+$/s.test(calledWith(node));
}

/** True for `vscode.l10n.t("...")` and `voice.t("...")`. */
function isTranslated(node: ts.Node): boolean {
  return /(^|\.)t$/.test(calledWith(node));
}

/** True for `.describe("...")`, and for the title or description of a tool or a prompt. */
function isDescription(node: ts.Node): boolean {
  let { parent } = node;
  while (parent && ts.isBinaryExpression(parent)) parent = parent.parent; // "a " + "b"
  if (!parent) return false;
  if (ts.isCallExpression(parent))
    return /\.describe$/.test(parent.expression.getText());
  return (
    ts.isPropertyAssignment(parent) &&
    /^(title|description)$/.test(parent.name.getText())
  );
}

/** True for a text inside `new Error(...)`, `new SaidError(...)` or a `throw`. */
function isThrown(node: ts.Node): boolean {
  for (let at = node; at; at = at.parent) {
    if (ts.isThrowStatement(at)) return true;
    if (ts.isNewExpression(at) && /Error$/.test(at.expression.getText()))
      return true;
    if (ts.isFunctionLike(at)) return false;
  }
  return false;
}
