import * as z from "zod";
import { inFull } from "../../answers/brief";
import { READS, tool } from "../tool";
import { ref } from "./inputs";
import { countPaths, detailValue } from "./outputs";
import { checkpointLine, oneLine, pathLines, quotedLines } from "./texts";

const MOST_PATHS = 500;
const MOST_TASK = 2000;

export const checkpointGet = tool({
  name: "checkpoint_get",
  title: "Show a checkpoint",
  description:
    "Shows one checkpoint in full: its name, description, author, task state, git branch and the files it changed. Changes nothing.",
  input: z.strictObject({ ref: ref("The checkpoint.") }),
  output: inFull,
  hints: READS,
  async run({ ref: wanted }, { engine }) {
    const checkpoint = await engine.get(wanted);
    const { added, modified, deleted } = checkpoint.filesChanged;
    const files = countPaths(checkpoint.filesChanged);
    const lines = [
      checkpointLine(checkpoint),
      ...(checkpoint.description ? quotedLines(checkpoint.description) : []),
      ...(checkpoint.task
        ? [`Task: ${oneLine(JSON.stringify(checkpoint.task), MOST_TASK)}`]
        : []),
      ...(checkpoint.git?.branch
        ? [`Branch: ${oneLine(checkpoint.git.branch)}`]
        : []),
      ...pathLines([
        ...added.map((path) => ["A", path] as const),
        ...modified.map((path) => ["M", path] as const),
        ...deleted.map((path) => ["D", path] as const),
      ]),
    ];
    return {
      value: {
        checkpoint: detailValue(checkpoint, MOST_PATHS),
        files,
        truncated: files > MOST_PATHS,
      },
      text: lines.join("\n"),
    };
  },
});
