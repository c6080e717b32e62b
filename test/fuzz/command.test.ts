import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import type { Command } from "../../src/cli/line/command";
import type { Option } from "../../src/cli/line/option";
import { GLOBAL_OPTIONS } from "../../src/cli/line/option";
import { loadVerb, VERB_NAMES } from "../../src/cli/verbs";
import { DIST } from "../agents/place";
import { Random, seedOf, soakFactor } from "../helpers/random";
import { CommandHost } from "../cli/commandHost";
import type { Ran } from "../cli/commandHost.entry";
import { Subject } from "./subject";
import { assertNoStack, word, type Meant } from "./words";

const CASES = 100 * soakFactor();
/** Every Nth line runs in its own process, as a shell would start it. */
const OWN_PROCESS = 10;

/**
 * These wait for input, or speak a protocol: mcp and hook have their own fuzzers.
 */
const OTHERS = new Set(["watch", "mcp", "hook"]);
/** Like a shell, these exit with 127 if there is no such program. */
const RUNNERS = new Set(["guard", "check", "run"]);
/** Programs for verbs that run one. */
const PROGRAMS = [["true"], ["false"], ["no-such-program"], [""], []];

describe("random command lines", function () {
  this.timeout(120_000 * soakFactor());
  const seed = seedOf(31);
  let subject: Subject;
  let host: CommandHost;

  before(async () => {
    subject = await new Subject().begin();
    const { root, env } = subject.place;
    host = new CommandHost(root, env);
  });
  after(async () => {
    await host.end();
    subject.end();
  });

  it(`${CASES} times: an error message, an exit code, and nothing changed by a refusal`, async () => {
    console.log(`      seed ${seed}`);
    const codes = new Map<number, number>();
    for (let i = 0; i < CASES; i++) {
      const random = new Random(seed + i * 7919);
      if (i % 10 === 0) subject.change(i);
      const { verb, argv } = await line(random, subject.base);
      const what = `case ${i}: checkpoint ${JSON.stringify(argv).slice(0, 1000)}`;
      const before = subject.state();
      const { code, out } =
        i % OWN_PROCESS === 0 ? alone(subject, argv) : await host.run(argv);
      codes.set(code, (codes.get(code) ?? 0) + 1);
      // Like a shell, those that run a program exit with 127 if there is none.
      const isEnd = code <= 3 || (RUNNERS.has(verb) && code === 127);
      assert.ok(isEnd, `${what}\nended with ${code}\n${out}`);
      assertNoStack(out, what);
      // They record the folder before the program runs, and a check its failure. A
      // wrong usage is refused before that.
      const mayRecord = (verb === "guard" || verb === "check") && code !== 2;
      if (code !== 0 && !mayRecord) subject.assertUnchanged(before, what);
      // The exit code of run is its program's, which need not say anything.
      if (code !== 0 && verb !== "run")
        assert.notEqual(out.trim(), "", `${what} says nothing`);
    }
    subject.assertSound("in the end");
    const told = [...codes].sort().map(([code, n]) => `${code}: ${n}`);
    console.log(`      exit codes ${told.join(", ")}`);
    assert.ok((codes.get(0) ?? 0) > CASES / 20, "hardly any call got through");
    assert.ok((codes.get(2) ?? 0) > CASES / 20, "hardly any call was refused");
  });
});

/** A line for a verb: mostly well-formed, with some words that do not fit. */
async function line(
  random: Random,
  base: string,
): Promise<{ verb: string; argv: string[] }> {
  const verb = random.pick(VERB_NAMES.filter((name) => !OTHERS.has(name)));
  const command = await loadVerb(verb);
  const argv = [...operands(random, command), ...options(random, command)];
  if (random.chance(0.3)) argv.sort(() => random.next() - 0.5);
  const first = random.chance(0.03) ? [word(random, "text")] : verb.split(" ");
  const rest = restOf(random, command);
  if (random.chance(0.3)) argv.push("--json");
  if ("yes" in (command.options ?? {}) && random.chance(0.7))
    argv.push("--yes");
  if (random.chance(0.05))
    argv.push(
      "--workspace",
      random.pick(["", "nope", "a.txt", "src", path.join(base, "other")]),
    );
  if (random.chance(0.05))
    argv.push("--store", random.pick(["", "a.txt", path.join(base, "kept")]));
  // Arguments cannot contain NUL, and only complete characters arrive.
  const whole = [...first, ...argv, ...rest].map((one) =>
    one.replaceAll("\0", "").toWellFormed(),
  );
  return { verb, argv: whole };
}

function operands(random: Random, { operands = [] }: Command): string[] {
  const words = operands.flatMap(({ name, complete, isOptional, isMany }) => {
    if (random.chance(isOptional ? 0.4 : 0.1)) return [];
    const count = isMany ? random.between(1, 3) : 1;
    return Array.from({ length: count }, () =>
      Array.isArray(complete) && random.chance(0.8)
        ? random.pick(complete as string[])
        : word(random, meant(complete, name)),
    );
  });
  return random.chance(0.1) ? [...words, word(random, "text")] : words;
}

function meant(complete: unknown, name: string): Meant {
  if (complete === "ref" || /REF|FROM|TO|SINCE/.test(name)) return "ref";
  return complete === "file" || complete === "folder" ? "path" : "text";
}

function options(random: Random, { options = {} }: Command): string[] {
  const known = Object.entries<Option>({
    ...options,
    ...GLOBAL_OPTIONS,
  }).filter(([name]) => !["workspace", "store", "help"].includes(name));
  return Array.from({ length: random.pick([0, 0, 1, 1, 2]) }, () => {
    const [name, option] = random.pick(known);
    const flag = random.chance(0.05) ? `--${name}x` : `--${name}`;
    if (option.type === "boolean") return [flag];
    const { choices } = option;
    const given =
      choices && random.chance(0.6)
        ? random.pick(choices)
        : word(
            random,
            option.type === "number"
              ? "number"
              : meant(undefined, option.value ?? ""),
          );
    if (random.chance(0.1)) return [flag];
    return random.chance(0.3) ? [`${flag}=${given}`] : [flag, given];
  }).flat();
}

function restOf(random: Random, { rest }: Command): string[] {
  if (!rest) return random.chance(0.05) ? ["--", word(random, "path")] : [];
  if (random.chance(0.2)) return [];
  return rest.name === "COMMAND"
    ? ["--", ...random.pick(PROGRAMS)]
    : ["--", word(random, "path")];
}

/** As a shell would run it. */
function alone({ place }: Subject, argv: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(DIST, "cli.js"), ...argv],
    { cwd: place.root, env: place.env, encoding: "utf8", input: "" },
  );
  return { code: status ?? 99, out: stdout + stderr };
}
