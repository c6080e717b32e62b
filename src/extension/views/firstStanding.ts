import type { EngineClient } from "../../worker/client";
import { nowhere, type Standing } from "./here";

/** How many of the newest checkpoints are looked at for one that is no guard. */
const LOOK_BACK = 10;

/** Returns where a folder stands when it is first shown, from its history. */
export async function firstStanding(
  engine: Pick<EngineClient, "capture" | "list" | "restores">,
): Promise<Standing> {
  // No paths: nothing is read, the answer is the last recorded moment.
  const { moment: now } = await engine.capture({ paths: [] });
  const { checkpoints } = await engine.list({ limit: LOOK_BACK });
  const newest =
    checkpoints.find(({ kind }) => kind !== "guard") ?? checkpoints[0];
  const [restore] = await engine.restores(1);
  const target = /^#(\d+)$/.exec(restore?.target ?? "")?.[1];
  if (
    restore?.state === "done" &&
    target !== undefined &&
    restore.at > (newest?.createdAt ?? "")
  )
    // Which moment the restore made is not told; later changes are not known.
    return { number: Number(target), moment: now, now };
  return newest
    ? { number: newest.number, moment: newest.moment, now }
    : nowhere;
}
