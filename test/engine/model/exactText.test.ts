import assert from "node:assert/strict";
import fc from "../../helpers/generated";
import { exactBytes, exactText } from "../../../src/engine/model/exactText";

describe("exactText", () => {
  it("decodes UTF-8 as usual", () => {
    const text = "naïve 日本 😀\r\n\ufeff";
    assert.equal(exactText(Buffer.from(text)), text);
  });

  it("keeps the readable part of Latin-1 readable", () => {
    const text = exactText(Buffer.from("caf\xe9 au lait", "latin1"));
    assert.equal(text, "caf\udce9 au lait");
  });

  it("round-trips any bytes, also through JSON", () => {
    const pieces = fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc.string({ unit: "binary", maxLength: 4 }).map((s) => Buffer.from(s)),
      // What UTF-8 forbids: overlong forms, surrogates, beyond Unicode, truncated.
      fc.constantFrom(
        ...["c080", "eda080", "edb280", "f4908080", "f09f98", "e282", "ff"].map(
          (hex) => Buffer.from(hex, "hex"),
        ),
      ),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const bytes = Buffer.concat(parts);
        const text = JSON.parse(JSON.stringify(exactText(bytes))) as string;
        assert.deepEqual(Buffer.from(exactBytes(text)), bytes);
      }),
      { numRuns: 1000 },
    );
  });
});
