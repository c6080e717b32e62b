import type { Checkpoint } from "../../engine/model/checkpoint";
import type { RestoreVerb } from "../../engine/model/restorePlan";
import type { Deed } from "../../engine/api";
import { deedTitle, linesSpoken, linesText } from "../../wording/deeds";
import type { FolderSession } from "../session/folders";
import { l10n } from "../text/l10n";
import { shortenAtWord } from "../text/markdown";
import { voice } from "../text/voice";
import { changeRows, type ChangeRow } from "./changeRows";
import { checkpointNumbered } from "./checkpointNumbered";
import type { CurrentCheckpoint } from "./currentCheckpoint";
import type { RowText } from "./rowText";

/** With more files than this, lines are not counted. */
const MAX_COUNTED = 50;

/** The files as they are now, compared with the checkpoint they are nearest to. */
export interface Now {
  since: Checkpoint | null;
  /** What the checkpoint is called: by the deed that it ends or comes before. */
  name: string;
  rows: ChangeRow[];
}

/** Compares what is recorded with a checkpoint; looks at no file. */
export async function findNow(
  { engine }: Pick<FolderSession, "engine">,
  { number, isExact }: CurrentCheckpoint,
): Promise<Now> {
  const nothing = { since: null, name: "", rows: [] };
  if (number === null) return nothing;
  const [since, { deeds }] = await Promise.all([
    checkpointNumbered(engine, number),
    engine.deeds({ checkpoint: number, limit: 1 }),
  ]);
  if (!since) return nothing;
  const name = nameOf(since, deeds[0]);
  if (isExact) return { since, name, rows: [] };
  const { moment } = await engine.resolve("workspace");
  const [from, to] = [`@${since.moment}`, `@${moment}`];
  const quick = changeRows(await engine.diff(from, to, { content: false }));
  if (quick.length === 0 || quick.length > MAX_COUNTED)
    return { since, name, rows: quick };
  const counted = await engine.diff(from, to, {}, { isShort: true });
  return { since, name, rows: changeRows(counted) };
}

/** Returns what the row for the current files says. */
export function nowText(
  { since, name, rows }: Now,
  folder: string | null,
): RowText {
  const lines = {
    added: sum(rows, ({ linesAdded }) => linesAdded),
    removed: sum(rows, ({ linesRemoved }) => linesRemoved),
  };
  const label =
    rows.length === 0
      ? l10n.t("Now")
      : rows.length === 1
        ? l10n.t("Now: 1 file changed")
        : l10n.t("Now: {0} files changed", rows.length);
  const said =
    since === null
      ? l10n.t("no checkpoint yet")
      : rows.length === 0
        ? l10n.t("you are here · same as {0}", name)
        : l10n.t("since {0}", name);
  const join = (parts: (string | null)[], by: string): string =>
    parts.filter(Boolean).join(by);
  return {
    label,
    // The number of lines comes first: a narrow side bar cuts the end.
    description: join([folder, linesText(lines), said], " · "),
    spoken: join([label, folder, said, linesSpoken(lines, voice)], ", "),
  };
}

function nameOf(checkpoint: Checkpoint, deed: Deed | undefined): string {
  if (!deed) return `#${checkpoint.number}`;
  if (deed.restore && checkpoint.kind === "guard")
    return beforeText(deed.restore.verb);
  const wentBefore = deed.restore?.before ?? null;
  const title = `“${shortenAtWord(wentBefore ?? deedTitle(deed, voice), 40)}”`;
  const isBefore =
    wentBefore !== null ||
    (deed.kind === "turn" && checkpoint.moment < deed.after);
  return isBefore ? l10n.t("before {0}", title) : title;
}

/** What the guard of a restore is called: it has what the restore replaced. */
function beforeText(verb: RestoreVerb): string {
  switch (verb) {
    case "restore":
      return l10n.t("before the restore");
    case "undo":
      return l10n.t("before the undo");
    case "redo":
      return l10n.t("before the redo");
    case "revert":
      return l10n.t("before the revert");
    case "thread":
      return l10n.t("before going back");
  }
}

function sum(
  rows: readonly ChangeRow[],
  of: (row: ChangeRow) => number | null,
): number {
  return rows.reduce((total, row) => total + (of(row) ?? 0), 0);
}
