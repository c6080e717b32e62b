import type { EngineEvent, Progress } from "../engine/api";
import type { ErrorJson } from "../engine/model/errors";
import type { EngineSettings } from "../engine/model/settings";
import type { Location } from "../host/locate";
import type { PackedReport } from "./crossedPlans";
import type { Method } from "./methods";

/**
 * The messages between a host and the worker thread. The host numbers folders and
 * calls. The worker answers every call exactly once, after its progress and events. It
 * answers in order, except that changes waiting for another process let other calls pass. A
 * second thread, with the same messages, answers long reads (reader.ts).
 */
export type ToWorker = OpenMessage | CallMessage;

export interface OpenMessage {
  type: "open";
  call: number;
  folder: number;
  options: OpenFolder;
}

export interface CallMessage {
  type: "call";
  call: number;
  folder: number;
  method: Method;
  /** The arguments without `Run`. */
  args: unknown[];
  /**
   * One Int32. Nonzero asks the call to stop as soon as it can without leaving anything
   * half done.
   */
  cancel: SharedArrayBuffer | null;
  progress: boolean;
}

export interface OpenFolder {
  root: string;
  /** The folder that contains all stores; each workspace folder has a subfolder there. */
  home: string;
  /**
   * True if the user configured `home`. Otherwise a store that already exists elsewhere is
   * used.
   */
  isHomeChosen: boolean;
  /**
   * The store's location, if the host already found it. Set by hosts without their own
   * settings (the MCP server, the hooks): the editor's registered settings then apply.
   */
  location?: Location | undefined;
  /**
   * Set by a host that is a guest in other hosts' stores (the library): the thread locates the
   * store as the command does, and nothing given here is registered for other hosts.
   */
  guest?: GuestOptions | undefined;
  /** Also record the folder while it changes, as `checkpoint watch` does. */
  watch?: boolean | undefined;
  /**
   * Set to open the history that another thread has open in this store, only for reading.
   */
  readFrom?: string | undefined;
  /** The folder with the bundles and the index's wasm. */
  assetsDir: string;
  settings: Partial<EngineSettings>;
  /** How long a change waits for another process before it fails. */
  waitMs?: number | undefined;
}

export interface GuestOptions {
  /** The folder that contains `stores/`. Default: where the command would look. */
  store?: string | undefined;
  /** Globs that are excluded in addition to the settings. */
  exclude?: readonly string[] | undefined;
  maxCheckpoints?: number | undefined;
}

export interface Opened {
  root: string;
  storeDir: string;
}

/** An event as it is sent between threads. */
export type PackedEvent =
  | Exclude<EngineEvent, { type: "restored" }>
  | { type: "restored"; report: PackedReport };

export type FromWorker =
  | { type: "result"; call: number; value: unknown }
  | { type: "error"; call: number; error: ErrorJson; stack: string | null }
  | { type: "progress"; call: number; progress: Progress }
  | { type: "event"; folder: number; event: PackedEvent }
  | { type: "log"; level: "info" | "warn" | "error"; message: string };
