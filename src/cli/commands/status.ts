import type { Engine, Status } from "../../engine/api";
import { commandText } from "../../agents/commandText";
import { goneFolders } from "../../host/goneFolders";
import type { Location } from "../../host/locate";
import type { RestoreEntry } from "../../engine/model/restorePlan";
import {
  changedCountLine,
  changedLines,
  checkpointLine,
  skippedLines,
} from "../checkpointText";
import { command } from "../command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { agoText, count, printable, sizeText, table } from "../text";

const NO_CHECKPOINT = "no checkpoint yet: “checkpoint create” makes one";

export default command({
  summary: "Say what changed since the last checkpoint, where the store is",
  group: "Look",
  examples: [
    [
      "checkpoint status",
      "The store, its size, and what the next checkpoint would hold.",
    ],
  ],
  async run({ context }) {
    const status = context.hasHistory
      ? statusNow(context, await context.open())
      : emptyStatus(context.location);
    const { dataDir, root } = context.location;
    context.out.answer(status, (paint) => {
      if (!context.hasHistory)
        return table([
          [paint("dim", "folder"), printable(status.workspace)],
          [paint("dim", "store"), `${printable(status.store)} (not made yet)`],
          [paint("dim", "last"), NO_CHECKPOINT],
          ...goneFolders(dataDir, root).map((old) => [
            paint("dim", "moved?"),
            `then first: checkpoint adopt ${printable(commandText([old]))}`,
          ]),
        ]);
      const { last, changed } = status;
      const rows: [string, string][] = [
        ["folder", printable(status.workspace)],
        ["store", `${printable(status.store)} (${sizeText(status.sizeBytes)})`],
        [
          "holds",
          `${count(status.checkpoints, "checkpoint")}, ${count(status.moments, "moment")}, ${count(status.files, "file")}`,
        ],
        [
          "last",
          last
            ? `${checkpointLine(last, paint)}, ${agoText(last.createdAt, Date.now())}`
            : NO_CHECKPOINT,
        ],
      ];
      if (status.undo)
        rows.push(["undo", `takes back the ${deed(status.undo)}`]);
      if (status.redo)
        rows.push(["redo", `does the ${deed(status.redo)} again`]);
      const counts = {
        added: changed.added.length,
        modified: changed.modified.length,
        deleted: changed.deleted.length,
      };
      rows.push(["since", changedCountLine(counts)]);
      return [
        ...table(rows.map(([key, value]) => [paint("dim", key), value])),
        ...changedLines(changed, paint, 50),
        ...skippedLines(status.skipped, paint),
      ];
    });
    return EXIT.done;
  },
});

function statusNow(context: Context, engine: Engine): Status {
  context.lookFirst(engine);
  return engine.status();
}

/** Of a folder that nobody has recorded. */
function emptyStatus({ root, storeDir }: Location): Status {
  return {
    workspace: root,
    store: storeDir,
    sizeBytes: 0,
    checkpoints: 0,
    moments: 0,
    files: 0,
    last: null,
    changed: { added: [], modified: [], deleted: [] },
    skipped: [],
    undo: null,
    redo: null,
  };
}

/** What an undo or a redo is about; its target already names that. */
function deed({ verb, target }: RestoreEntry): string {
  const what = {
    restore: "restore to ",
    revert: "revert of ",
    thread: "rewinding to ",
    undo: "",
    redo: "",
  };
  return what[verb] + printable(target);
}
