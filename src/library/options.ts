import { problem, type CheckpointError } from "../engine/model/errors";
import type { ProblemData } from "../engine/model/problems";
import { inWords } from "../wording/errors";
import { voice } from "./voice";
import type { CheckpointServiceOptions } from "./checkpoint";

const CHECKS: Readonly<
  Record<
    keyof CheckpointServiceOptions,
    [(value: unknown) => boolean, ProblemData<"bad-option">["wanted"]]
  >
> = {
  workspaceDir: [isName, "folder"],
  storageDir: [orAbsent(isName), "folder"],
  autoCheckpoint: [orAbsent((value) => typeof value === "boolean"), "boolean"],
  maxCheckpoints: [
    orAbsent((value) => Number.isInteger(value) && (value as number) >= 0),
    "count",
  ],
  excludePatterns: [
    orAbsent((value) => Array.isArray(value) && value.every(isName)),
    "globs",
  ],
};

/** Returns a copy of the options; throws `bad-input`, since most callers are not type-checked. */
export function checkOptions(
  options: CheckpointServiceOptions,
): CheckpointServiceOptions {
  const given = { ...options } as Record<string, unknown>;
  for (const name of Object.keys(given))
    if (!(name in CHECKS))
      throw said(
        problem("unknown-option", {
          option: name,
          options: Object.keys(CHECKS),
        }),
      );
  for (const [name, [isRight, wanted]] of Object.entries(CHECKS))
    if (!isRight(given[name]))
      throw said(problem("bad-option", { option: name, wanted }));
  return given as unknown as CheckpointServiceOptions;
}

/** The caller is a program of someone else, so errors arrive in words. */
const said = (error: CheckpointError) => inWords(error, voice);

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function orAbsent(
  isRight: (value: unknown) => boolean,
): (value: unknown) => boolean {
  return (value) => value === undefined || isRight(value);
}
