import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { SHAPES, type Fields } from "../../src/cli/answerShapes";
import { ANSWERS } from "../../src/cli/answers";
import { VERB_NAMES } from "../../src/cli/verbs";
import { repository } from "../helpers/repository";

const page = fs.readFileSync(
  path.join(repository, "src", "cli", "JSON.md"),
  "utf8",
);
const [values = "", verbs = ""] = page
  .slice(page.indexOf("## Values"))
  .split("## Each verb");

describe("JSON.md", () => {
  it("has a row for every verb", () => {
    const named = [...verbs.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([^`]+)`/g)].map(([, verb]) => verb!),
    );
    assert.deepEqual(named.sort(), [...VERB_NAMES].sort());
  });

  it("names the fields that help json names, no more and no less", () => {
    const rows = [
      ...verbs.matchAll(/^\| `([^|]*)` *\| (?:when it ends: )?`(\{.*?\})`/gm),
    ];
    // The others say in words that they answer with one of the parts below.
    assert.equal(rows.length, 25);
    for (const [, cell, document] of rows)
      for (const verb of cell!.split("`, `"))
        if (verb !== "help") same(document!, ANSWERS[verb]!, verb);
    const parts = {
      checkpoint: "Checkpoint",
      plan: "Plan",
      report: "Restored",
      point: "Point",
      diff: "Diff",
    };
    for (const [name, shape] of Object.entries(parts)) {
      const item = values.slice(values.indexOf(`- **${name}**: `));
      same(/`(\{[^`]*\})`/.exec(item)![1]!, SHAPES[shape]!, name);
    }
  });

  it("names every code of an error", () => {
    const codes = /type ErrorCode =([^;]*);/.exec(
      fs.readFileSync(
        path.join(repository, "src", "engine", "model", "errors.ts"),
        "utf8",
      ),
    )![1]!;
    for (const [, code] of codes.matchAll(/"([a-z-]+)"/g))
      assert.ok(page.includes(`\`${code}\``), code);
  });
});

function same(document: string, fields: Fields, of: string): void {
  const names = (all: readonly string[]) =>
    all.map((name) => name.replace("?", "")).sort();
  const wanted = names(Object.keys(fields));
  assert.deepEqual(names(namesIn(document)), wanted, of);
}

/** The names of `{a, b: [{c}], d?}`, without those inside: a, b, d?. */
function namesIn(document: string): string[] {
  let inside = document.slice(1, -1);
  for (let before = ""; before !== inside;)
    [before, inside] = [inside, inside.replace(/\{[^{}]*\}/g, "")];
  return inside.split(",").map((one) => one.split(":")[0]!.trim());
}
