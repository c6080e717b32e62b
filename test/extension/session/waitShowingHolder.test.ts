import assert from "node:assert/strict";
import { Emitter } from "../../../src/base/event";
import type { LockHolder } from "../../../src/engine/api";
import { CheckpointError } from "../../../src/engine/model/errors";
import { waitShowingHolder } from "../../../src/extension/session/waitShowingHolder";
import type { Call } from "../../../src/worker/client";

describe("waiting for a recording", () => {
  let holder: LockHolder | null | undefined;
  let changed: Emitter<void>;
  let shown: unknown[];
  let ending: AbortController;
  let finish: () => void;
  let work: Promise<void>;

  beforeEach(() => {
    holder = undefined;
    changed = new Emitter<void>();
    shown = [];
    ending = new AbortController();
    work = new Promise((resolve) => (finish = resolve));
  });

  const wait = (): Promise<void> => {
    const onProgress: Call["onProgress"] = (progress) => shown.push(progress);
    return waitShowingHolder(
      work,
      { signal: ending.signal, onProgress },
      { holder: () => holder, onDidChange: changed.event },
    );
  };

  it("reports the process that holds it up, until it is done", async () => {
    const waited = wait();
    assert.deepEqual(shown, []);
    holder = null;
    changed.fire();
    const report = { phase: "wait", done: 0, total: null, holder: null };
    assert.deepEqual(shown, [report]);
    finish();
    await waited;
    changed.fire();
    assert.deepEqual(shown, [report]);
  });

  it("ends when it is cancelled, and the work goes on", async () => {
    const waited = wait();
    ending.abort();
    await assert.rejects(waited, (error) =>
      CheckpointError.is(error, "cancelled"),
    );
    finish();
    await work;
  });

  it("does not begin if it is cancelled already", async () => {
    ending.abort();
    await assert.rejects(wait(), (error) =>
      CheckpointError.is(error, "cancelled"),
    );
  });
});
