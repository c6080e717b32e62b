import { commandText } from "../agents/commandText";
import type { Engine } from "../engine/api";
import { CheckpointError } from "../engine/model/errors";
import type { Context } from "./context";
import { isKnown } from "./spelling";

/** What somebody gave where points go. */
export interface Given {
  /** Those that name a file or a folder, as they were given. */
  files: string[];
  refs: string[];
  /** A point at which the first of the files is there. */
  point: string;
}

/**
 * Does the work; when a point is not found because somebody named a file in its
 * place, the error says the line that they meant.
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
    throw new CheckpointError(error.code, error.message, {
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
    return null; // no path of this folder: a point that there is not
  }
}

/** One that is gone was there last at a moment of its own. */
function pointOf(engine: Engine, path: string): string {
  const [gone] = path === "" ? [] : engine.deleted({ path, limit: 1 });
  return gone?.path === path ? `@${gone.lastMoment}` : "latest";
}
