import type { DeedFilter, DeedGrouping } from "../api";
import type { Context } from "../context";
import type { DeedGroup } from "../model/deedFacts";
import { localTime } from "../model/localTime";
import { workspacePath } from "../model/workspacePath";
import { numbersWithText } from "../store/index/queries/checkpointPage";
import {
  branchesByNumber,
  momentsChanging,
  promptsWithText,
  topFoldersByMoment,
} from "../store/index/queries/deeds";

/** Returns the deeds that match, newest first. */
export function matching(
  context: Context,
  all: readonly DeedGroup[],
  filter: DeedFilter,
): DeedGroup[] {
  const tests = testsOf(context, filter);
  const found: DeedGroup[] = [];
  for (let i = all.length - 1; i >= 0; i--) {
    const deed = all[i]!;
    if (tests.every((test) => test(deed))) found.push(deed);
  }
  return found;
}

type Test = (deed: DeedGroup) => boolean;

function testsOf(context: Context, filter: DeedFilter): Test[] {
  const { index } = context.store;
  const { kinds, source, path, thread: inThread, text, group, ids } = filter;
  const tests: Test[] = [];
  if (ids) {
    const wanted = new Set(ids);
    tests.push(({ id }) => wanted.has(id));
  }
  const { checkpoint } = filter;
  if (checkpoint !== undefined)
    tests.push(({ points }) => points.some((p) => p.number === checkpoint));
  if (source !== undefined) tests.push(({ author }) => author === source);
  if (inThread !== undefined) tests.push(({ thread }) => thread === inThread);
  if (kinds?.length)
    tests.push(({ points }) => points.some(({ kind }) => kinds.includes(kind)));
  if (path !== undefined && path !== "") {
    const touching = momentsChanging(index, workspacePath(path));
    tests.push(({ moments }) => moments.some((n) => touching.has(n)));
  }
  if (text !== undefined && text !== "") {
    const numbers = new Set(numbersWithText(index, text));
    const prompts = promptsWithText(index, text);
    tests.push(
      ({ points, thread, message }) =>
        points.some(({ number }) => numbers.has(number)) ||
        (message !== null && prompts.has(`${thread}\n${message}`)),
    );
  }
  if (group) {
    const keysOf = groupKeys(context, group.by);
    tests.push((deed) => keysOf(deed).includes(group.key));
  }
  return tests;
}

/** Keys that no branch, folder or author can have. */
export const NONE = "";
export const DETACHED = " detached";

/** Returns the groups that a deed is in; only by folder may there be several. */
export function groupKeys(
  context: Context,
  by: DeedGrouping,
): (deed: DeedGroup) => string[] {
  const { index } = context.store;
  switch (by) {
    case "day":
      return byDay();
    case "kind":
      return ({ kind }) => [kind];
    case "thread":
      return ({ thread }) => [thread ?? NONE];
    case "agent":
      return ({ author }) => [author];
    case "branch": {
      const branches = branchesByNumber(index);
      return ({ points }) => {
        const number = points.at(-1)?.number;
        if (number === undefined || !branches.has(number)) return [NONE];
        return [branches.get(number) ?? DETACHED];
      };
    }
    case "folder": {
      const folders = topFoldersByMoment(index);
      return ({ moments }) => {
        const own = new Set(moments.flatMap((n) => folders.get(n) ?? []));
        return own.size === 0 ? [NONE] : [...own];
      };
    }
  }
}

/** The local day of each deed; deeds of one day, which are neighbours, ask the calendar once. */
function byDay(): (deed: DeedGroup) => string[] {
  let [startMs, endMs, keys] = [0, 0, [""]];
  return (deed) => {
    if (deed.startMs < startMs || deed.startMs >= endMs) {
      const at = new Date(deed.startMs);
      const [year, month, day] = [
        at.getFullYear(),
        at.getMonth(),
        at.getDate(),
      ];
      startMs = new Date(year, month, day).getTime();
      endMs = new Date(year, month, day + 1).getTime();
      keys = [localTime(deed.startMs).slice(0, 10)];
    }
    return keys;
  };
}
