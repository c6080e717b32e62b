import { titleOf } from "../../engine/model/checkpoint";
import { usageError } from "../args";
import { command } from "../command";
import { completionScript, SHELLS, type Shell } from "../completion";
import { Context } from "../context";
import { EXIT } from "../exitCodes";
import { printable } from "../text";
import { whatNext, type Next, type Suggestion } from "../whatNext";

/** So many checkpoints or conversations are enough to choose from. */
const MOST = 50;

export default command({
  summary: "Print a script that completes verbs and options in your shell",
  group: "About",
  operands: [{ name: "SHELL", help: "bash, zsh or fish", complete: SHELLS }],
  rest: {
    name: "WORD",
    help: "The words of a line so far: prints what can come next (the scripts ask this)",
    isOptional: true,
    isMany: true,
  },
  examples: [
    [
      'eval "$(checkpoint completion bash)"',
      "In ~/.bashrc: completion in every bash. For zsh in ~/.zshrc, after compinit.",
    ],
    [
      "checkpoint completion fish > ~/.config/fish/completions/checkpoint.fish",
      "The same for fish.",
    ],
  ],
  async run({ operands, rest, context }) {
    const { out } = context;
    const shell = SHELLS.find((name) => name === operands[0]);
    if (!shell)
      throw usageError(
        "completion",
        `SHELL is one of ${SHELLS.join(", ")}, not “${operands[0]}”.`,
      );
    if (rest) return suggest(shell, rest, context);
    const script = completionScript(shell);
    out.answer({ shell, script }, () => [script.trimEnd()]);
    return EXIT.done;
  },
});

async function suggest(
  shell: Shell,
  words: readonly string[],
  { out, cwd }: Context,
): Promise<number> {
  const next = await whatNext(words);
  const { ask, typed, prefix } = next;
  const known = await inHistory(next, new Context(out, next.globals, cwd));
  const found = [...next.words, ...known]
    .filter(({ word }) => word.startsWith(typed))
    .map(({ word, help }) => ({ word: prefix + word, help }));
  const files = ask === "file" || ask === "folder" ? ask : null;
  out.answer({ words: found, files }, () => [
    ...found.map(({ word, help }) =>
      shell === "bash" || help === "" ? word : `${word}\t${help}`,
    ),
    ...(files ? [`:${files}`] : []),
  ]);
  return EXIT.done;
}

/** Whoever presses Tab has not asked for a history to be made, nor for an error. */
async function inHistory(
  { ask }: Next,
  context: Context,
): Promise<Suggestion[]> {
  if (ask !== "ref" && ask !== "thread") return [];
  try {
    if (!context.hasHistory) return [];
    const engine = await context.open();
    if (ask === "thread")
      return engine
        .threads()
        .filter(({ id }) => /^[\w.@%+/-]+$/.test(id)) // no quotes needed
        .slice(0, MOST)
        .map(({ id, title }) => ({ word: id, help: printable(title) }));
    const { checkpoints } = engine.list({ limit: MOST });
    return [
      { word: "latest", help: "The newest checkpoint" },
      ...checkpoints.map((one) => ({
        word: String(one.number),
        help: printable(titleOf(one)),
      })),
    ];
  } catch {
    return [];
  } finally {
    await context.close();
  }
}
