import { asRecorded } from "../line/knownPaths";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { timelineLines } from "../text/timelineText";

const USUAL_BUCKETS = 100;
/** Of output that is not a terminal, or one that does not report its width. */
const USUAL_COLUMNS = 100;

export default command({
  summary: "Draw who changed how much when, and what else happened",
  group: "Inspect",
  options: {
    since: {
      type: "string",
      value: "T",
      help: "From this time on (2h, 2026-11-16; default: all)",
    },
    until: {
      type: "string",
      value: "T",
      help: "Up to this time (default: now)",
    },
    path: {
      type: "string",
      value: "P",
      help: "Only changes of this file or folder",
      complete: "file",
    },
    source: {
      type: "string",
      value: "S",
      help: "Only what this source changed",
    },
    thread: {
      type: "string",
      value: "T",
      help: "Only what was changed in this conversation",
      complete: "thread",
    },
    buckets: {
      type: "number",
      value: "N",
      least: 1,
      help: `Parts to divide the time into (default: one per column; with --json ${USUAL_BUCKETS})`,
    },
  },
  notes: [
    "Each row is one author; a bar is as high as the number of changed files. The row below shows what else happened. Where retention has thinned out the history, only the states of checkpoints are kept.",
  ],
  examples: [
    ["checkpoint timeline --since 8h", "Draws the last eight hours."],
    [
      "checkpoint timeline --path src --json",
      "Prints the sums for the folder src, as JSON.",
    ],
  ],
  async run({ values, context }) {
    const { out } = context;
    const engine = await context.open();
    const path =
      values.path === undefined
        ? undefined
        : asRecorded(engine, context.path(values.path));
    context.recordFirst(engine);
    const columns = out.streams.columns || USUAL_COLUMNS;
    const request = {
      from: values.since,
      to: values.until,
      source: values.source,
      thread: values.thread,
      path,
    };
    const first = engine.timeline({
      ...request,
      buckets: values.buckets ?? USUAL_BUCKETS,
      lines: out.isJson,
    });
    out.answer(first, (paint) =>
      timelineLines(
        (buckets) =>
          engine.timeline({
            ...request,
            from: first.from,
            to: first.to,
            buckets,
          }),
        { first, columns, buckets: values.buckets },
        paint,
      ),
    );
    return EXIT.done;
  },
});
