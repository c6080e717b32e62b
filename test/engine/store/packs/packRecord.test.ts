import assert from "node:assert/strict";
import zlib from "node:zlib";
import { contentHash } from "../../../../src/engine/store/packs/hash";
import {
  decodeHeader,
  decodeRecord,
  encodeRecord,
  findRecord,
  isIntact,
} from "../../../../src/engine/store/packs/packRecord";
import { unpack } from "../../../../src/engine/store/packs/codec";
import { noise } from "../../../helpers/random";

describe("the records of a pack", () => {
  const contents = [
    Buffer.alloc(0),
    Buffer.from("text ".repeat(200)),
    noise(3000),
    Buffer.from([0]),
  ];
  const blobs = contents.map((bytes) => ({ hash: contentHash(bytes), bytes }));

  it("are read as they were written, alone or in a group", () => {
    for (const group of [blobs, ...blobs.map((blob) => [blob])]) {
      const decoded = decodeRecord(encodeRecord(group));
      assert.deepEqual(
        decoded.map((blob) => blob.hash),
        group.map((blob) => blob.hash),
      );
      decoded.forEach((blob, i) => {
        assert.ok(Buffer.from(blob.bytes).equals(group[i]!.bytes));
        assert.ok(isIntact(blob));
      });
    }
  });

  it("a flipped bit anywhere is noticed", () => {
    const record = encodeRecord(blobs);
    for (let at = 0; at < record.length; at++) {
      const bytes = Buffer.from(record);
      bytes[at]! ^= 1 << (at % 8);
      // Byte 5 has no meaning but is covered by the checksum.
      assert.throws(() => decodeRecord(bytes), `flipped at ${at}`);
    }
  });

  it("a record truncated anywhere is noticed", () => {
    const record = encodeRecord(blobs);
    for (let length = 0; length < record.length; length += 7)
      assert.throws(() => decodeRecord(record.subarray(0, length)));
  });

  it("a header alone gives the length of the record", () => {
    const record = encodeRecord(blobs);
    assert.equal(
      decodeHeader(record.subarray(0, 20))?.totalLength,
      record.length,
    );
    assert.equal(decodeHeader(record.subarray(0, 19)), null);
    assert.equal(findRecord(Buffer.concat([Buffer.from("xx"), record]), 0), 2);
  });

  it("a wrong length does not cause an allocation", () => {
    assert.throws(() => unpack(1, zlib.deflateRawSync(Buffer.alloc(1000)), 10));
    assert.throws(() => unpack(1, Buffer.from("nonsense"), 1 << 30));
    assert.throws(() => unpack(9, Buffer.alloc(4), 4));
  });

  it("contents compressed with zstd can be read if Node has none", () => {
    const text = Buffer.alloc(200, "a");
    // One frame of 200 bytes with one last block: the same byte 200 times.
    const packed = Buffer.from("28b52ffd20c8430600" + "61", "hex");
    assert.ok(Buffer.from(unpack(2, packed, text.length)).equals(text));
  });
});
