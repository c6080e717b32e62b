import fs from "node:fs";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";
import { realDisk } from "../../base/disk";
import type { Run } from "../api";
import { diskError } from "../model/diskError";
import { CheckpointError } from "../model/errors";
import { defaultSettings } from "../model/settings";
import { isSymlink } from "../model/version";
import { withProgress, type Entry, type Export } from "./entries";
import { place } from "./place";
import { mustFit, withScratchFile, type Room } from "./scratchFile";
import { readTar, tarHeader, tarPadding, TAR_END, type TarMember } from "./tar";

/** Writes a state into a new `.tar`, `.tar.gz` or `.tgz`, all of it or nothing. */
export async function exportArchive(
  state: Export,
  file: string,
  run?: Run,
): Promise<void> {
  await place(file, async (temp) => {
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
 * Gives the members of an archive as entries to `use`. It is unpacked to one
 * temporary file first, which is read as it is needed and removed afterwards:
 * members never become files of their own.
 */
export function withArchiveEntries<T>(
  file: string,
  use: (entries: Entry[], skipped: string[]) => T,
  quotaBytes = defaultSettings.maxStoreSizeBytes,
): Promise<T> {
  return withScratchFile(quotaBytes, async (fd, room) => {
    await unpack(file, fd, room);
    const { entries, skipped } = membersOf(fd);
    return use(entries, skipped);
  });
}

async function unpack(file: string, fd: number, room: Room): Promise<void> {
  const isPacked = isGzip(file);
  let bytes = 0;
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        // A few bytes can unpack to any number of them.
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
    if (isPacked) await pipeline(packed, zlib.createGunzip(), out);
    else await pipeline(packed, out);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!code.startsWith("Z_")) throw diskError(error, "unpack", file);
    throw new CheckpointError(
      "damaged",
      `${file} cannot be unpacked. Nothing was imported.`,
      {
        hint: "Get the archive again; it was cut off or changed on the way.",
        cause: error,
      },
    );
  }
}

function isGzip(file: string): boolean {
  let fd: number;
  try {
    fd = fs.openSync(file, "r");
  } catch (error) {
    throw diskError(error, "read", file);
  }
  try {
    const magic = Buffer.alloc(2);
    return fs.readSync(fd, magic) === 2 && magic.readUInt16BE() === 0x1f8b;
  } finally {
    fs.closeSync(fd);
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
  // A later member of the same name replaces the earlier, as tar has it.
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
