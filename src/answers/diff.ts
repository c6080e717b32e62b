import * as z from "zod";
import { checkpointName } from "./checkpoint";
import { flag, hash, mode, numberOrNull, path, shape, text } from "./shape";

/** One of the two states that are compared, or the target of a restore. */
export const side = shape("Side", {
  label: text("Its label: #12 and its name, @40, a time, or workspace"),
  moment: numberOrNull("Its moment; null for the workspace"),
  checkpoint: checkpointName
    .nullable()
    .describe("Null if no checkpoint names this moment"),
});
export type Side = z.infer<typeof side>;

export const layer = z.enum(["disk", "unsaved"]);
export type Layer = z.infer<typeof layer>;

export const modeChange = shape("ModeChange", {
  from: mode.describe("The mode before, such as 644"),
  to: mode.describe("The mode after, such as 755"),
});
export type ModeChange = z.infer<typeof modeChange>;

export const fileChange = shape("FileChange", {
  path,
  from: path.describe("The old path of a renamed file").exactOptional(),
  layer: layer.describe("The file, or the unsaved text of its editor"),
  binary: flag("Not text"),
  linesAdded: numberOrNull("Null for binary files and symbolic links"),
  linesRemoved: numberOrNull("Null for binary files and symbolic links"),
  mode: modeChange.describe("Present if the mode changed").exactOptional(),
  oldHash: hash.nullable().describe("Null if there was no file"),
  newHash: hash.nullable().describe("Null if there is no file"),
});
export type FileChange = z.infer<typeof fileChange>;

export const diff = shape("Diff", {
  from: side.describe("The older side"),
  to: side.describe("The newer side"),
  added: z.array(fileChange).describe("Files that only the newer side has"),
  modified: z.array(fileChange).describe("Files that differ"),
  deleted: z.array(fileChange).describe("Files that only the older side has"),
  renamed: z.array(fileChange).describe("Files with a new path"),
  patch: text("A unified patch, if requested").exactOptional(),
});
export type Diff = z.infer<typeof diff>;
