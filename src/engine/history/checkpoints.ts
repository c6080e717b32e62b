import type {
  CheckpointPage,
  CheckpointRequest,
  ListFilter,
  Run,
} from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { asWriter } from "../context";
import type {
  ChangePaths,
  Checkpoint,
  CheckpointDetail,
  GitState,
} from "../model/checkpoint";
import { DIRTY_KEPT } from "../model/checkpoint";
import { CheckpointError } from "../model/errors";
import { PERSON } from "../model/sources";
import { parseCheckpointOptions } from "../model/checkpointOptions";
import { parseEndTime, parseTime } from "../model/reference";
import { workspacePath } from "../model/workspacePath";
import type { CheckpointRecord, EditRecord } from "../store/records";
import type { Value } from "../store/sql";
import { momentBefore } from "../store/pointBefore";
import { changesBetween } from "../store/states";
import { readGitState, smallFileReader } from "../workspace/gitState";
import { expire } from "../retention/prune";
import { resolveCheckpoint, resolvePoint } from "./points";
import { CHECKPOINT_COLUMNS, checkpointWhere, toCheckpoint } from "./rows";

/** Captures, unless told not to, and names the moment. */
export function createCheckpoint(
  context: Context,
  request: CheckpointRequest = {},
  run?: Run,
): Checkpoint {
  const options = parseCheckpointOptions(request);
  const checkpoint = asWriter(context, run, () => {
    const { paths, unsaved, force } = request;
    if (request.capture !== false || context.store.index.lastMoment === 0)
      capture(
        context,
        {
          paths,
          unsaved,
          force,
          // What a scan happens to find was not made by whoever asks for it,
          // unless an agent names what it has just done.
          source: PERSON.has(options.source) ? "outside" : options.source,
          thread: options.thread ?? undefined,
        },
        run,
      );
    const { index } = context.store;
    const at = context.clock.now();
    const record: CheckpointRecord = {
      t: "checkpoint",
      id: context.newId(),
      number: index.nextNumber,
      moment: index.lastMoment,
      at,
      git: gitStateNow(context),
      ...options,
    };
    context.store.append([record], "by-end");
    const made = checkpointWhere(index.sql, "id = ?", record.id)!;
    expire(context, made.kind);
    return made;
  });
  context.emit({ type: "created", checkpoint });
  return checkpoint;
}

export function listCheckpoints(
  context: Context,
  filter: ListFilter = {},
): CheckpointPage {
  const { sql } = context.store.index;
  const where: string[] = ["1"];
  const values: Value[] = [];
  const add = (condition: string, ...more: Value[]) => {
    where.push(condition);
    values.push(...more);
  };
  const now = context.clock.now();
  if (filter.kinds)
    add(`kind IN (${filter.kinds.map(() => "?").join(",")})`, ...filter.kinds);
  if (filter.source !== undefined) add("source = ?", filter.source);
  if (filter.imports === false) add("source <> 'import'");
  if (filter.thread !== undefined) add("thread = ?", filter.thread);
  if (filter.task !== undefined)
    add("instr(task, ?) > 0", JSON.stringify(filter.task));
  if (filter.since !== undefined) add("at >= ?", parseTime(filter.since, now));
  if (filter.until !== undefined)
    add("at <= ?", parseEndTime(filter.until, now));
  if (filter.text !== undefined)
    add(`number IN (${numbersThatSay(context, filter.text).join(",")})`);
  if (filter.path !== undefined && filter.path !== "") {
    const numbers = numbersThatChanged(context, workspacePath(filter.path));
    add(`number IN (${numbers.join(",")})`);
  }
  const total = sql.number(
    `SELECT count(*) FROM checkpoint WHERE ${where.join(" AND ")}`,
    ...values,
  );
  if (filter.before !== undefined) add("number < ?", filter.before);
  const limit = limitOf(filter.limit, 50);
  const checkpoints: Checkpoint[] = [];
  let hasMore = false;
  sql.each(
    `SELECT ${CHECKPOINT_COLUMNS} FROM checkpoint WHERE ${where.join(" AND ")}
     ORDER BY number DESC LIMIT ?`,
    [...values, limit + 1],
    (row) => {
      if (checkpoints.length < limit)
        checkpoints.push(toCheckpoint(sql, row, true));
      else hasMore = true;
    },
  );
  return {
    checkpoints,
    next: hasMore ? checkpoints.at(-1)!.number : null,
    total,
  };
}

export function getCheckpoint(context: Context, ref: string): CheckpointDetail {
  const checkpoint = resolveCheckpoint(context, ref);
  return { ...checkpoint, filesChanged: changesOf(context, checkpoint) };
}

/** The paths a point changed against the checkpoint before it. */
export function changesAt(context: Context, ref: string): ChangePaths {
  const { checkpoint, moment } = resolvePoint(context, ref);
  if (checkpoint) return changesOf(context, checkpoint);
  return pathsBetween(context, moment - 1, moment);
}

export function pathsBetween(
  context: Context,
  from: number,
  to: number,
): ChangePaths {
  const paths: ChangePaths = { added: [], modified: [], deleted: [] };
  for (const change of changesBetween(context.store.index.sql, from, to)) {
    if (change.layer !== "disk") continue;
    if (!change.before) paths.added.push(change.path);
    else if (change.after) paths.modified.push(change.path);
    else if (!change.released) paths.deleted.push(change.path);
  }
  return paths;
}

export function editCheckpoint(
  context: Context,
  ref: string,
  set: Omit<EditRecord, "t" | "id">,
): Checkpoint {
  const checkpoint = asWriter(context, undefined, () => {
    const { id } = resolveCheckpoint(context, ref);
    context.store.append([{ t: "edit", id, ...set }]);
    return checkpointWhere(context.store.index.sql, "id = ?", id)!;
  });
  context.emit({ type: "edited", checkpoint });
  return checkpoint;
}

export function deleteCheckpoints(
  context: Context,
  refs: readonly string[],
  force = false,
): { deleted: number[] } {
  const deleted = asWriter(context, undefined, () => {
    // All are looked up before the first goes, so that `latest` means one thing.
    const found = refs.map((ref) => resolveCheckpoint(context, ref));
    const kept = found.find((c) => c.pinned || c.kind === "feature");
    if (kept && !force)
      throw new CheckpointError(
        "protected",
        `Checkpoint #${kept.number} is ${kept.pinned ? "pinned" : "a feature checkpoint"} and is kept until you insist.`,
        {
          hint: kept.pinned
            ? "Unpin it, or delete it with force (--force)."
            : "Delete it with force (--force).",
          data: { number: kept.number },
        },
      );
    const ids = [...new Set(found.map((c) => c.id))];
    if (ids.length > 0) context.store.append([{ t: "drop", ids }]);
    return [...new Set(found.map((c) => c.number))];
  });
  if (deleted.length > 0) context.emit({ type: "deleted", numbers: deleted });
  return { deleted };
}

export function limitOf(limit: number | undefined, usual: number): number {
  if (limit === undefined) return usual;
  if (Number.isInteger(limit) && limit > 0) return Math.min(limit, 100_000);
  throw new CheckpointError(
    "bad-input",
    "The limit must be a whole number above zero.",
  );
}

function changesOf(context: Context, checkpoint: Checkpoint): ChangePaths {
  const { sql } = context.store.index;
  const before = momentBefore(sql, checkpoint.number);
  return pathsBetween(context, before, checkpoint.moment);
}

/** Numbers of the checkpoints with a text in their words; SQLite knows the case of a to z only. */
function numbersThatSay(context: Context, text: string): number[] {
  const wanted = text.toLowerCase();
  return context.store.index.sql
    .all("SELECT number, name, description FROM checkpoint")
    .filter(([, ...words]) =>
      words.some((word) =>
        String(word ?? "")
          .toLowerCase()
          .includes(wanted),
      ),
    )
    .map(([number]) => number as number);
}

/** Numbers of the checkpoints whose own changes touch a file or folder. */
function numbersThatChanged(context: Context, path: string): number[] {
  const rows = context.store.index.sql.all(
    `WITH touched AS (
       SELECT v.born AS n FROM path p JOIN version v ON v.path = p.id
         WHERE p.path = ?1 OR (p.path > ?2 AND p.path < ?3)
       UNION SELECT v.died FROM path p JOIN version v ON v.path = p.id
         WHERE (p.path = ?1 OR (p.path > ?2 AND p.path < ?3)) AND v.died IS NOT NULL)
     SELECT DISTINCT (SELECT number FROM checkpoint c WHERE c.moment >= t.n ORDER BY c.moment, c.number LIMIT 1)
     FROM touched t`,
    path,
    path + "/",
    path + "0",
  );
  return rows.map((row) => row[0]).filter((n): n is number => n !== null);
}

/**
 * Branch and commit from `.git`, and what changed since our history first saw
 * that commit: dirty, as far as we can tell.
 */
function gitStateNow(context: Context): GitState | null {
  const head = readGitState(smallFileReader(context.disk), context.root);
  if (!head) return null;
  const { index } = context.store;
  if (index.meta("commit") !== (head.commit ?? ""))
    return { ...head, dirtyFiles: [], dirtyCount: 0 };
  const dirty = context.dirty.since(index, index.metaNumber("commitSince"));
  return {
    ...head,
    dirtyFiles: dirty.slice(0, DIRTY_KEPT),
    dirtyCount: dirty.length,
  };
}
