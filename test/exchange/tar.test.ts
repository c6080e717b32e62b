import assert from "node:assert/strict";
import fc from "../helpers/generated";
import { CheckpointError } from "../../src/engine/model/errors";
import { SYMLINK } from "../../src/engine/model/version";
import {
  readTar,
  tarHeader,
  tarPadding,
  TAR_END,
  type TarMember,
} from "../../src/exchange/tar";

interface File {
  path: string;
  mode: number;
  bytes: Buffer;
}

function pack(files: readonly File[]): Buffer {
  const parts = files.flatMap(({ path, mode, bytes }) => {
    const target = mode === SYMLINK ? bytes : null;
    const header = tarHeader(path, mode, bytes.length, target, 1_700_000_000);
    return target ? [header] : [header, bytes, tarPadding(bytes.length)];
  });
  return Buffer.concat([...parts, TAR_END]);
}

const members = (tar: Buffer): TarMember[] => [
  ...readTar((offset, length) => tar.subarray(offset, offset + length)),
];

function unpack(tar: Buffer): File[] {
  return members(tar).map(({ path, mode, content }) => {
    assert.ok(content);
    const bytes =
      "target" in content
        ? content.target
        : tar.subarray(content.offset, content.offset + content.sizeBytes);
    return { path, mode, bytes: Buffer.from(bytes) };
  });
}

/** Changes the type in a member's header and corrects the checksum. */
function ofType(type: string, header: Buffer): Buffer {
  header.write(type, 156);
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(sum.toString(8).padStart(6, "0") + "\0 ", 148);
  return header;
}

describe("tar", () => {
  it("round-trips any names and bytes", () => {
    const name = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 150 })
      .filter((text) => !/[\0]|^\.\/|^\.$/.test(text) && text.isWellFormed());
    const file = fc.record({
      path: name,
      mode: fc.oneof(fc.integer({ min: 0, max: 0o777 }), fc.constant(SYMLINK)),
      bytes: fc
        .uint8Array({ maxLength: 2000 })
        .map((bytes) => Buffer.from(bytes)),
    });
    fc.assert(
      fc.property(fc.array(file), (files) => {
        // A link's target ends at the first zero byte, as on every disk.
        const wanted = files.map((f) => ({
          ...f,
          bytes:
            f.mode === SYMLINK
              ? Buffer.from(f.bytes.filter((byte) => byte !== 0))
              : f.bytes,
        }));
        assert.deepEqual(unpack(pack(wanted)), wanted);
      }),
    );
  });

  it("refuses a truncated or changed archive and never reads beyond its end", () => {
    const whole = pack([
      { path: "a".repeat(120), mode: 0o644, bytes: Buffer.alloc(1500, 7) },
      { path: "b", mode: 0o644, bytes: Buffer.from("text") },
    ]);
    for (const length of [100, 511, 513, 1100, 1600, 2500]) {
      const cut = whole.subarray(0, length);
      assert.throws(
        () => members(cut),
        (error) => CheckpointError.is(error, "damaged"),
        `cut at ${length}`,
      );
    }
    const flipped = Buffer.from(whole);
    flipped[10]! ^= 1;
    assert.throws(
      () => members(flipped),
      (error) => CheckpointError.is(error, "damaged"),
    );
  });

  it("lists members other than files and symlinks without content", () => {
    const fifo = ofType("6", tarHeader("pipe", 0o644, 0, null, 0));
    assert.deepEqual(members(Buffer.concat([fifo, TAR_END])), [
      { path: "pipe", mode: 0o644, content: null },
    ]);
  });

  it("skips the map of a sparse file, however long, and refuses a truncated one", () => {
    const header = tarHeader("holes", 0o644, 3, null, 0);
    header[482] = 1;
    const [more, last] = [Buffer.alloc(512, 1), Buffer.alloc(512, 1)];
    last[504] = 0;
    const bytes = Buffer.from("abc");
    const sparse = [ofType("S", header), more, last, bytes, tarPadding(3)];
    const after = { path: "after", mode: 0o644, bytes: Buffer.from("x") };
    const whole = Buffer.concat([...sparse, pack([after])]);
    assert.deepEqual(
      members(whole).map(({ path, content }) => [path, content !== null]),
      [
        ["holes", false],
        ["after", true],
      ],
    );
    for (const length of [512, 1000, 1024, 1500, 1536])
      assert.throws(
        () => members(whole.subarray(0, length)),
        (error) => CheckpointError.is(error, "damaged"),
        `cut at ${length}`,
      );
  });
});
