import vm from "node:vm";

/**
 * Runs synchronous work and stops it when it takes too long, also in the
 * middle of a regular expression that backtracks without end: the one thing
 * that ends such an expression from the same thread is V8's own interruption,
 * which Node offers through `vm`. The script run is always the same call;
 * nothing foreign is executed.
 */
const CALL = new vm.Script("work()");

/** Returns what the work returns, or undefined when it was stopped. */
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

/** The error comes from the other context, whose Error is not ours. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
