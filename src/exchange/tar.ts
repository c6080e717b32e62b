import type { CheckpointError } from "../engine/model/errors";
import { problem } from "../engine/model/errors";
import type { ProblemData } from "../engine/model/problems";
import { SYMLINK, isSymlink } from "../engine/model/version";
import { utf8Name } from "./entries";

/**
 * The subset of tar that files and symlinks need: ustar headers, pax records for values
 * that do not fit them, and, when reading, GNU long names. We wrote it ourselves because
 * only the headers are needed: tar libraries extract to disk, which is where their
 * vulnerabilities are and what we never do.
 */
const BLOCK = 512;

export interface TarMember {
  path: string;
  mode: number;
  /**
   * Where a file's bytes are, or a symlink's target. Null for other types, and for names
   * that are not UTF-8.
   */
  content: { offset: number; sizeBytes: number } | { target: Buffer } | null;
}

/** Returns a member's header. The caller writes its content and `tarPadding` after it. */
export function tarHeader(
  path: string,
  mode: number,
  sizeBytes: number,
  target: Uint8Array | null,
  mtimeSeconds: number,
): Buffer {
  const name = Buffer.from(path);
  const link = target ? Buffer.from(target) : Buffer.alloc(0);
  const size = target ? 0 : sizeBytes;
  const pax: Buffer[] = [];
  if (!fits(name)) pax.push(paxRecord("path", name));
  if (!fits(link)) pax.push(paxRecord("linkpath", link));
  if (size > 0o77777777777)
    pax.push(paxRecord("size", Buffer.from(String(size))));
  const header = ustar({
    name: name.subarray(0, 100),
    mode: isSymlink(mode) ? 0o777 : mode,
    size: size > 0o77777777777 ? 0 : size,
    type: target ? "2" : "0",
    link: link.subarray(0, 100),
    mtime: mtimeSeconds,
  });
  if (pax.length === 0) return header;
  const records = Buffer.concat(pax);
  const extended = ustar({
    name: Buffer.from("PaxHeaders/checkpoint"),
    mode: 0o644,
    size: records.length,
    type: "x",
    link: Buffer.alloc(0),
    mtime: mtimeSeconds,
  });
  return Buffer.concat([extended, records, tarPadding(records.length), header]);
}

export function tarPadding(sizeBytes: number): Buffer {
  return Buffer.alloc((BLOCK - (sizeBytes % BLOCK)) % BLOCK);
}

export const TAR_END = Buffer.alloc(2 * BLOCK);

/**
 * Yields the members of a tar. `read` returns the bytes at an offset, fewer at the end of
 * the file.
 */
export function* readTar(
  read: (offset: number, length: number) => Buffer,
): Generator<TarMember> {
  let at = 0;
  let pax = new Map<string, Buffer>();
  let longName: Buffer | null = null;
  let longLink: Buffer | null = null;
  // Keyed by the raw bytes of the name: a hard link with a UTF-8 name may point to a member
  // without one.
  const known = new Map<string, Omit<TarMember, "path">>();
  for (;;) {
    const header = read(at, BLOCK);
    if (header.length === 0 || isZero(header)) return;
    checkHeader(header, at);
    const type = String.fromCharCode(header[156]!);
    const declared = pax.get("size");
    const size = declared
      ? Number(declared.toString())
      : number(header, 124, 12);
    if (!Number.isSafeInteger(size) || size < 0) throw broken(at, "size");
    const offset = type === "S" ? afterSparseMap(header, at, read) : at + BLOCK;
    at = offset + Math.ceil(size / BLOCK) * BLOCK;
    if (type === "x" || type === "L" || type === "K") {
      if (size > 1024 * 1024) throw broken(offset, "name-too-long");
      const bytes = read(offset, size);
      if (bytes.length < size) throw broken(offset, "no-end");
      if (type === "x") pax = paxRecords(bytes, offset);
      else if (type === "L") longName = untilZero(bytes);
      else longLink = untilZero(bytes);
      continue;
    }
    if (type === "g") continue;
    const name =
      pax.get("GNU.sparse.name") ??
      pax.get("path") ??
      longName ??
      ustarName(header);
    const isSparse =
      type === "S" ||
      [...pax.keys()].some((key) => key.startsWith("GNU.sparse."));
    const target =
      pax.get("linkpath") ?? longLink ?? untilZero(header.subarray(157, 257));
    [pax, longName, longLink] = [new Map<string, Buffer>(), null, null];
    const path = withoutLeadingDot(name.toString("utf8"));
    if (type === "5" || path === "" || path === ".") continue;
    const mode = number(header, 100, 8) & 0o777;
    const isFile = type === "0" || type === "\0" || type === "7";
    if (
      (isFile || isSparse) &&
      size > 0 &&
      read(offset + size - 1, 1).length === 0
    )
      throw broken(offset, "no-end");
    let member: Omit<TarMember, "path"> = { mode, content: null };
    if (isFile && !isSparse)
      member = { mode, content: { offset, sizeBytes: size } };
    else if (type === "2") member = { mode: SYMLINK, content: { target } };
    else if (type === "1") member = known.get(nameKey(target)) ?? member;
    known.set(nameKey(name), member);
    if (utf8Name(name) === null) yield { path, mode, content: null };
    else yield { path, ...member };
  }
}

/**
 * Returns the offset of a GNU sparse file's content, which follows any extra blocks of its
 * sparse map.
 */
function afterSparseMap(
  header: Buffer,
  at: number,
  read: (offset: number, length: number) => Buffer,
): number {
  let offset = at + BLOCK;
  for (let isExtended = header[482]; isExtended; offset += BLOCK) {
    const block = read(offset, BLOCK);
    if (block.length < BLOCK) throw broken(offset, "no-end");
    isExtended = block[504];
  }
  return offset;
}

function nameKey(name: Buffer): string {
  return withoutLeadingDot(name.toString("latin1"));
}

/** Removes the `./` that `tar c .` puts before every name. */
function withoutLeadingDot(name: string): string {
  return name.replace(/^(\.\/)+/, "");
}

/** True if the name fits a ustar header and every tar reads it the same way there. */
function fits(name: Buffer): boolean {
  return (
    name.length <= 100 && name.every((byte) => byte >= 0x20 && byte < 0x7f)
  );
}

function ustar(fields: {
  name: Buffer;
  mode: number;
  size: number;
  type: string;
  link: Buffer;
  mtime: number;
}): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    block.write(value.toString(8).padStart(digits, "0"), at, "latin1");
  fields.name.copy(block, 0);
  octal(fields.mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(fields.size, 124, 11);
  octal(Math.max(0, Math.floor(fields.mtime)), 136, 11);
  block.fill(" ", 148, 156);
  block.write(fields.type, 156, "latin1");
  fields.link.copy(block, 157);
  block.write("ustar\0" + "00", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(sum.toString(8).padStart(6, "0") + "\0 ", 148, "latin1");
  return block;
}

/** Returns a pax record: its own length, a space, key=value, a line feed. */
function paxRecord(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([
    Buffer.from(` ${key}=`),
    value,
    Buffer.from("\n"),
  ]);
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length)
    length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

function paxRecords(bytes: Buffer, offset: number): Map<string, Buffer> {
  const records = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString("latin1", at, space));
    const equals = bytes.indexOf(0x3d, space);
    const end = at + length;
    if (
      space < 0 ||
      !(length > 0) ||
      equals < 0 ||
      equals > end ||
      end > bytes.length
    )
      throw broken(offset, "record");
    records.set(
      bytes.toString("latin1", space + 1, equals),
      bytes.subarray(equals + 1, end - 1),
    );
    at = end;
  }
  return records;
}

function checkHeader(header: Buffer, at: number): void {
  if (header.length < BLOCK) throw broken(at, "no-end");
  const expected = number(header, 148, 8);
  let sum = 0;
  for (let i = 0; i < BLOCK; i++)
    sum += i >= 148 && i < 156 ? 0x20 : header[i]!;
  if (sum !== expected) throw broken(at, "header");
}

/** Reads a numeric field: octal digits, or base 256 if its highest bit is set. */
function number(header: Buffer, at: number, length: number): number {
  if (header[at]! & 0x80) {
    let value = header[at]! & 0x7f;
    for (let i = 1; i < length; i++) value = value * 256 + header[at + i]!;
    return value;
  }
  const digits = header
    .toString("latin1", at, at + length)
    .replace(/[\0 ]+$/, "")
    .trim();
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

function ustarName(header: Buffer): Buffer {
  const name = untilZero(header.subarray(0, 100));
  const isUstar = header.toString("latin1", 257, 263) === "ustar\0";
  const prefix = isUstar
    ? untilZero(header.subarray(345, 500))
    : Buffer.alloc(0);
  return prefix.length > 0
    ? Buffer.concat([prefix, Buffer.from("/"), name])
    : name;
}

function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end));
}

function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}

function broken(
  at: number,
  fault: ProblemData<"bad-archive">["fault"],
): CheckpointError {
  return problem("bad-archive", { offset: at, fault });
}
