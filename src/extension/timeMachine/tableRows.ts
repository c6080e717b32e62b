import { authorName, linesText } from "../../wording/deeds";
import { voice } from "../text/voice";
import type { Strip } from "./protocol";
import { bucketText, markText, timeText } from "./stripText";
import { timeAt } from "./timeSpan";

/** A row of the table view: a bar or a mark of the strip. */
export interface TableRow {
  /** Where the playhead goes. */
  atMs: number;
  time: string;
  who: string;
  what: string;
  files: number | null;
  lines: string;
}

/** A screen reader does not go through more rows than this. */
export const MOST_ROWS = 500;

/** Returns everything that the strip draws, the newest first. */
export function tableRows(strip: Strip, locale: string): TableRow[] {
  const { fromMs, toMs, nowMs, buckets, folders } = strip;
  const span = { fromMs, toMs };
  const nameOf = (name: string) => (folders.length > 1 ? `${name}: ` : "");
  const rows = folders.flatMap((folder) => [
    ...folder.lanes.flatMap(({ source, bars }) =>
      bars.map(([bucket, , files, added, removed]): TableRow => {
        const bucketSpan = {
          fromMs: timeAt(span, bucket / buckets),
          toMs: timeAt(span, (bucket + 1) / buckets),
        };
        return {
          atMs: Math.min(Math.floor(bucketSpan.toMs), toMs),
          time: bucketText(bucketSpan, nowMs, locale),
          who: nameOf(folder.name) + authorName(source, voice),
          what: "",
          files,
          lines: added >= 0 ? linesText({ added, removed }) : "",
        };
      }),
    ),
    ...folder.marks.map((mark): TableRow => ({
      atMs: mark.atMs,
      time: timeText(mark.atMs, nowMs, locale),
      who: nameOf(folder.name) + authorName(mark.source, voice),
      what: markText(mark),
      files: null,
      lines: "",
    })),
  ]);
  return rows.sort((a, b) => b.atMs - a.atMs).slice(0, MOST_ROWS);
}
