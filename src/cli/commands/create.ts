import {
  KINDS,
  type CheckpointKind,
  type TaskState,
} from "../../engine/model/checkpoint";
import { usageError } from "../line/usageError";
import { checkpointLine, skippedLines } from "../text/checkpointText";
import { command } from "../line/command";
import { OWN_SOURCE } from "../context";
import { EXIT } from "../exitCodes";
import { DESCRIPTION, FORCE_LARGE, NAME } from "../line/options";
import { changesText } from "../../wording/counts";
import { voice } from "../text/voice";

export default command({
  summary: "Create a checkpoint of the folder as it is now, or was",
  group: "Record",
  mayCreateHistory: true,
  options: {
    name: NAME,
    description: DESCRIPTION,
    kind: {
      type: "string",
      value: "K",
      help: "Its kind, which decides how long it is kept",
      choices: KINDS,
    },
    source: {
      type: "string",
      value: "S",
      help: "Who made the changes (default cli)",
    },
    meta: {
      type: "string",
      value: "JSON",
      help: "Additional data, as a JSON object",
    },
    task: {
      type: "string",
      value: "CURRENT",
      help: "The task being worked on",
    },
    completed: {
      type: "string",
      isMany: true,
      value: "NAME",
      help: "A task that is complete",
    },
    session: { type: "number", value: "N", help: "The session's number" },
    tokens: { type: "number", value: "N", help: "Tokens used so far" },
    thread: {
      type: "string",
      value: "T",
      help: "The conversation it belongs to",
      complete: "thread",
    },
    message: {
      type: "string",
      value: "M",
      help: "The message in that conversation",
    },
    at: {
      type: "string",
      value: "REF",
      help: "Name this earlier point instead; nothing is captured",
      complete: "ref",
    },
    pin: { type: "boolean", help: "Keep it until it is unpinned" },
    force: FORCE_LARGE,
  },
  notes: [
    "Retention by kind: automatic checkpoints are thinned out over time. The last 5 guard checkpoints, all guards of the last day and the last 3 session checkpoints are kept. Manual ones are kept until you delete them. Feature ones are never removed automatically.",
    "With --at, the checkpoint has the state of that point, and is listed there. It can be manual or feature. If the point is no longer kept, nothing is created.",
  ],
  examples: [
    [
      'checkpoint create -m "before the rewrite"',
      "Creates a manual checkpoint with a name.",
    ],
    [
      "checkpoint create --kind feature --completed signup --source claude-code",
      "Marks a feature as complete, on behalf of an agent.",
    ],
    [
      'checkpoint create -m "last night" --at 10h',
      "Names the state of ten hours ago.",
    ],
  ],
  async run({ values, context }) {
    const metadata = readMetadata(values.meta);
    const task = readTask(values);
    if (values.message !== undefined && values.thread === undefined)
      throw usageError("create", "--message requires --thread.");
    const ofNow = OF_NOW.find((name) => values[name] !== undefined);
    if (values.at !== undefined && ofNow !== undefined)
      throw usageError(
        "create",
        `--${ofNow} describes the folder as it is now, so it cannot be combined with --at.`,
      );
    const engine = await context.open();
    const checkpoint = engine.checkpoint(
      {
        name: values.name,
        description: values.description,
        kind: (values.kind ?? "manual") as CheckpointKind,
        source: values.source ?? OWN_SOURCE,
        metadata,
        task,
        thread: values.thread,
        message: values.message,
        pinned: values.pin,
        force: values.force,
        at: values.at,
      },
      context.run,
    );
    context.clearProgress();
    context.out.answer({ checkpoint }, (paint) => [
      `${checkpointLine(checkpoint, paint)}: ${changesText(checkpoint.filesChanged, voice) || "nothing changed"}`,
      ...skippedLines(checkpoint.skipped, paint),
    ]);
    return EXIT.done;
  },
});

const OF_NOW = [
  "task",
  "completed",
  "session",
  "tokens",
  "thread",
  "message",
] as const;

function readMetadata(
  text: string | undefined,
): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError(
      "create",
      `--meta is not JSON: ${(error as Error).message}.`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw usageError(
      "create",
      '--meta must be a JSON object, such as {"ticket": 12}.',
    );
  return value as Record<string, unknown>;
}

function readTask(values: {
  readonly task?: string | undefined;
  readonly completed?: string[] | undefined;
  readonly session?: number | undefined;
  readonly tokens?: number | undefined;
}): TaskState | undefined {
  const task: TaskState = {
    ...(values.task === undefined ? {} : { current: values.task }),
    ...(values.completed ? { completed: values.completed } : {}),
    ...(values.session === undefined ? {} : { session: values.session }),
    ...(values.tokens === undefined ? {} : { tokens: values.tokens }),
  };
  return Object.keys(task).length > 0 ? task : undefined;
}
