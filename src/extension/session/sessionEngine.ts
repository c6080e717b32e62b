import type { Event } from "../../base/event";
import type { EngineEvent } from "../../engine/api";
import type { SpokenError } from "../../wording/errors";
import { makeClient, type EngineClient } from "../../worker/client";
import { problem } from "../../engine/model/errors";
import { SaidError } from "../../wording/said";

/**
 * A folder's engine as other parts see it, open or not: calls wait while it is opening, and fail
 * with the reason if it cannot be opened.
 */
export class SessionEngine {
  readonly client: EngineClient;
  private opening: Promise<EngineClient> = notOpen();
  private storeDir = "";

  constructor(
    root: string,
    onDidChange: Event<EngineEvent>,
    /** Why calls are rejected; null if they are not. */
    whyNot: () => SpokenError | null,
  ) {
    const storeDir = () => this.storeDir;
    const side = {
      root,
      get storeDir() {
        return storeDir();
      },
      onDidChange,
    };
    this.client = makeClient(side, async (method, args, call) => {
      const problem = whyNot();
      if (problem) throw SaidError.of(problem);
      const engine = await this.opening;
      const verb = engine[method] as (...all: unknown[]) => Promise<unknown>;
      return verb(...args, ...(call ? [call] : []));
    });
  }

  /** Uses an engine that is being opened; resolves with it. */
  async open(opening: Promise<EngineClient>): Promise<EngineClient> {
    opening.catch(ignore);
    this.opening = opening;
    const engine = await opening;
    if (this.opening === opening) this.storeDir = engine.storeDir;
    return engine;
  }

  async close(): Promise<void> {
    const opening = this.opening;
    this.opening = notOpen();
    await opening.then((engine) => engine.close()).catch(ignore);
  }
}

function notOpen(): Promise<EngineClient> {
  const rejected = Promise.reject<EngineClient>(problem("recording-ended"));
  rejected.catch(ignore);
  return rejected;
}

/** For promises whose failure is reported where they are awaited. */
function ignore(): void {}
