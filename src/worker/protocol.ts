import type { EngineEvent, Progress } from "../engine/api";
import type { ErrorJson } from "../engine/model/errors";
import type { EngineSettings } from "../engine/model/settings";
import type { Location } from "../host/locate";
import type { Method } from "./methods";

/**
 * What crosses between the extension and the worker thread. Folders and calls
 * are numbered by the extension; the worker answers every call exactly once, in
 * the order the calls were made, with any progress and events before the answer.
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
  /** Without the `Run` argument. */
  args: unknown[];
  /** One Int32; not zero means: stop as soon as nothing is left half done. */
  cancel: SharedArrayBuffer | null;
  progress: boolean;
}

export interface OpenFolder {
  root: string;
  /** Where stores live: the folder's own store is a folder below it. */
  home: string;
  /** The person named `home`; else a store that exists elsewhere is used. */
  isHomeChosen: boolean;
  /**
   * Found already, by a host with no settings of its own (the MCP server, the
   * hooks): opened as it is, and the editor's settings stay as they are known.
   */
  location?: Location | undefined;
  /** Where the bundles and the wasm of the index lie. */
  assetsDir: string;
  settings: Partial<EngineSettings>;
}

export interface Opened {
  root: string;
  storeDir: string;
}

export type FromWorker =
  | { type: "result"; call: number; value: unknown }
  | { type: "error"; call: number; error: ErrorJson; stack: string | null }
  | { type: "progress"; call: number; progress: Progress }
  | { type: "event"; folder: number; event: EngineEvent }
  | { type: "log"; level: "info" | "warn" | "error"; message: string };
