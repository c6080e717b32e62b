import fs from "node:fs";
import { realDisk } from "../base/realDisk";
import type { CheckpointError } from "../engine/model/errors";
import { problem } from "../engine/model/errors";
import { defaultSettings } from "../engine/model/settings";
import { SYMLINK } from "../engine/model/version";
import { type Entry, utf8Name } from "./entries";
import { commitOf } from "./gitExport";
import {
  bytesInRepository,
  openRepository,
  startGit,
  untilDrained,
  type GitRepository,
} from "./git";
import { mustFit, withScratchFile } from "./scratchFile";

interface Blob {
  path: string;
  mode: number;
  object: string;
}

/**
 * Calls `use` with the files of a commit as entries. Their contents are kept in one
 * temporary file meanwhile.
 */
export async function withGitEntries<T>(
  source: { repository: string; ref: string },
  use: (entries: Entry[], skipped: string[]) => T,
  quotaBytes = defaultSettings.maxStoreSizeBytes,
): Promise<T> {
  const repository = await openRepository(source.repository);
  const commit = await commitOf(repository, source.ref);
  if (commit === null) throw problem("unknown-commit", { ref: source.ref });
  const { blobs, skipped } = await listTree(repository, commit);
  return withScratchFile(quotaBytes, async (fd, room) => {
    const places = await fetchContents(repository, blobs, fd, (bytes) =>
      mustFit(bytes, room, `“${source.ref}”`),
    );
    const entries = blobs.map(({ path, mode, object }) => {
      const place = places.get(object)!;
      const { sizeBytes } = place;
      return { path, mode, sizeBytes, read: () => readAt(fd, place) };
    });
    return use(entries, skipped);
  });
}

async function listTree(
  repository: GitRepository,
  commit: string,
): Promise<{ blobs: Blob[]; skipped: string[] }> {
  const listed = await bytesInRepository(repository, [
    "ls-tree",
    "-r",
    "-z",
    "--full-tree",
    commit,
  ]);
  const blobs: Blob[] = [];
  const skipped: string[] = [];
  for (const line of listed.toString("latin1").split("\0")) {
    const match = /^(\d{6}) (\w+) ([0-9a-f]{40,64})\t([^]+)$/.exec(line);
    if (!match) continue;
    const [, mode, type, object, bytes] = match as unknown as [
      string,
      string,
      string,
      string,
      string,
    ];
    const name = Buffer.from(bytes, "latin1");
    const path = utf8Name(name);
    // A submodule is a commit in a different repository, so its files are not here.
    if (path === null || type !== "blob") skipped.push(name.toString("utf8"));
    else
      blobs.push({
        path,
        object,
        mode: mode === "120000" ? SYMLINK : mode === "100755" ? 0o755 : 0o644,
      });
  }
  return { blobs, skipped };
}

interface Place {
  offset: number;
  sizeBytes: number;
}

/** Reads each distinct blob once, using a single `git cat-file --batch`. */
async function fetchContents(
  repository: GitRepository,
  blobs: readonly Blob[],
  fd: number,
  mustFit: (bytes: number) => void,
): Promise<Map<string, Place>> {
  const wanted = [...new Set(blobs.map((blob) => blob.object))];
  const running = startGit(repository, ["cat-file", "--batch"]);
  const { child, done } = running;
  const asked = (async () => {
    for (const object of wanted)
      if (!child.stdin.write(`${object}\n`)) await untilDrained(running);
    child.stdin.end();
  })();
  // Either may reject while output is still being read; allSettled keeps that from being unhandled.
  const ended = Promise.allSettled([asked, done]);
  let places: Map<string, Place>;
  try {
    places = await storeContents(child.stdout, fd, mustFit);
  } catch (error) {
    child.kill();
    await ended; // any error in here was caused by the kill
    throw error;
  }
  await Promise.all([asked, done]);
  for (const object of wanted) if (!places.has(object)) throw missing(object);
  return places;
}

/** Writes the contents from `git cat-file --batch` output to the file, one after another. */
async function storeContents(
  printed: AsyncIterable<Buffer>,
  fd: number,
  mustFit: (bytes: number) => void,
): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  let offset = 0;
  let head = Buffer.alloc(0);
  let current: { object: string; left: number } | null = null;
  for await (const received of printed) {
    let chunk: Buffer = received;
    while (chunk.length > 0) {
      if (current === null) {
        head = Buffer.concat([head, chunk]);
        chunk = Buffer.alloc(0);
        const end = head.indexOf(10);
        if (end < 0) continue;
        const line = head.toString("latin1", 0, end);
        const match = /^([0-9a-f]{40,64}) blob (\d+)$/.exec(line);
        if (!match) throw missing(line);
        mustFit(offset + Number(match[2]));
        places.set(match[1]!, { offset, sizeBytes: Number(match[2]) });
        // The line feed that follows is written too, and left out by sizeBytes when reading.
        current = { object: match[1]!, left: Number(match[2]) + 1 };
        chunk = head.subarray(end + 1);
        head = Buffer.alloc(0);
      } else {
        const part: Buffer = chunk.subarray(0, current.left);
        realDisk.write(fd, part);
        offset += part.length;
        current.left -= part.length;
        chunk = chunk.subarray(part.length);
        if (current.left === 0) current = null;
      }
    }
  }
  return places;
}

function readAt(fd: number, { offset, sizeBytes }: Place): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  let done = 0;
  while (done < sizeBytes) {
    const n = fs.readSync(fd, bytes, done, sizeBytes - done, offset + done);
    if (n === 0) throw missing(`byte ${offset + done}`);
    done += n;
  }
  return bytes;
}

function missing(what: string): CheckpointError {
  return problem("commit-incomplete", { missing: what });
}
