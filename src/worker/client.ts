import type { Event } from "../base/event";
import type { Engine, EngineEvent, Progress } from "../engine/api";
import { methods, runPosition, type Method } from "./methods";

/** How a host observes and cancels a long call on the worker. */
export interface Call {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Set for a read that is known to be short: no other thread is started for it. */
  isShort?: boolean;
}

type Remote<F> = F extends (...args: infer A) => infer R
  ? (...args: RemoteArguments<A>) => Promise<R>
  : never;

/** The engine's arguments, with `Call` instead of `Run`. */
type RemoteArguments<A extends unknown[]> = {
  [K in keyof A]: NonNullable<A[K]> extends {
    isCancelled?: () => boolean;
  }
    ? Call | undefined
    : A[K];
};

/** The engine as its hosts see it: the same verbs, each returning a promise. */
export type EngineClient = {
  [K in Method]: Remote<Engine[K]>;
} & EngineSide;

/** What a client has besides the verbs. */
export interface EngineSide {
  readonly root: string;
  readonly storeDir: string;
  readonly onDidChange: Event<EngineEvent>;
}

/**
 * Returns a client that passes every verb to `invoke`, with the `Call` separated from
 * the other arguments. `side` is read at each use, so its values may change.
 */
export function makeClient(
  side: EngineSide,
  invoke: (
    method: Method,
    args: unknown[],
    call: Call | undefined,
  ) => Promise<unknown>,
): EngineClient {
  const client: Record<string, unknown> = {};
  for (const key of ["root", "storeDir", "onDidChange"] as const)
    Object.defineProperty(client, key, {
      enumerable: true,
      get: () => side[key],
    });
  for (const method of methods)
    client[method] = (...given: unknown[]) => {
      const position = runPosition[method];
      if (position === null) return invoke(method, given, undefined);
      const args = given.slice(0, position);
      return invoke(method, args, given[position] as Call | undefined);
    };
  return client as unknown as EngineClient;
}
