import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { realDisk } from "../../../../src/base/realDisk";
import { layoutOf } from "../../../../src/engine/store/layout";
import { contentHash } from "../../../../src/engine/store/packs/hash";
import { PackReader } from "../../../../src/engine/store/packs/packReader";
import { PackWriter } from "../../../../src/engine/store/packs/packWriter";
import { noise } from "../../../helpers/random";

describe("reading announced contents", () => {
  const text = (words: number) =>
    Buffer.from("a few words, again ".repeat(words));
  /** The beginning of the group compresses much better, much worse, or like the rest. */
  const groups = [
    [text(900), text(800), noise(9000), noise(9000), noise(20)],
    [noise(9000), noise(9000), text(900), text(800), Buffer.alloc(0)],
    Array.from({ length: 12 }, (_, n) => text(100 + n)),
  ];
  let dir: string;
  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-packs-"));
  });
  afterEach(() => fs.rmSync(dir, { recursive: true }));

  for (const [which, group] of groups.entries())
    it(`finds each of them, and others, in any order: group ${which}`, () => {
      const layout = layoutOf(dir);
      fs.mkdirSync(path.dirname(layout.pack(1)), { recursive: true });
      const writer = new PackWriter(realDisk, layout, 1, () => 2);
      for (const bytes of group)
        writer.add({ hash: contentHash(bytes), bytes });
      const stored = writer.finish();
      const reader = new PackReader(realDisk, layout);
      try {
        for (let last = 0; last < stored.length; last++) {
          reader.reset();
          reader.expect([stored[last]!, stored[0]!]);
          for (const place of [stored[0]!, stored[last]!, ...stored]) {
            const blob = reader.read(place)!;
            assert.equal(blob.hash, place.hash);
            assert.equal(contentHash(blob.bytes), place.hash, `up to ${last}`);
          }
        }
      } finally {
        reader.reset();
      }
    });
});
