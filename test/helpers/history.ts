import assert from "node:assert/strict";
import type { Engine } from "../../src/engine/api";
import { CheckpointError } from "../../src/engine/model/errors";
import type { ErrorCode } from "../../src/engine/model/errors";
import type {
  PlanRequest,
  RestoreReport,
} from "../../src/engine/model/restorePlan";
import type { Tree } from "./tree";

/** Everything a point holds, read back through `files` and `read`. */
export function stateAt(engine: Engine, ref: string): Tree {
  const tree: Tree = new Map();
  for (const file of engine.files(ref))
    tree.set(file.path, {
      mode: file.kind === "symlink" ? "link" : file.mode,
      bytes: Buffer.from(engine.read(ref, file.path)),
    });
  return tree;
}

/** Plans and applies; the test fails when a path failed. */
export function restore(engine: Engine, request: PlanRequest): RestoreReport {
  return applied(engine.applyRestore(engine.planRestore(request).id));
}

export function undo(engine: Engine): RestoreReport {
  return applied(engine.applyRestore(engine.planUndo().id));
}

export function redo(engine: Engine): RestoreReport {
  return applied(engine.applyRestore(engine.planRedo().id));
}

/** The error of ours that the work throws; anything else fails the test. */
export function errorOf(
  work: () => unknown,
  code?: ErrorCode,
): CheckpointError {
  try {
    work();
  } catch (error) {
    return checked(error, code);
  }
  throw new Error(`nothing was thrown, expected ${code ?? "an error"}`);
}

export async function errorOfAsync(
  work: () => Promise<unknown>,
  code?: ErrorCode,
): Promise<CheckpointError> {
  try {
    await work();
  } catch (error) {
    return checked(error, code);
  }
  throw new Error(`nothing was thrown, expected ${code ?? "an error"}`);
}

function checked(error: unknown, code?: ErrorCode): CheckpointError {
  if (!CheckpointError.is(error)) throw error;
  if (code !== undefined)
    assert.equal(error.code, code, `${error.code}: ${error.message}`);
  assert.ok(error.message.length > 0, "an error needs a message");
  return error;
}

function applied(report: RestoreReport): RestoreReport {
  assert.deepEqual(report.failures, []);
  assert.ok(report.applied);
  return report;
}
