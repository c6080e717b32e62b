import { stateTimeOf } from "../../engine/model/checkpoint";
import type { Engine, Status } from "../../engine/api";
import { commandText } from "../../agents/commandText";
import { goneFolders } from "../../host/goneFolders";
import type { Location } from "../../host/locate";
import type { RestoreEntry } from "../../engine/model/restorePlan";
import {
  changedLines,
  checkpointLine,
  skippedLines,
} from "../text/checkpointText";
import { command } from "../line/command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { printable, table, timeText } from "../text/text";
import { changesText, count, sizeText } from "../../wording/counts";
import { ageText } from "../../wording/times";
import { failingText, verdictText } from "../../wording/verdicts";
import { voice } from "../text/voice";

const NO_CHECKPOINT =
  "no checkpoint yet; use “checkpoint create” to create one";

export default command({
  summary: "Show what changed since the last checkpoint, and the store",
  group: "Inspect",
  examples: [
    [
      "checkpoint status",
      "Shows the store, its size, and what the next checkpoint would contain.",
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
          [
            paint("dim", "store"),
            `${printable(status.store)} (not created yet)`,
          ],
          [paint("dim", "last"), NO_CHECKPOINT],
          ...goneFolders(dataDir, root).map((old) => [
            paint("dim", "moved?"),
            `if so, first: checkpoint adopt ${printable(commandText([old]))}`,
          ]),
        ]);
      const { last, changed } = status;
      const rows: [string, string][] = [
        ["folder", printable(status.workspace)],
        [
          "store",
          `${printable(status.store)} (${sizeText(status.sizeBytes, voice)})`,
        ],
        [
          "has",
          `${count(status.checkpoints, "checkpoint")}, ${count(status.moments, "moment")}, ${count(status.files, "file")}`,
        ],
        [
          "last",
          last
            ? `${checkpointLine(last, paint)}, ${ageText(Date.now() - Date.parse(stateTimeOf(last)), voice)}`
            : NO_CHECKPOINT,
        ],
      ];
      for (const series of status.checks)
        rows.push([
          "check",
          printable(
            failingText(series, timeText, voice) ??
              `${verdictText(series.last, voice)} (${timeText(series.last.at)})`,
          ),
        ]);
      if (status.undo)
        rows.push(["undo", `undoes the ${restoreName(status.undo)}`]);
      if (status.redo)
        rows.push(["redo", `redoes the ${restoreName(status.redo)}`]);
      const counts = {
        added: changed.added.length,
        modified: changed.modified.length,
        deleted: changed.deleted.length,
      };
      rows.push(["since", changesText(counts, voice) || "nothing changed"]);
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
  context.recordFirst(engine);
  return engine.status();
}

/** The status of a folder that is not recorded. */
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
    checks: [],
    undo: null,
    redo: null,
  };
}

/** Names the restore that an undo or redo would act on. */
function restoreName({ verb, target }: RestoreEntry): string {
  const what = {
    restore: "restore to ",
    revert: "revert of ",
    thread: "return to ",
    undo: "",
    redo: "",
  };
  return what[verb] + printable(target);
}
