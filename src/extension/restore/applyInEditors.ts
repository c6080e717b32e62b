import type {
  RestoreReport,
  UnsavedText,
} from "../../engine/model/restorePlan";
import type { FolderSession } from "../session/folders";
import { log } from "../log";
import {
  clearDeleted,
  showRestored,
  unchangedSince,
  type EditorsOutcome,
} from "./editorsAfterRestore";

/** One folder's result; `editors` is absent if nothing was restored. */
export interface RestoredStep {
  session: FolderSession;
  report: RestoreReport;
  editors?: EditorsOutcome;
}

/** What the user agreed to, as far as editors are concerned. */
export interface Agreed {
  /** The unsaved texts when the plan was made. */
  editors: readonly UnsavedText[];
  deleted: readonly string[];
}

/**
 * Restores, then updates the editors and what is recorded about them. Text typed after the
 * plan was made stays in its editor.
 */
export async function applyInEditors(
  session: FolderSession,
  { editors: planned, deleted }: Agreed,
  apply: (editors: UnsavedText[]) => Promise<RestoreReport>,
): Promise<RestoredStep> {
  const before = session.unsavedTexts();
  const agreed = unchangedSince(planned, before);
  const putBack = await clearDeleted(session, deleted, agreed);
  let report: RestoreReport;
  try {
    report = await apply(before);
  } catch (error) {
    await putBack();
    throw error;
  }
  if (!report.applied) {
    await putBack();
    return { session, report };
  }
  const editors = await showRestored(session, report.plan, agreed);
  try {
    const moment = await recordTexts(session, deleted, before, editors);
    return {
      session,
      report: { ...report, moment: moment ?? report.moment },
      editors,
    };
  } catch (error) {
    // The files are restored, and that is reported. The recorder will read the editors again.
    log.error("The editors after a restore could not be recorded", error);
    return { session, report, editors };
  }
}

/**
 * Records the editors' texts after a restore: those that it discarded or brought back as
 * changes by the restore, those typed meanwhile as the user's. Returns the last moment;
 * undefined if no editor is involved.
 */
async function recordTexts(
  session: FolderSession,
  deleted: readonly string[],
  before: readonly UnsavedText[],
  { texts }: EditorsOutcome,
): Promise<number | undefined> {
  const now = new Map(
    session.unsavedTexts().map(({ path, text }) => [path, text]),
  );
  const made = new Map([
    ...deleted.map((path): [string, string | null] => [path, null]),
    ...texts,
  ]);
  const paths = new Set([...before.map(({ path }) => path), ...made.keys()]);
  const all = [...paths].map((path) => ({ path, text: now.get(path) ?? null }));
  const isOurs = ({ path, text }: UnsavedText) => made.get(path) === text;
  const typed = all.filter((each) => !isOurs(each));
  let moment: number | undefined;
  for (const [source, unsaved] of [
    ["restore", all.filter(isOurs)],
    ["editor", typed],
  ] as const) {
    if (unsaved.length === 0) continue;
    const request = { paths: [], unsaved, source };
    moment = (await session.engine.capture(request)).moment;
  }
  return moment;
}

/** Which of these paths have an editor with unsaved text. */
export function unsavedAmong(
  editors: readonly UnsavedText[],
  paths: readonly string[],
): string[] {
  const among = new Set(paths);
  return editors
    .filter(({ path, text }) => text !== null && among.has(path))
    .map(({ path }) => path);
}
