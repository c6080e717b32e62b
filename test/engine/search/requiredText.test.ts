import assert from "node:assert/strict";
import fc from "../../helpers/generated";
import { requiredText } from "../../../src/engine/search/requiredText";

describe("required text", () => {
  const cases: [string, string | null][] = [
    ["needle", "needle"],
    ["[a-z]+Needle\\d+", "Needle"],
    ["foo\\.bar", "foo.bar"],
    ["foo\\s+function", "function"],
    ["foo|bar", null],
    ["(needle)?", null],
    ["(needle)x", null],
    ["needles?", "needle"],
    ["needles*x", "needle"],
    ["needles+end", "needles"],
    ["need{0,2}les", "nee"],
    ["needle{2}", "needl"],
    ["a{b needle", "b needle"],
    ["ab", null],
    ["[needle]", null],
    ["[\\]needle]x", null],
    ["(?!needle)abc", "abc"],
    ["\\x6eeedle", null],
    ["\\bword\\b", "word"],
    ["^start", "start"],
    ["need😀?le", "need"],
    ["", null],
  ];
  for (const [source, expected] of cases)
    it(`of /${source}/ is ${JSON.stringify(expected)}`, () => {
      assert.equal(requiredText(source), expected);
    });

  it("is in every match of any expression", () => {
    const piece = fc.constantFrom(
      ...["abc", "abd", "xyz", "a", "b", ".", "\\.", "[ab]", "[^a\\]]", "\\w"],
      ...["\\s", "(", "(?:", ")", "*", "+", "?", "{2}", "{0,1}", "{1,}", "+?"],
      ...["\\b", "^", "$", "|", "\\(", "(?=", "(?!", "{", "}", "]"],
    );
    const text = fc
      .array(
        fc.constantFrom("abc", "abd", "xyz", "a", "b", " ", ".", "{", "("),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join(""));
    let matched = 0;
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 8 }),
        fc.array(text, { minLength: 5, maxLength: 5 }),
        (pieces, texts) => {
          const source = pieces.join("");
          const expression = tryCompile(source);
          const required = expression && requiredText(source);
          if (!required) return;
          for (const one of texts) {
            const match = expression.exec(one);
            if (!match) continue;
            matched++;
            assert.ok(one.includes(required), `/${source}/ in ${one}`);
          }
        },
      ),
      { numRuns: 20_000 },
    );
    assert.ok(matched > 100, `only ${matched} matches`);
  });
});

function tryCompile(source: string): RegExp | null {
  try {
    return new RegExp(source, "m");
  } catch {
    return null;
  }
}
