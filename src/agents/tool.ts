import type * as z from "zod";
import type { Source } from "../engine/model/checkpoint";
import type { RestorePlan, UnsavedText } from "../engine/model/restorePlan";
import type { Call, EngineClient } from "../worker/client";

/**
 * A verb of Checkpoint as agents call it. Described once, here: the MCP server
 * and the editor's language model tools only translate, so that names, words,
 * shapes and errors cannot differ between them.
 */
export interface Tool<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
> {
  name: string;
  title: string;
  /** For the model: what it does, what it overwrites or deletes, how to undo it. */
  description: string;
  input: I;
  output: O;
  hints: ToolHints;
  /** What a person is asked before it runs; null, or absent, when it may simply run. */
  confirm?(input: z.output<I>): Confirmation | null;
  run(input: z.output<I>, context: ToolContext): Promise<Answer<z.output<O>>>;
}

export interface ToolHints {
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
}

export interface Confirmation {
  title: string;
  message: string;
}

/** An answer twice: as data, and as a person or a model reads it. */
export interface Answer<T> {
  value: T;
  text: string;
}

/** What a tool works with: one folder's history, who asks, and the editor around it. */
export interface ToolContext {
  engine: EngineClient;
  /** The agent: what it changes carries this name. */
  source: Source;
  call: Call;
  /** The editors' unsaved texts; empty where there is no editor. */
  editors: () => readonly UnsavedText[];
  /** Runs work that writes workspace files, so that it is not taken for somebody else's. */
  whileWriting: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Makes open editors show what was restored, but none with a text that is not
   * held. Null where there is no editor: nobody could bring unsaved texts back.
   */
  showRestored:
    | ((changed: RestoredFiles, held: readonly UnsavedText[]) => Promise<void>)
    | null;
}

export type RestoredFiles = Pick<RestorePlan, "writes" | "deletes" | "unsaved">;

/** Returns the tool as it is; exists so that `run` knows the types of its schemas. */
export function tool<I extends z.ZodObject, O extends z.ZodObject>(
  given: Tool<I, O>,
): Tool<I, O> {
  return given;
}

export const READS: ToolHints = {
  readOnly: true,
  destructive: false,
  idempotent: true,
};
export const ADDS: ToolHints = {
  readOnly: false,
  destructive: false,
  idempotent: false,
};
export const OVERWRITES: ToolHints = {
  readOnly: false,
  destructive: true,
  idempotent: false,
};
