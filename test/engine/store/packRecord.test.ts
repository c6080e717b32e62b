import assert from "node:assert/strict";
import crypto from "node:crypto";
import zlib from "node:zlib";
import { contentHash } from "../../../src/engine/store/hash";
import {
  decodeHeader,
  decodeRecord,
  encodeRecord,
  findRecord,
  isIntact,
} from "../../../src/engine/store/packRecord";
import { unpack } from "../../../src/engine/store/codec";

describe("the records of a pack", () => {
  const contents = [
    Buffer.alloc(0),
    Buffer.from("text ".repeat(200)),
    crypto.randomBytes(3000),
    Buffer.from([0]),
  ];
  const blobs = contents.map((bytes) => ({ hash: contentHash(bytes), bytes }));

  it("come back as they were written, alone or in a group", () => {
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
      // Byte 5 says nothing and is covered by the checksum all the same.
      assert.throws(() => decodeRecord(bytes), `flipped at ${at}`);
    }
  });

  it("a record cut anywhere is noticed", () => {
    const record = encodeRecord(blobs);
    for (let length = 0; length < record.length; length += 7)
      assert.throws(() => decodeRecord(record.subarray(0, length)));
  });

  it("a header alone tells how long the record is", () => {
    const record = encodeRecord(blobs);
    assert.equal(
      decodeHeader(record.subarray(0, 20))?.totalLength,
      record.length,
    );
    assert.equal(decodeHeader(record.subarray(0, 19)), null);
    assert.equal(findRecord(Buffer.concat([Buffer.from("xx"), record]), 0), 2);
  });

  it("a length that is not true is no allocation", () => {
    assert.throws(() => unpack(1, zlib.deflateRawSync(Buffer.alloc(1000)), 10));
    assert.throws(() => unpack(1, Buffer.from("nonsense"), 1 << 30));
    assert.throws(() => unpack(9, Buffer.alloc(4), 4));
  });

  it("contents packed with zstd are read where Node has none", () => {
    const text = Buffer.alloc(200, "a");
    // One frame, 200 bytes long, with one last block: 200 times the same byte.
    const packed = Buffer.from("28b52ffd20c8430600" + "61", "hex");
    assert.ok(Buffer.from(unpack(2, packed, text.length)).equals(text));
  });
});
