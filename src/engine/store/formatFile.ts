import type { Disk } from "../../base/disk";
import { isErrno } from "../../base/disk";
import { diskError } from "../model/diskError";
import { problem } from "../model/errors";
import { atomicWrite } from "./atomicWrite";
import type { Layout } from "./layout";

export const FORMAT = 1;

/** A store's description of itself: FORMAT.md, "format.json". */
export interface Format {
  format: number;
  store: string;
  root: string;
  created: number;
}

/** Returns null if the file is missing or damaged. */
export function readFormat(disk: Disk, layout: Layout): Format | null {
  let text: string;
  try {
    text = disk.readFile(layout.format).toString("utf8");
  } catch (error) {
    if (isErrno(error, "ENOENT")) return null;
    throw diskError(error, "read", layout.format);
  }
  const format = parseFormat(text);
  if (format) refuseNewer(format.format);
  return format;
}

export function writeFormat(disk: Disk, layout: Layout, format: Format): void {
  const text = JSON.stringify(format, null, 2) + "\n";
  atomicWrite(disk, layout.format, Buffer.from(text));
}

export function refuseNewer(version: number): void {
  if (version <= FORMAT) return;
  throw problem("newer-format", { format: version, supported: FORMAT });
}

function parseFormat(text: string): Format | null {
  try {
    const json = JSON.parse(text) as Partial<Format> | null;
    if (!json || !Number.isInteger(json.format)) return null;
    if (typeof json.root !== "string" || typeof json.store !== "string")
      // In later formats, only the number is guaranteed to be readable.
      return (json.format as number) > FORMAT
        ? { format: json.format!, store: "", root: "", created: 0 }
        : null;
    return {
      format: json.format!,
      store: json.store,
      root: json.root,
      created: Number(json.created ?? 0),
    };
  } catch {
    return null; // damaged: rebuilt from the journal
  }
}
