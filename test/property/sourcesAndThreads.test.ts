import assert from "node:assert/strict";
import type { RevertRequest } from "../../src/engine/api";
import { isAgent } from "../../src/engine/model/sources";
import { errorOf, restore, undo } from "../helpers/history";
import { Random, seedOf, soakFactor } from "../helpers/random";
import type { Author } from "./authors";
import { AUTHORS } from "./authors";
import type { Said } from "./conversations";
import { Conversations } from "./conversations";

const HISTORIES = 60 * soakFactor();
const STEPS = 30;
const AGENTS = AUTHORS.filter(({ thread }) => thread !== undefined);

describe("several sources and threads on one folder", () => {
  const seed = seedOf(4);

  it(`are kept apart, and no kept point changes, in ${HISTORIES} histories`, async function () {
    this.timeout(HISTORIES * 10_000);
    const done: Record<string, number> = {};
    for (let n = 0; n < HISTORIES; n++) {
      const one = new Conversations(new Random(seed + n));
      try {
        await one.open();
        for (let i = 0; i < STEPS; i++) await step(one, done);
        one.assertHistory();
      } catch (error) {
        throw new Error(
          `seed ${seed + n} (set CHECKPOINT_SEED to it): ${one.log.join("; ")}`,
          { cause: error },
        );
      } finally {
        one.dispose();
      }
    }
    const counts = Object.entries(done).map(
      ([what, times]) => `${times} ${what}`,
    );
    console.log(`    seed ${seed}: ${counts.sort().join(", ")}`);
    for (const what of [
      "revert by source",
      "revert by thread",
      "revert by message",
      "edit of a message",
      "prune",
      "compact",
      "not kept",
    ])
      assert.ok((done[what] ?? 0) > HISTORIES / 10, `too few: ${what}`);
  });
});

/** Does one step, verifies the result, and counts the kind of step. */
async function step(one: Conversations, done: Record<string, number>) {
  const { random } = one;
  const choices: [number, () => string | Promise<string>][] = [
    [10, () => work(one)],
    [4, () => say(one)],
    [1, () => named(one)],
    [3, () => revertSource(one)],
    [2, () => revertThread(one)],
    [2, () => revertMessage(one)],
    [3, () => editMessage(one)],
    [1, () => restorePoint(one)],
    [1, () => tidy(one, "prune")],
    [1, () => tidy(one, "compact")],
    [1, () => reopen(one)],
  ];
  let at = random.below(choices.reduce((sum, [weight]) => sum + weight, 0));
  const [, act] = choices.find(([weight]) => (at -= weight) < 0)!;
  const what = await act();
  done[what] = (done[what] ?? 0) + 1;
  one.log.push(what);
  one.assertFiles(one.folder.files(), `the folder after ${what}`);
}

function work(one: Conversations): string {
  one.work(one.random.pick(AUTHORS));
  return "work";
}

function say(one: Conversations): string {
  one.say(one.random.pick(AGENTS));
  return "message";
}

function named(one: Conversations): string {
  const kind = one.random.pick(["manual", "automatic", "session"] as const);
  one.engine.checkpoint({ kind });
  return "checkpoint";
}

async function reopen(one: Conversations): Promise<string> {
  await one.open();
  return "reopen";
}

function tidy(one: Conversations, how: "prune" | "compact"): string {
  if (how === "prune") one.prune();
  else one.engine.compact();
  one.assertHistory();
  return how;
}

function restorePoint(one: Conversations): string {
  const moments = one.momentsAfter(0).filter((n) => one.isKept(n));
  const moment = one.random.pick(moments);
  const before = one.folder;
  const { restoreId } = restore(one.engine, { to: `@${moment}` });
  const { files } = one.at(moment);
  one.assertFiles(files, `the folder restored to @${moment}`);
  if (restoreId === null) return "nothing";
  one.rememberMixed(files);
  goBack(one, before);
  return "restore";
}

function revertSource(one: Conversations): string {
  const { source } = one.random.pick(AUTHORS);
  const authors = AUTHORS.filter((author) => author.source === source);
  const since = one.random.chance(0.5)
    ? one.random.pick(one.momentsAfter(0).filter((n) => one.isKept(n)))
    : undefined;
  return revert(
    one,
    "revert by source",
    { source, since: since === undefined ? undefined : `@${since}` },
    authors,
    since,
  );
}

function revertThread(one: Conversations): string {
  const author = one.random.pick(AGENTS);
  if (!one.said.some((said) => said.author === author)) return "nothing";
  // A thread whose source has only one gets everything its source does; here
  // everything is recorded with its thread, so that makes no difference.
  return revert(one, "revert by thread", { thread: author.thread }, [author]);
}

function revert(
  one: Conversations,
  what: string,
  request: RevertRequest,
  authors: readonly Author[],
  since?: number,
): string {
  const isTheirs = (n: number) => authors.includes(one.at(n).author!);
  if (since !== undefined && since < one.pruned) {
    errorOf(() => one.engine.planRevert(request), "not-kept");
    return "not kept";
  }
  const from = Math.max(since ?? 0, one.pruned, 1);
  if (!one.momentsAfter(from).some(isTheirs)) {
    errorOf(() => one.engine.planRevert(request));
    return "nothing";
  }
  const expected = one.folder.with(authors, one.at(from).folder);
  apply(one, request, expected);
  return what;
}

/** What one message changed is removed; what later ones changed stays. */
function revertMessage(one: Conversations): string {
  if (one.said.length === 0) return "nothing";
  const said = one.random.pick(one.said);
  const { author, id, moment } = said;
  const request = { thread: author.thread, message: id };
  if (moment < one.pruned) {
    errorOf(() => one.engine.planRevert(request), "not-kept");
    return "not kept";
  }
  const next = laterOf(one, said)[0];
  const until = next?.moment ?? one.last;
  const isTheirs = (n: number) => one.at(n).author === author;
  if (!one.momentsAfter(Math.max(moment, 1), until).some(isTheirs)) {
    errorOf(() => one.engine.planRevert(request), "not-found");
    return "nothing";
  }
  const [before, after] = [one.at(moment).folder, one.at(until).folder];
  const own = after.keysThatDiffer(author, before);
  const since = one.folder.keysThatDiffer(author, after);
  // Changed again since: the right result is for a person to decide.
  if (since.some((key) => own.includes(key))) return "nothing";
  const only = one.folder.with([author], before);
  const expected = only.withKeys(author, since, one.folder);
  apply(one, request, expected);
  return "revert by message";
}

function apply(
  one: Conversations,
  request: RevertRequest,
  expected: Conversations["folder"],
): void {
  const before = one.folder;
  const { plan, conflicts } = one.engine.planRevert(request);
  assert.deepEqual(conflicts, []);
  const report = one.engine.applyRestore(plan.id);
  assert.ok(report.applied);
  one.assertFiles(expected.files(), `the folder after ${plan.target.label}`);
  if (report.restoreId === null) return;
  one.rememberMixed(expected.files());
  goBack(one, before);
}

/** Undoes the restore: the folder must be as before. */
function goBack(one: Conversations, before: Conversations["folder"]): void {
  undo(one.engine);
  one.folder = before;
  one.assertFiles(before.files(), "the folder after the undo");
  one.remember(null);
}

/** The folder as it was at a message, except what only others changed since. */
function editMessage(one: Conversations): string {
  if (one.said.length === 0) return "nothing";
  const said = one.random.pick(one.said);
  const { author, id, moment } = said;
  const request = { thread: author.thread!, message: id };
  if (!one.isKept(moment)) {
    errorOf(() => one.engine.editMessage(request), "not-kept");
    return "not kept";
  }
  const before = one.folder;
  const later = laterOf(one, said).map((message) => message.id);
  const asked = one.engine.editMessage(request);
  assert.deepEqual(asked.deletedMessages, later);
  one.assertFiles(before.files(), "the folder after asking");
  const edit = one.engine.editMessage({ ...request, apply: true });
  assert.ok(edit.applied);
  const edited =
    moment >= one.pruned
      ? editedFiles(one, author, moment)
      : // Who changed what was partly forgotten: each file is one or the other.
        one.filesOf([one.at(moment).files, before.files()]);
  one.assertFiles(edited, `the folder at ${id}`);
  assert.deepEqual(deletedIn(one, author), later);
  if (edit.restorations.length > 0 || later.length > 0) {
    one.rememberMixed(edited);
    goBack(one, before);
  }
  assert.deepEqual(deletedIn(one, author), []);
  return "edit of a message";
}

function editedFiles(one: Conversations, author: Author, moment: number) {
  const then = one.at(moment).files;
  const now = one.folder.files();
  const result = new Map<string, string>();
  for (const path of new Set([...then.keys(), ...now.keys()])) {
    const text = isOthers(one, path, author, moment)
      ? now.get(path)
      : then.get(path);
    if (text !== undefined) result.set(path, text);
  }
  return result;
}

/** True if since that moment only other threads or agents changed the path. */
function isOthers(
  one: Conversations,
  path: string,
  author: Author,
  moment: number,
): boolean {
  const by = one.changersOf(path, moment);
  return (
    by.length > 0 &&
    by.every(({ source, thread }) =>
      thread === undefined
        ? isAgent(source) && source !== author.source
        : thread !== author.thread,
    )
  );
}

function laterOf(one: Conversations, said: Said): Said[] {
  const own = one.said.filter(({ author }) => author === said.author);
  return own.slice(own.indexOf(said) + 1);
}

function deletedIn(one: Conversations, { thread }: Author): string[] {
  const { messages } = one.engine.thread(thread!);
  return messages.filter((m) => m.deleted).map((m) => m.id);
}
