import assert from "node:assert/strict";
import fc from "../../helpers/generated";
import { Minimatch } from "minimatch";
import { defaultSettings } from "../../../src/engine/model/settings";
import { Rules } from "../../../src/engine/workspace/rules";
import { nothingTracked } from "../../../src/engine/workspace/tracked";

const names = ["node_modules", ".cache", "Thumbs.db", "a", "node", "x.cache"];
const path = fc
  .array(fc.constantFrom(...names, "node_modulesx", "ode_modules", "é"), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join("/"));
const glob = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom("", "/**"))
  .map(([name, below]) => `**/${name}${below}`);

describe("exclude globs of one plain name", () => {
  it("match what minimatch matches", () => {
    fc.assert(
      fc.property(path, glob, (path, glob) => {
        const rules = new Rules({ ...defaultSettings, exclude: [glob] });
        const options = { dot: true };
        const isOut =
          new Minimatch(glob, options).match(path) ||
          new Minimatch(glob.replace(/\/\*\*$/, ""), options).match(path);
        const isTaken = rules.takes(path, "all", null, nothingTracked);
        assert.equal(isTaken, !isOut, `${glob} ${path}`);
      }),
      { numRuns: 2000 },
    );
  });
});
