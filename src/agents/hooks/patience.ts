/** The longest an agent waits for the worker to handle an event. */
export const PATIENCE_MS = 1500;

/**
 * The longest an agent waits while its guard is being created; agents stop a hook after
 * 5 s.
 */
export const GUARD_PATIENCE_MS = 4000;
