import fs from "node:fs";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";
import { realDisk } from "../base/realDisk";
import type { Run } from "../engine/api";
import { diskError } from "../engine/model/diskError";
import { problem } from "../engine/model/errors";
import { defaultSettings } from "../engine/model/settings";
import { isSymlink } from "../engine/model/version";
import { withProgress, type Entry } from "./entries";
import type { Export } from "./exportOf";
import { createAtomically } from "./createAtomically";
import { mustFit, withScratchFile, type Room } from "./scratchFile";
import { readTar, tarHeader, tarPadding, TAR_END, type TarMember } from "./tar";

/**
 * Writes a state to a new `.tar`, `.tar.gz` or `.tgz`. If writing fails, no archive is left
 * behind.
 */
export async function exportArchive(
  state: Export,
  file: string,
  run?: Run,
): Promise<void> {
  await createAtomically(file, async (temp) => {
    const out = fs.createWriteStream(temp, { flags: "wx", flush: true });
    const chunks = Readable.from(tarChunks(state, run), { objectMode: false });
    try {
      if (/\.tar$/i.test(file)) await pipeline(chunks, out);
      else await pipeline(chunks, zlib.createGzip(), out);
    } catch (error) {
      throw diskError(error, "write", file);
    }
  });
}

function* tarChunks(state: Export, run: Run | undefined): Generator<Buffer> {
  const mtime = Date.parse(state.createdAt) / 1000;
  for (const { path: name, mode, read } of withProgress(
    state.entries,
    "write",
    run,
  )) {
    const bytes = Buffer.from(read());
    const target = isSymlink(mode) ? bytes : null;
    yield tarHeader(name, mode, bytes.length, target, mtime);
    if (target === null && bytes.length > 0) {
      yield bytes;
      yield tarPadding(bytes.length);
    }
  }
  yield TAR_END;
}

/**
 * Calls `use` with an archive's members as entries. A compressed archive is first unpacked
 * into one temporary file, which is removed afterwards; a plain tar is read in place.
 * Members are never extracted to separate files.
 */
export async function withArchiveEntries<T>(
  file: string,
  use: (entries: Entry[], skipped: string[]) => T,
  quotaBytes = defaultSettings.maxStoreSizeBytes,
): Promise<T> {
  const useMembers = (fd: number) => {
    const { entries, skipped } = membersOf(fd);
    return use(entries, skipped);
  };
  return isGzip(file)
    ? withScratchFile(quotaBytes, async (fd, room) => {
        await unpack(file, fd, room);
        return useMembers(fd);
      })
    : withOpenFile(file, useMembers);
}

async function withOpenFile<T>(
  file: string,
  use: (fd: number) => T,
): Promise<T> {
  const fd = openToRead(file);
  try {
    return await use(fd);
  } finally {
    fs.closeSync(fd);
  }
}

async function unpack(file: string, fd: number, room: Room): Promise<void> {
  let bytes = 0;
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        // A small archive can unpack to an arbitrary size (a zip bomb), so check as it grows.
        mustFit((bytes += chunk.length), room, file);
        realDisk.write(fd, chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const packed = fs.createReadStream(file);
  try {
    await pipeline(packed, zlib.createGunzip(), out);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!code.startsWith("Z_")) throw diskError(error, "unpack", file);
    throw problem("archive-unpacked", { file }, error);
  }
}

function isGzip(file: string): boolean {
  const fd = openToRead(file);
  try {
    const magic = Buffer.alloc(2);
    return fs.readSync(fd, magic) === 2 && magic.readUInt16BE() === 0x1f8b;
  } finally {
    fs.closeSync(fd);
  }
}

function openToRead(file: string): number {
  try {
    return fs.openSync(file, "r");
  } catch (error) {
    throw diskError(error, "read", file);
  }
}

function membersOf(fd: number): { entries: Entry[]; skipped: string[] } {
  const read = (offset: number, length: number) => {
    const buffer = Buffer.alloc(length);
    let done = 0;
    while (done < length) {
      const n = fs.readSync(fd, buffer, done, length - done, offset + done);
      if (n === 0) break;
      done += n;
    }
    return buffer.subarray(0, done);
  };
  // As in tar, a later member with the same name replaces the earlier one.
  const entries = new Map<string, Entry>();
  const skipped: string[] = [];
  for (const member of readTar(read)) {
    const entry = entryOf(member, read);
    if (entry) entries.set(member.path, entry);
    else skipped.push(member.path);
  }
  return { entries: [...entries.values()], skipped };
}

function entryOf(
  { path: name, mode, content }: TarMember,
  read: (offset: number, length: number) => Buffer,
): Entry | null {
  if (content === null) return null;
  if ("target" in content)
    return { path: name, mode, read: () => content.target };
  const { offset, sizeBytes } = content;
  return { path: name, mode, sizeBytes, read: () => read(offset, sizeBytes) };
}
