import type { Context } from "../context";
import type { RestorePlan } from "../model/restorePlan";

/**
 * SQL that is true for a row of `content` that must stay: a version has it, or a
 * restore that has not ended needs it to go on or back.
 */
export function livingSql({ store }: Context): string {
  const { index } = store;
  const versions =
    "id IN (SELECT content FROM version WHERE content IS NOT NULL)";
  const ids = index.sql
    .all("SELECT plan FROM restore WHERE state = 'begun'")
    .flatMap(([plan]) => hashesOf(JSON.parse(String(plan)) as RestorePlan))
    .map((hash) => index.contentId(hash))
    .filter((id) => id !== undefined);
  return ids.length === 0
    ? versions
    : `(${versions} OR id IN (${ids.join(",")}))`;
}

function hashesOf({ writes, deletes }: RestorePlan): string[] {
  const before = [...writes, ...deletes].map((op) => op.before?.hash);
  const after = writes.map((op) => op.after.hash);
  return [...before, ...after].filter((hash) => hash !== undefined);
}
