import type * as z from "zod";
import { only } from "../answers/only";
import type { Source } from "../engine/model/checkpoint";
import type { RestorePlan, UnsavedText } from "../engine/model/restorePlan";
import type { Confirmation } from "../wording/consent";
import type { Voice } from "../wording/voice";
import type { Call, EngineClient } from "../worker/client";

/**
 * An operation that agents can call. It is defined once, here; the MCP server and the
 * editor's language model tools only translate it, so that names, descriptions, schemas
 * and errors are the same in both.
 */
export interface Tool<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
> {
  name: string;
  title: string;
  /** Tells the model what the tool does, what it overwrites or deletes, and how to undo it. */
  description: string;
  input: I;
  output: O;
  hints: ToolHints;
  /** What to ask the user before the tool runs; null or absent if it needs no confirmation. */
  confirm?(input: z.output<I>, voice: Voice): Confirmation | null;
  run(input: z.output<I>, context: ToolContext): Promise<Answer<z.output<O>>>;
}

export interface ToolHints {
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
}

/** An answer in two forms: data, and text for a person or a model. */
export interface Answer<T> {
  value: T;
  text: string;
}

/**
 * What a tool works with: one folder's history, the calling agent, and the editor if there
 * is one.
 */
export interface ToolContext {
  engine: EngineClient;
  /** The calling agent; its changes are attributed to this name. */
  source: Source;
  /** The conversation and the prompt the agent is working on, if its hooks report them. */
  turn?: () => Promise<{ thread: string; message: string | null } | null>;
  call: Call;
  /** Asks the user a yes-or-no question; absent if the host asks itself or cannot ask. */
  ask?: ((question: string) => Promise<boolean>) | undefined;
  /** The editors' unsaved texts; empty if there is no editor. */
  editors: () => readonly UnsavedText[];
  /**
   * Runs work that writes workspace files, so that its changes are not attributed to anyone
   * else.
   */
  whileWriting: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Updates open editors after a restore, except those whose unsaved text is not among
   * the recorded `held` texts. Null if there is no editor, so that unsaved text cannot be
   * restored.
   */
  showRestored:
    | ((changed: RestoredFiles, held: readonly UnsavedText[]) => Promise<void>)
    | null;
}

export type RestoredFiles = Pick<RestorePlan, "writes" | "deletes" | "unsaved">;

/**
 * Returns the tool with its answers limited to the fields of its output schema: a tool may pass on
 * engine values that have more.
 */
export function tool<I extends z.ZodObject, O extends z.ZodObject>(
  given: Tool<I, O>,
): Tool<I, O> {
  return {
    ...given,
    async run(input, context) {
      const { value, text } = await given.run(input, context);
      return { value: only(given.output, value), text };
    },
  };
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
