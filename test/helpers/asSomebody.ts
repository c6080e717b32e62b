const NOBODY = 65534;

/** Runs the work without root's rights: to root every folder is open. */
export function asSomebody<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
