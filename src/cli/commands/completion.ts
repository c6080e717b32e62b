import { usageError } from "../line/usageError";
import { command } from "../line/command";
import { completionScript, SHELLS, type Shell } from "../line/completion";
import { Context } from "../context";
import { EXIT } from "../exitCodes";
import { printable } from "../text/text";
import { complete, type Next, type Suggestion } from "../line/complete";
import { checkpointTitle } from "../../wording/kinds";
import { voice } from "../text/voice";

/** The number of checkpoints or conversations offered. */
const MOST = 50;

export default command({
  summary: "Print a completion script for your shell",
  group: "Help",
  operands: [{ name: "SHELL", help: "bash, zsh or fish", complete: SHELLS }],
  rest: {
    name: "WORD",
    help: "The words of the line so far; prints what can come next (for the scripts)",
    isOptional: true,
    isMany: true,
  },
  examples: [
    [
      'eval "$(checkpoint completion bash)"',
      "Put this into ~/.bashrc. For zsh, put it into ~/.zshrc after compinit.",
    ],
    [
      "checkpoint completion fish > ~/.config/fish/completions/checkpoint.fish",
      "Installs the completion for fish.",
    ],
  ],
  async run({ operands, rest, context, verbs }) {
    const { out } = context;
    const shell = SHELLS.find((name) => name === operands[0]);
    if (!shell)
      throw usageError(
        "completion",
        `SHELL must be one of ${SHELLS.join(", ")}, not “${operands[0]}”.`,
      );
    if (rest) return suggest(shell, await complete(verbs, rest), context);
    const script = completionScript(shell);
    out.answer({ shell, script }, () => [script.trimEnd()]);
    return EXIT.done;
  },
});

async function suggest(
  shell: Shell,
  next: Next,
  { out, cwd }: Context,
): Promise<number> {
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

/** Pressing Tab must neither create a history nor print an error. */
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
        help: printable(checkpointTitle(one, voice)),
      })),
    ];
  } catch {
    return [];
  } finally {
    await context.close();
  }
}
