import assert from "node:assert/strict";
import {
  changesText,
  count,
  filesText,
  sizeText,
  someOf,
} from "../../src/wording/counts";
import { fill, plain } from "../../src/wording/voice";

describe("numbers in words", () => {
  it("agree with their noun, thousands grouped", () => {
    assert.equal(count(1, "file"), "1 file");
    assert.equal(count(1234, "file"), "1,234 files");
    assert.equal(count(2, "match", "matches"), "2 matches");
    assert.equal(filesText(1, plain), "1 file");
    assert.equal(filesText(1234, plain), "1,234 files");
  });

  it("of checkpoints and moments are not grouped", () => {
    assert.equal(fill("#{0} @{1}, {1}", 1234, 5678), "#1234 @5678, 5,678");
  });

  it("mention what changed and omit what did not", () => {
    const counts = { added: 2, modified: 0, deleted: 1 };
    assert.equal(changesText(counts, plain), "2 added, 1 deleted");
    const none = { added: 0, modified: 0, deleted: 0 };
    assert.equal(changesText(none, plain), "");
  });

  it("say how many more there are after the first few", () => {
    assert.equal(someOf(["a", "b", "c"], 2, plain), "a, b, and 1 more");
    assert.equal(someOf(["a", "b"], 2, plain), "a, b");
  });

  it("use the largest unit that keeps them short", () => {
    const sizes = [0, 1, 999, 1000, 2048, 300 * 1024 ** 2, 1000 * 1024 ** 2];
    assert.deepEqual(
      sizes.map((bytes) => sizeText(bytes, plain)),
      [
        "0 bytes",
        "1 byte",
        "999 bytes",
        "1.0 KB",
        "2.0 KB",
        "300 MB",
        "1.0 GB",
      ],
    );
  });
});
