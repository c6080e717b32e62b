/**
 * The longest an agent waits for the worker to handle an event. A worker that has just been
 * started records the folder first, which takes this long on a busy machine.
 */
export const PATIENCE_MS = 3000;

/**
 * The longest an agent waits while its guard is being created; agents stop a hook after
 * 5 s.
 */
export const GUARD_PATIENCE_MS = 4000;
