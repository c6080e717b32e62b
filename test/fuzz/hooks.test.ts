import assert from "node:assert/strict";
import path from "node:path";
import { realRoot } from "../../src/host/stores";
import { allRegistered } from "../../src/host/registry";
import {
  allFixtures,
  ended,
  fixture,
  hook,
  logOf,
  recorded,
} from "../agents/hooks/hooking";
import { Random, seedOf, soakFactor } from "../helpers/random";
import { Subject } from "./subject";
import { assertNoStack, value, word } from "./words";

const CASES = 100 * soakFactor();
/**
 * Every Nth event uses the command itself, which starts Node; the others use the
 * launcher.
 */
const BY_COMMAND = 25;

const AGENTS = [
  "claude-code",
  "codex",
  "cursor",
  "gemini",
  "copilot",
  "generic",
];

describe("random hook events", function () {
  this.timeout(300_000 * soakFactor());
  const seed = seedOf(33);
  let subject: Subject;

  before(async () => {
    subject = await new Subject().begin();
  });
  after(async () => {
    await ended(subject.place);
    subject.end();
  });

  it(`${CASES} times: the agent continues, no file changes, and the log has no stack trace`, async () => {
    console.log(`      seed ${seed}`);
    const { place } = subject;
    const files = place.files();
    let unread = 0;
    for (let i = 0; i < CASES; i++) {
      const random = new Random(seed + i * 7919);
      const { args, input } = event(random, subject);
      const what = `case ${i}: hook ${JSON.stringify(args)} < ${input.slice(0, 1000)}`;
      const isUnread = asObject(input) === null;
      // An unreadable event is refused; earlier ones must be handled first.
      if (isUnread) await recorded(place);
      const before = isUnread ? subject.state() : null;
      const front = i % BY_COMMAND === 0 ? "command" : "launcher";
      const { code, stdout, stderr } = await hook(place, front, args, input);
      assert.equal(code, 0, what);
      assert.equal(stderr, "", what);
      // An agent would treat any other output as an answer of ours.
      if (stdout.trim() !== "")
        assert.ok(asObject(stdout), `${what}\n${stdout}`);
      if (!before) continue;
      unread++;
      await recorded(place);
      subject.assertUnchanged(before, what);
    }
    await recorded(place);
    assert.deepEqual(place.files(), files);
    assertNoStack(logOf(place), "the hooks' log");
    const roots = allRegistered(place.dataDir).map(({ root }) => root);
    for (const root of roots)
      assert.ok(
        root.startsWith(realRoot(subject.base) + path.sep),
        `a history of ${root} was begun`,
      );
    subject.assertSound("in the end");
    console.log(`      ${unread} could not be read`);
    assert.ok(unread > CASES / 50 && unread < CASES, "all or nothing was read");
  });
});

function asObject(text: string): object | null {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

/** A recorded event with something wrong in it, or no event at all. */
function event(
  random: Random,
  { place, base }: Subject,
): { args: string[]; input: string } {
  const name = random.pick(allFixtures());
  const agent = name.split("/")[0]!.replace(/-(cli|vscode)$/, "");
  const args = random.chance(0.9) ? [agent] : [random.pick(AGENTS)];
  if (random.chance(0.1)) args.push(clean(word(random, "text")));
  const payload = fixture(name, place.root) as Record<string, unknown>;
  for (let n = random.below(3); n > 0; n--) mutate(random, payload);
  for (const key of ["cwd", "workspace_roots", "workspaceRoots"])
    if (key in payload && random.chance(0.15))
      payload[key] = random.pick<unknown>([
        ...["", ".", "nope", "src", 7, null, [], {}, "/no/such/folder"],
        ...["/", "/etc", "/proc/self", "/dev", "/usr/lib", place.env["HOME"]],
        ...[
          path.join(place.root, "a.txt"),
          path.join(base, "other"),
          place.root,
        ],
      ]);
  let input = JSON.stringify(payload);
  if (random.chance(0.08)) input = input.slice(0, random.below(input.length));
  if (random.chance(0.05)) input = clean(word(random, "text"));
  if (random.chance(0.05)) input = JSON.stringify(value(random));
  return { args, input };
}

/** Removes or replaces a part of an object. */
function mutate(random: Random, object: Record<string, unknown>): void {
  const keys = Object.keys(object);
  if (keys.length === 0) return;
  const key = random.pick(keys);
  const inside = object[key];
  // The agent's folder stays below the folder of this test: see `event`.
  if (/cwd|root|path|dir/i.test(key)) return;
  if (typeof inside === "object" && inside !== null && random.chance(0.6))
    return mutate(random, inside as Record<string, unknown>);
  if (random.chance(0.3)) delete object[key];
  else object[key] = random.chance(0.5) ? value(random) : word(random, "path");
}

/** Arguments cannot contain NUL. */
function clean(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
