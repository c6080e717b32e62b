import type { WorkspacePath } from "../../model/workspacePath";
import { ownPath } from "../../model/workspacePath";

/** A list of paths that two threads can read without copying it. */
export interface SharedPaths {
  bytes: SharedArrayBuffer;
  /** The end offset of each path. */
  ends: SharedArrayBuffer;
}

export function sharePaths(paths: readonly WorkspacePath[]): SharedPaths {
  const ends = new SharedArrayBuffer(paths.length * 4);
  const endAt = new Uint32Array(ends);
  let length = 0;
  paths.forEach((path, i) => {
    length += Buffer.byteLength(path);
    endAt[i] = length;
  });
  const bytes = new SharedArrayBuffer(length);
  const buffer = Buffer.from(bytes);
  paths.forEach((path, i) => {
    buffer.write(path, i === 0 ? 0 : endAt[i - 1]!);
  });
  return { bytes, ends };
}

export function pathAt({ bytes, ends }: SharedPaths, i: number): WorkspacePath {
  const endAt = new Uint32Array(ends);
  const start = i === 0 ? 0 : endAt[i - 1];
  return ownPath(Buffer.from(bytes).toString("utf8", start, endAt[i]));
}
