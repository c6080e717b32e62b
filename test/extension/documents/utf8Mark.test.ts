import assert from "node:assert/strict";
import { withUtf8Mark } from "../../../src/extension/documents/utf8Mark";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

describe("the mark of UTF-8", () => {
  it("is put before a text, also before an empty one", () => {
    assert.deepEqual(
      withUtf8Mark(bytes("caf\u00e9")),
      bytes("\uFEFFcaf\u00e9"),
    );
    assert.deepEqual(withUtf8Mark(bytes("")), bytes("\uFEFF"));
  });

  it("is not put twice", () => {
    const marked = bytes("\uFEFFa");
    assert.equal(withUtf8Mark(marked), marked);
    // Half a mark is none.
    const half = Uint8Array.of(0xef, 0xbb);
    assert.equal(withUtf8Mark(half).byteLength, 5);
  });
});
