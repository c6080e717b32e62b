import { commandText } from "../../agents/commandText";
import type { Engine } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import type { Context } from "../context";
import { isKnown } from "../line/knownPaths";
import { SaidError } from "../../wording/said";
import { spoken } from "../../wording/errors";
import { voice } from "./voice";

/** The arguments given where references are expected. */
export interface Given {
  /** Those of them that are files or folders, as typed. */
  files: string[];
  refs: string[];
  /** A reference at which the first of those files exists. */
  point: string;
}

/**
 * Runs `work`. If a reference is not found because a file was given in its place, the error
 * suggests the intended command line.
 */
export function withFileHint<T>(
  { context, engine }: { context: Context; engine: Engine },
  operands: readonly (string | undefined)[],
  hint: (given: Given) => { what: string; line: readonly string[] },
  work: () => T,
): T {
  try {
    return work();
  } catch (error) {
    const words = operands.filter((word) => word !== undefined);
    const isFile = (word: string) => fileOf(context, engine, word) !== null;
    const files = words.filter(isFile);
    if (!CheckpointError.is(error, "not-found") || files.length === 0)
      throw error;
    const refs = words.filter((word) => !isFile(word));
    const point = pointOf(engine, fileOf(context, engine, files[0]!)!);
    const { what, line } = hint({ files, refs, point });
    throw new SaidError(error.code, spoken(error, voice).message, {
      hint: `${what}: checkpoint ${commandText(line)}`,
      data: error.data,
      cause: error,
    });
  }
}

function fileOf(context: Context, engine: Engine, word: string): string | null {
  try {
    const path = context.path(word);
    return isKnown(engine, path) ? path : null;
  } catch {
    return null; // not a path of this folder, so it is an unknown reference
  }
}

/** Returns the last moment at which a deleted file still existed. */
function pointOf(engine: Engine, path: string): string {
  const [gone] = path === "" ? [] : engine.deleted({ path, limit: 1 });
  return gone?.path === path ? `@${gone.lastMoment}` : "latest";
}
