import { SaidError } from "../../wording/said";

/** Returns an error about invalid usage. */
export function usageError(verb: string | null, message: string) {
  return new SaidError("bad-input", message, {
    hint: `See “checkpoint help${verb === null || verb === "help" ? "" : ` ${verb}`}”.`,
    data: verb === null ? {} : { verb },
  });
}
