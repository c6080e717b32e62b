import { answersPage, answerTables } from "../text/answersText";
import { tooMany } from "../line/args";
import { usageError } from "../line/usageError";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { helpFor } from "../line/help";

export default command({
  summary: "Show help for the command or for one verb",
  group: "Help",
  operands: [
    {
      name: "VERB",
      help: "The verb, or json for the output of --json",
      isOptional: true,
      isMany: true,
      complete: "verb",
    },
  ],
  examples: [
    ["checkpoint help restore", "Explains how to restore."],
    ["checkpoint help json", "Describes the output of --json."],
  ],
  async run({ operands, verbs, context: { out } }) {
    if (operands.length === 0) {
      const lines = await helpFor.overview(verbs, out.paint);
      out.answer(
        out.isJson ? await helpFor.json(verbs, null) : null,
        () => lines,
      );
      return EXIT.done;
    }
    const words = operands.filter((word) => word !== undefined);
    if (words[0] === "json") {
      mustEnd(words, 1);
      const { answers, shapes } = answerTables();
      out.answer({ answers, shapes }, answersPage);
      return EXIT.done;
    }
    const below = words.length === 1 ? verbs.below(words[0]!) : [];
    if (below.length > 0) {
      const lines = await helpFor.group(verbs, below, out.paint);
      out.answer(await helpFor.json(verbs, below), () => lines);
      return EXIT.done;
    }
    const { verb, command: found, words: used } = await verbs.find(words);
    mustEnd(words, used);
    out.answer(await helpFor.json(verbs, verb), (paint) =>
      helpFor.text(verb, found, paint),
    );
    return EXIT.done;
  },
});

function mustEnd(words: readonly string[], used: number): void {
  const extra = words[used];
  if (extra !== undefined) throw usageError("help", tooMany(extra));
}
