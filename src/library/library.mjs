// The library for `import`. It is the same module as the one for `require`, so that a program that
// uses both has one class of errors and one thread per service.
import library from "./library.js";

export const { CheckpointService, CheckpointError } = library;
