/** A list of paths that two threads can read, without a copy for each. */
export interface SharedPaths {
  bytes: SharedArrayBuffer;
  /** Where each path ends. */
  ends: SharedArrayBuffer;
}

export function sharePaths(paths: readonly string[]): SharedPaths {
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

export function pathAt({ bytes, ends }: SharedPaths, i: number): string {
  const endAt = new Uint32Array(ends);
  const start = i === 0 ? 0 : endAt[i - 1];
  return Buffer.from(bytes).toString("utf8", start, endAt[i]);
}
