// Separate from processes.ts, because the extension reads /proc without blocking.

/** The fields of `/proc/<pid>/stat` after the process's name, which may contain anything. */
export function fieldsAfterName(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** When a process started, in clock ticks since boot; "" if the text does not say. */
export function startIn(stat: string): string {
  return fieldsAfterName(stat)[19] ?? "";
}
