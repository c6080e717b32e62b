import vm from "node:vm";

/**
 * Runs synchronous work and stops it if it takes too long, even in the middle of a
 * regular expression with catastrophic backtracking. Only V8's own termination can
 * stop such an expression from the same thread, and Node offers it through `vm`.
 * The script is always the same call; no foreign code is executed.
 */
const CALL = new vm.Script("work()");

/** Returns the result of the work, or undefined if it was stopped. */
export function withTimeLimit<T>(
  limitMs: number,
  work: () => T,
): T | undefined {
  let result: T | undefined;
  const context = vm.createContext({
    work: () => {
      result = work();
    },
  });
  try {
    CALL.runInContext(context, { timeout: limitMs });
    return result;
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
}

/** The error comes from another context, so `instanceof Error` does not work. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
