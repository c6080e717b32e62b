import type { Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import type { SkipReason } from "../model/checkpoint";
import { contentHash } from "../store/hash";
import type { PackWriter, Stored } from "../store/packs";
import { isRacy, ReadBuffer, readStable } from "../workspace/safeRead";

/** One file as it was read; its content is in a pack, or was there already. */
export interface Read {
  path: string;
  hash: string;
  mode: number;
  sizeBytes: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
}

export interface ReadOutcome {
  read: Read[];
  skipped: { path: string; reason: SkipReason }[];
  gone: string[];
  stored: Stored[];
}

/** Reads files one after the other on this thread. */
export function readFiles(
  context: Pick<Context, "disk" | "root">,
  paths: Iterable<string>,
  maxBytes: number,
  writer: PackWriter,
  isStored: (hash: string) => boolean,
  onFile: () => void = () => {},
): Omit<ReadOutcome, "stored"> {
  const outcome: Omit<ReadOutcome, "stored"> = {
    read: [],
    skipped: [],
    gone: [],
  };
  const added = new Set<string>();
  const buffer = new ReadBuffer();
  for (const path of paths) {
    onFile();
    const result = readStable(
      context.disk,
      context.root + "/" + path,
      maxBytes,
      buffer,
    );
    if (result.kind === "gone") outcome.gone.push(path);
    else if (result.kind === "skipped")
      outcome.skipped.push({ path, reason: result.reason });
    else {
      const { bytes, mode, stat } = result.file;
      const hash = contentHash(bytes);
      if (!added.has(hash) && !isStored(hash)) {
        writer.add({ hash, bytes });
        added.add(hash);
      }
      const times = isRacy(stat, Date.now())
        ? UNTRUSTED
        : { mtimeMs: stat.mtimeMs, ctimeMs: stat.ctimeMs, ino: stat.ino };
      outcome.read.push({
        path,
        hash,
        mode,
        sizeBytes: bytes.byteLength,
        ...times,
      });
    }
  }
  return outcome;
}

/** Times that match no file: it is read again at the next scan. */
const UNTRUSTED = { mtimeMs: 0, ctimeMs: 0, ino: 0 };

/** Counts files for the host and stops when it no longer wants them. */
export function counter(run: Run | undefined, total: number): () => void {
  let done = 0;
  return () => {
    done++;
    if ((done & 0x3f) !== 0) return;
    checkCancelled(run);
    run?.progress?.({ phase: "read", done, total });
  };
}
