import * as z from "zod";
import { briefBlame } from "../../answers/brief";
import type { BlameLine } from "../../engine/api";
import { lineAuthor } from "../../wording/blame";
import { count } from "../../wording/counts";
import { READS, tool } from "../tool";
import { voice } from "../voice";
import { path, ref } from "./inputs";
import { oneLine, pathText } from "./texts";

const MOST_SPANS = 300;
const MOST_PROMPT = 200;

export const checkpointBlame = tool({
  name: "checkpoint_blame",
  title: "Who wrote these lines",
  description:
    "Says who wrote each line of a file, as last recorded: the user, you, another agent with its model and prompt, a formatter as the file was saved, git, or something outside the editor. " +
    "Use it before you change or remove lines that may not be yours. Changes nothing.",
  input: z.strictObject({
    path: path.describe("The file."),
    from: z.int().min(1).optional().describe("The first line, from 1."),
    to: z.int().min(1).optional().describe("The last line."),
    at: ref("The file at this point.").optional(),
    since: ref(
      "Name only authors of lines written after this point.",
    ).optional(),
  }),
  output: briefBlame,
  hints: READS,
  async run({ path, ...input }, { engine, call }) {
    const { lines, ...blame } = await engine.blame(path, input, call);
    const all = spansOf(lines);
    const spans = all.slice(0, MOST_SPANS);
    const isTruncated = spans.length < all.length;
    return {
      value: { ...blame, spans, truncated: isTruncated },
      text: [
        `${pathText(path)}: ${count(lines.length, "line")}`,
        ...spans.map(spanText),
        ...(isTruncated ? ["There are more: use from and to."] : []),
      ].join("\n"),
    };
  },
});

type Span = z.infer<typeof briefBlame>["spans"][number];

/** Combines consecutive lines that came with the same version. */
function spansOf(lines: readonly BlameLine[]): Span[] {
  const spans: Span[] = [];
  for (const { line, prompt, ...rest } of lines) {
    const last = spans.at(-1);
    if (
      last?.moment === rest.moment &&
      last.source === rest.source &&
      last.unsaved === rest.unsaved
    )
      last.to = line;
    else
      spans.push({
        from: line,
        to: line,
        moment: rest.moment,
        checkpoint: rest.checkpoint,
        source: rest.source,
        model: rest.model,
        subagent: rest.subagent,
        thread: rest.thread,
        message: rest.message,
        prompt: prompt?.slice(0, MOST_PROMPT) ?? null,
        recordedAt: rest.recordedAt,
        age: rest.age,
        unsaved: rest.unsaved,
      });
  }
  return spans;
}

function spanText(span: Span): string {
  const { from, to, prompt, moment } = span;
  const lines = from === to ? `${from}` : `${from}-${to}`;
  const asked = prompt === null ? "" : `, asked: ${oneLine(prompt)}`;
  return `${lines}: ${oneLine(lineAuthor(span, voice))} (@${moment})${asked}`;
}
