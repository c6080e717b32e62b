import * as z from "zod";
import { KINDS } from "../../engine/model/checkpoint";

/**
 * Building blocks for the tools' input schemas. Lengths are limited here, so that a huge string is
 * rejected before it reaches the history; the engine alone interprets references and paths.
 */
export const ref = (what: string) =>
  z
    .string()
    .min(1)
    .max(1000)
    .describe(
      `${what} A number (12, #12, snapshot-12), an id or the start of one, a name, ` +
        "latest, latest~2, good or bad (the last state that passed or failed its checks; good:npm test for one of them), a moment (@40), a time (10:30, 2026-11-16T10:30) or an age (10m, 2h).",
    );

/** Agents often write “./” before or “/” after a path; it is the same path without them. */
export const path = z
  .string()
  .min(1)
  .max(4096)
  .overwrite((given) =>
    given.replace(/^(\.\/+)+(?=.)/, "").replace(/(?<=[^/])\/+$/, ""),
  );

export const paths = (what: string) =>
  z
    .array(path)
    .min(1)
    .max(1000)
    .describe(
      `${what} Relative to the workspace folder, with “/”; a folder means everything below it.`,
    );

export const source = (what: string) =>
  z
    .string()
    .min(1)
    .max(100)
    .describe(
      `${what} editor, outside (no known author), git, restore, cli, or an agent’s name such as claude-code.`,
    );

export const when = (what: string) =>
  z
    .string()
    .min(1)
    .max(100)
    .describe(`${what} A time (2026-11-16T10:30) or an age (10m, 2h, 3d).`);

export const kind = z.enum(KINDS);

export const threadId = z
  .string()
  .min(1)
  .max(200)
  .describe("The conversation’s id.");

export const messageId = z.string().min(1).max(200);

export const limit = (most: number, usual: number) =>
  z
    .int()
    .min(1)
    .max(most)
    .describe(`Maximum number of results (default: ${usual}).`);
