import assert from "node:assert/strict";
import { withUtf8Mark } from "../../../src/extension/documents/utf8Mark";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

describe("the UTF-8 byte order mark", () => {
  it("is prepended to a text, even an empty one", () => {
    assert.deepEqual(
      withUtf8Mark(bytes("caf\u00e9")),
      bytes("\uFEFFcaf\u00e9"),
    );
    assert.deepEqual(withUtf8Mark(bytes("")), bytes("\uFEFF"));
  });

  it("is not prepended twice", () => {
    const marked = bytes("\uFEFFa");
    assert.equal(withUtf8Mark(marked), marked);
    // Half a byte order mark is not one.
    const half = Uint8Array.of(0xef, 0xbb);
    assert.equal(withUtf8Mark(half).byteLength, 5);
  });
});
