import { usageError } from "../args";
import { command } from "../command";
import { completionScript, SHELLS, verbWords, type Shell } from "../completion";
import { EXIT } from "../exitCodes";
import { loadVerb, VERB_NAMES } from "../verbs";

export default command({
  summary: "Print a script that completes verbs and options in your shell",
  group: "About",
  operands: [{ name: "SHELL", help: "bash, zsh or fish", complete: SHELLS }],
  examples: [
    [
      'eval "$(checkpoint completion bash)"',
      "In ~/.bashrc: completion in every bash.",
    ],
    [
      "checkpoint completion fish > ~/.config/fish/completions/checkpoint.fish",
      "The same for fish.",
    ],
  ],
  async run({ operands, context: { out } }) {
    const shell = SHELLS.find((name) => name === operands[0]);
    if (!shell)
      throw usageError(
        "completion",
        `SHELL is one of ${SHELLS.join(", ")}, not “${operands[0]}”.`,
      );
    const script = await scriptFor(shell);
    out.answer({ shell, script }, () => [script.trimEnd()]);
    return EXIT.done;
  },
});

async function scriptFor(shell: Shell): Promise<string> {
  const words = [];
  for (const verb of VERB_NAMES)
    words.push(verbWords(verb, await loadVerb(verb)));
  return completionScript(shell, words);
}
