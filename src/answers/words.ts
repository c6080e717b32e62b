// Lists that the engine and the schemas both need while they run. This file
// does not load zod, so it is the one file here that the engine may import.

/** Checkpoint kinds. The kind decides how long a checkpoint is kept. */
export const KINDS = [
  "automatic",
  "guard",
  "manual",
  "feature",
  "session",
] as const;
