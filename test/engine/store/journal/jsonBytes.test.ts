import assert from "node:assert/strict";
import { jsonBytes } from "../../../../src/engine/store/journal/jsonBytes";

describe("a record as bytes", () => {
  const row = (i: number) => [
    `src/é-${i}.ts`,
    0,
    "ff".repeat(32),
    i,
    null,
    1.5,
  ];
  for (const count of [0, 1, 1999, 2000, 2001, 3000, 4001])
    it(`equals its JSON with a list of ${count}`, () => {
      const record = {
        t: "moment",
        thread: undefined,
        'a "key"': { nested: [1, 2] },
        born: Array.from({ length: count }, (_, i) => row(i)),
        died: [],
        blobs: Array.from({ length: count * 2 }, (_, i) => ["x", i]),
        rules: "text\n",
      };
      const text = jsonBytes(record).toString("utf8");
      assert.equal(text, JSON.stringify(record));
    });
});
