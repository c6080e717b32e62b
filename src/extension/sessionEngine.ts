import type { Event } from "../base/event";
import type { EngineEvent } from "../engine/api";
import { CheckpointError, type ErrorJson } from "../engine/model/errors";
import { makeClient, type EngineClient } from "../worker/client";

/**
 * The engine of a folder as others see it, whether it is open or not: while it
 * opens a call waits, and where it does not open a call says why.
 */
export class SessionEngine {
  readonly client: EngineClient;
  private opening: Promise<EngineClient> = notOpen();
  private storeDir = "";

  constructor(
    root: string,
    onDidChange: Event<EngineEvent>,
    /** Why nothing is answered; null when it is. */
    whyNot: () => ErrorJson | null,
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
      if (problem) throw CheckpointError.fromJson(problem);
      const engine = await this.opening;
      const verb = engine[method] as (...all: unknown[]) => Promise<unknown>;
      return verb(...args, ...(call ? [call] : []));
    });
  }

  /** Takes an engine that is being opened; resolves with it. */
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
  const rejected = Promise.reject<EngineClient>(
    new CheckpointError("cancelled", "This folder is not being recorded."),
  );
  rejected.catch(ignore);
  return rejected;
}

/** For promises whose failure is reported where they are awaited. */
function ignore(): void {}
