import type { CheckpointPage, ListFilter } from "../../engine/api";
import { KINDS, type CheckpointKind } from "../../engine/model/checkpoint";
import { commandText } from "../../agents/commandText";
import { goneFolders } from "../../host/goneFolders";
import { checkpointRows } from "../checkpointText";
import { command } from "../command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { limitOf } from "../options";
import { count, printable } from "../text";

export default command({
  summary: "List checkpoints, newest first",
  group: "Look",
  options: {
    limit: limitOf(20),
    before: {
      type: "number",
      sign: "#",
      value: "NUMBER",
      help: "Only those below this number: the next page",
    },
    kind: {
      type: "string",
      isMany: true,
      value: "K",
      help: "Only these kinds",
      choices: KINDS,
    },
    source: {
      type: "string",
      value: "S",
      help: "Only those made by this source",
    },
    path: {
      type: "string",
      value: "P",
      help: "Only those that changed this file or folder",
      complete: "file",
    },
    text: {
      type: "string",
      value: "T",
      help: "Only those with this in name or description",
    },
    since: {
      type: "string",
      value: "T",
      help: "Only those since a time (2h, 2026-11-16)",
    },
    until: { type: "string", value: "T", help: "Only those until a time" },
    thread: {
      type: "string",
      value: "T",
      help: "Only those of this conversation",
      complete: "thread",
    },
    task: { type: "string", value: "NAME", help: "Only those of this task" },
  },
  examples: [
    ["checkpoint list --since 2h", "What was recorded in the last two hours."],
    [
      "checkpoint list --path src/app.ts --json",
      "Every checkpoint that changed one file, for a script.",
    ],
  ],
  async run({ values, context }) {
    const path =
      values.path === undefined ? undefined : context.path(values.path);
    const filter: ListFilter = {
      limit: values.limit ?? 20,
      before: values.before,
      kinds: values.kind as CheckpointKind[] | undefined,
      source: values.source,
      path: path === "" ? undefined : path,
      text: values.text,
      since: values.since,
      until: values.until,
      thread: values.thread,
      task: values.task,
    };
    const page: CheckpointPage = context.hasHistory
      ? (await context.open()).list(filter)
      : { checkpoints: [], next: null, total: 0 };
    context.out.answer(page, (paint) => {
      if (page.checkpoints.length === 0)
        return Object.values(values).some((value) => value !== undefined)
          ? ["No checkpoint is like that; “checkpoint list” alone shows all."]
          : [
              "No checkpoints. “checkpoint create” makes one.",
              ...movedLines(context),
            ];
      const more =
        page.next === null
          ? []
          : [
              paint(
                "dim",
                `${count(page.total, "checkpoint")} in all; the next page: --before ${page.next}`,
              ),
            ];
      const { columns } = context.out.streams;
      return [...checkpointRows(page.checkpoints, paint, columns), ...more];
    });
    return EXIT.done;
  },
});

/** Whoever renamed a folder would think that its history is lost. */
function movedLines({ location }: Context): string[] {
  const gone = goneFolders(location.dataDir, location.root);
  if (gone.length === 0) return [];
  return [
    "If this folder was moved here, bring its history along. These are gone:",
    ...gone.map(
      (folder) => `  checkpoint adopt ${printable(commandText([folder]))}`,
    ),
  ];
}
