import assert from "node:assert/strict";
import type { Engine } from "../../src/engine/api";
import { CheckpointError } from "../../src/engine/model/errors";
import type { ErrorCode } from "../../src/engine/model/errors";
import type {
  PlanRequest,
  RestoreFailure,
  RestoreReport,
} from "../../src/engine/model/restorePlan";
import { spoken } from "../../src/wording/errors";
import { plain } from "../../src/wording/voice";
import type { Tree } from "./tree";

/** Everything at a point, read through `files` and `read`. */
export function stateAt(engine: Engine, ref: string): Tree {
  const tree: Tree = new Map();
  for (const file of engine.files(ref))
    tree.set(file.path, {
      mode: file.kind === "symlink" ? "link" : file.mode,
      bytes: Buffer.from(engine.read(ref, file.path)),
    });
  return tree;
}

/** Plans and applies; throws the first failed path. */
export function restore(engine: Engine, request: PlanRequest): RestoreReport {
  return apply(engine, engine.planRestore(request).id);
}

/** Applies a plan; failures in the report are thrown as errors. */
export function apply(engine: Engine, planId: string): RestoreReport {
  const report = engine.applyRestore(planId);
  const [failure] = report.failures;
  if (!failure) return applied(report);
  assert.ok(!report.applied, "applied, and yet there are failures");
  throw failureError(failure);
}

/** A failed path as an error. */
export function failureError(failure: RestoreFailure): CheckpointError {
  return CheckpointError.fromJson(failure);
}

export function undo(engine: Engine): RestoreReport {
  return applied(engine.applyRestore(engine.planUndo().id));
}

export function redo(engine: Engine): RestoreReport {
  return applied(engine.applyRestore(engine.planRedo().id));
}

/** The CheckpointError that the work throws; anything else fails the test. */
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
  assertSayable(error);
  return error;
}

/** Throws unless the error's data is enough to word it. */
export function assertSayable(error: CheckpointError): void {
  const { message, hint } = spoken(error, plain);
  assert.notEqual(message, error.problem, "a problem without words");
  assert.doesNotMatch(
    `${message} ${hint ?? ""}`,
    /undefined|\bNaN\b|Invalid Date|\[object|\{\d+\}/,
  );
}

function applied(report: RestoreReport): RestoreReport {
  assert.deepEqual(report.failures, []);
  assert.ok(report.applied);
  return report;
}
