import type { Checkpoint } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import type { EngineClient } from "../../worker/client";

/** Returns the checkpoint with a number, if it is still kept. */
export async function checkpointNumbered(
  engine: Pick<EngineClient, "resolve">,
  number: number,
): Promise<Checkpoint | undefined> {
  try {
    return (await engine.resolve(`#${number}`)).checkpoint ?? undefined;
  } catch (error) {
    if (CheckpointError.is(error, "not-found")) return undefined;
    throw error;
  }
}
