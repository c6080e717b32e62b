const NOBODY = 65534;

/** Runs the work without root's privileges: root can enter every folder. */
export function asSomebody<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
