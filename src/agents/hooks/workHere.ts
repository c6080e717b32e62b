import type { Env } from "../../host/dataDir";
import { ownDataDir } from "../ownDataDir";
import { work } from "./hookWorker";

/** Long enough for a model to think between two tool calls. */
const IDLE_MS = 10 * 60_000;

/** Processes the waiting events of this account until none arrives any more. */
export function workHere(env: Env, assetsDir: string): Promise<void> {
  const given = Number(env["CHECKPOINT_HOOK_IDLE_MS"]);
  const idleMs = given > 0 ? given : IDLE_MS;
  return work({ dataDir: ownDataDir(), assetsDir, env, idleMs });
}
