import type { Event } from "../base/event";
import type { Engine, EngineEvent, Progress } from "../engine/api";

/** How a host watches and cancels long work on the worker. */
export interface Call {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

type Remote<F> = F extends (...args: infer A) => infer R
  ? (...args: RemoteArguments<A>) => Promise<R>
  : never;

/** The engine's arguments, with `Call` in the place of `Run`. */
type RemoteArguments<A extends unknown[]> = {
  [K in keyof A]: NonNullable<A[K]> extends {
    isCancelled?: () => boolean;
  }
    ? Call | undefined
    : A[K];
};

type Methods = {
  [K in keyof Engine]: Engine[K] extends (...args: never[]) => unknown
    ? K extends "onDidChange"
      ? never
      : K
    : never;
}[keyof Engine];

/** The engine as the extension sees it: the same verbs, each a promise. */
export type EngineClient = {
  [K in Methods]: Remote<Engine[K]>;
} & {
  readonly root: string;
  readonly storeDir: string;
  readonly onDidChange: Event<EngineEvent>;
};
