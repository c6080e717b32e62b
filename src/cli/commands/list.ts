import type { CheckpointPage, ListFilter } from "../../engine/api";
import { KINDS, type CheckpointKind } from "../../engine/model/checkpoint";
import { commandText } from "../../agents/commandText";
import { goneFolders } from "../../host/goneFolders";
import { checkpointRows } from "../text/checkpointText";
import { command } from "../line/command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { limitOf } from "../line/options";
import { printable } from "../text/text";
import { count } from "../../wording/counts";
import { noMatchText } from "../../wording/search";
import { voice } from "../text/voice";

export default command({
  summary: "List checkpoints, the newest state first",
  group: "Inspect",
  options: {
    limit: limitOf(20),
    before: {
      type: "number",
      sign: "#",
      value: "NUMBER",
      help: "Only those below this one in the list (for the next page)",
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
      help: "Only those created by this source",
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
      help: "Only those with this text in their name or description",
    },
    since: {
      type: "string",
      value: "T",
      help: "Only those since this time (2h, 2026-11-16)",
    },
    until: { type: "string", value: "T", help: "Only those until this time" },
    thread: {
      type: "string",
      value: "T",
      help: "Only those in this conversation",
      complete: "thread",
    },
    task: { type: "string", value: "NAME", help: "Only those of this task" },
    model: {
      type: "string",
      value: "M",
      help: "Only those with changes by this model",
    },
    subagent: {
      type: "string",
      value: "NAME",
      help: "Only those with changes by this subagent",
    },
  },
  examples: [
    [
      "checkpoint list --since 2h",
      "Lists what was recorded in the last two hours.",
    ],
    [
      "checkpoint list --path src/app.ts --json",
      "Lists every checkpoint that changed this file, as JSON.",
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
      model: values.model,
      subagent: values.subagent,
    };
    const page: CheckpointPage = context.hasHistory
      ? (await context.open()).list(filter)
      : { checkpoints: [], next: null, total: 0 };
    context.out.answer(page, (paint) => {
      if (page.checkpoints.length === 0)
        return Object.values(values).some((value) => value !== undefined)
          ? [
              `${noMatchText(voice)} To see all, use “checkpoint list” without options.`,
            ]
          : [
              "No checkpoints yet. Use “checkpoint create” to create one.",
              ...movedLines(context),
            ];
      const more =
        page.next === null
          ? []
          : [
              paint(
                "dim",
                `${count(page.total, "checkpoint")} in total; next page: --before ${page.next}`,
              ),
            ];
      const { columns } = context.out.streams;
      return [...checkpointRows(page.checkpoints, paint, columns), ...more];
    });
    return EXIT.done;
  },
});

/** After renaming a folder, a user would think that its history is lost. */
function movedLines({ location }: Context): string[] {
  const gone = goneFolders(location.dataDir, location.root);
  if (gone.length === 0) return [];
  return [
    "If you moved this folder here, reattach its history. These folders no longer exist:",
    ...gone.map(
      (folder) => `  checkpoint adopt ${printable(commandText([folder]))}`,
    ),
  ];
}
