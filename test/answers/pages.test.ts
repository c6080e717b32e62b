import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { format } from "oxfmt";
import { answerTables } from "./tables";
import { extensionDeclaration, libraryDeclaration } from "./declaration";
import { jsonPage } from "./jsonPage";
import { repository } from "../helpers/repository";

/**
 * Files that describe the answers, each with the function that generates it from
 * the schemas.
 */
const PAGES: Record<string, (file: string) => string> = {
  "src/cli/answerTables.ts": tablesFile,
  "src/cli/JSON.md": jsonPage,
  "src/extension/checkpoint.d.ts": extensionDeclaration,
  "src/library/checkpoint.d.ts": libraryDeclaration,
};

/** What the command needs from the schemas, without loading zod. */
function tablesFile(): string {
  const tables = Object.entries(answerTables()).map(
    ([name, table]) =>
      `export const ${name}: Readonly<Record<string, Fields>> = ${JSON.stringify(table)};`,
  );
  return [
    "// Generated from src/answers: see test/answers/pages.test.ts.",
    "",
    "/** Fields by name: the type as text, and the meaning. */",
    "export type Fields = Readonly<Record<string, readonly [type: string, what: string]>>;",
    ...tables.flatMap((table) => ["", table]),
  ].join("\n");
}

describe("the pages about answers", function () {
  this.timeout(60_000); // Formatting long tables takes a while.
  for (const [name, make] of Object.entries(PAGES))
    it(`${name} is what the schemas say: run with UPDATE_ANSWERS=1 to write it`, async () => {
      const file = path.join(repository, name);
      const found = fs.readFileSync(file, "utf8");
      const { code: wanted } = await format(name, make(found), {
        printWidth: 80,
      });
      if (process.env["UPDATE_ANSWERS"]) fs.writeFileSync(file, wanted);
      else assert.equal(found, wanted);
    });

  it("have a meaning for every field", () => {
    const { answers, shapes } = answerTables();
    for (const [name, fields] of Object.entries({ ...answers, ...shapes }))
      for (const [field, [, what]] of Object.entries(fields))
        assert.match(what, /^\S.*[^.]$/, `${name}.${field}`);
  });
});
