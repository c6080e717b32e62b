import * as z from "zod";
import {
  flag,
  number,
  numberOrNull,
  path,
  paths,
  shape,
  source,
  text,
  textOrNull,
  time,
} from "./shape";

/** A version that brought lines. */
export const lineVersion = z.object({
  moment: number("The moment that has it first"),
  checkpoint: numberOrNull(
    "The number of the first checkpoint with that version; null if none has it",
  ),
  source: source
    .nullable()
    .describe(
      "Who wrote it; formatter for what changed while the editor saved it; null if that is not known: see age",
    ),
  model: textOrNull("The agent's model; null if it is not known"),
  subagent: textOrNull("The subagent that wrote it; null if none did"),
  thread: textOrNull("The conversation in which it was written"),
  message: textOrNull("The id of the prompt before it"),
  prompt: textOrNull("What the user had asked the agent"),
  recordedAt: time.describe("When that version was recorded"),
  path: path.describe("The file's path then"),
  age: z
    .enum([
      "recorded", // the history has the change that brought it
      "older", // it was there before the history began, or before `since`
      "thinned", // versions in between were removed to save space
    ])
    .describe("Whether the history has the change that brought it"),
  unsaved: flag("In the unsaved text of an editor, not in the file"),
});
export type LineVersion = z.infer<typeof lineVersion>;

/** A line and the version that brought it. */
export const blameLine = shape("BlameLine", {
  line: number("Counts from 1"),
  text: text("The line, without its line ending"),
  ...lineVersion.shape,
});
export type BlameLine = z.infer<typeof blameLine>;

export const blame = shape("Blame", {
  path,
  at: number("The moment whose state this is"),
  lines: z.array(blameLine).describe("In order"),
});
export type Blame = z.infer<typeof blame>;

/** The authors of a whole file, for an editor. */
export const lineAuthors = blame.omit({ lines: true }).extend({
  versions: z
    .array(lineVersion)
    .describe("The versions that brought lines, each once"),
  lines: z.array(z.number()).describe("For each line, its place in versions"),
  texts: z
    .array(z.string())
    .describe("The lines, each without its line ending"),
});
export type LineAuthors = z.infer<typeof lineAuthors>;

const linesInFile = shape("LinesInFile", {
  path,
  lines: number("How many of its lines are theirs"),
});

/** What one author wrote in one conversation. */
export const authorLines = shape("AuthorLines", {
  source: source
    .nullable()
    .describe(
      "Who wrote them, or formatter; null for lines older than the history or since",
    ),
  thread: textOrNull("The conversation in which they were written"),
  title: textOrNull("Its first words"),
  lines: number("How many lines"),
  files: z.array(linesInFile).describe("In which files, in order of path"),
});
export type AuthorLines = z.infer<typeof authorLines>;

export const authors = shape("Authors", {
  at: number("The moment whose state this is"),
  since: numberOrNull("The moment since which authors are named; null for all"),
  authors: z
    .array(authorLines)
    .describe("The one with most lines first, then older lines"),
  skipped: paths("Changed files without lines: binary or too large"),
});
export type Authors = z.infer<typeof authors>;
