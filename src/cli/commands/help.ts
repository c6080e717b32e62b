import { ANSWERS } from "../answers";
import { SHAPES } from "../answerShapes";
import { answersPage } from "../answersText";
import { tooMany, usageError } from "../args";
import { command } from "../command";
import { EXIT } from "../exitCodes";
import { helpFor } from "../help";
import { findVerb, verbsBelow } from "../verbs";

export default command({
  summary: "Explain the command, or one verb with an example",
  group: "About",
  operands: [
    {
      name: "VERB",
      help: "What to explain; json: what --json answers",
      isOptional: true,
      isMany: true,
      complete: "verb",
    },
  ],
  examples: [
    ["checkpoint help restore", "How to restore, with an example."],
    ["checkpoint help json", "What the verbs answer with --json."],
  ],
  async run({ operands, context: { out } }) {
    if (operands.length === 0) {
      const lines = await helpFor.overview(out.paint);
      out.answer(out.isJson ? await helpFor.json(null) : null, () => lines);
      return EXIT.done;
    }
    const words = operands.filter((word) => word !== undefined);
    if (words[0] === "json") {
      mustEnd(words, 1);
      out.answer({ answers: ANSWERS, shapes: SHAPES }, answersPage);
      return EXIT.done;
    }
    const below = words.length === 1 ? verbsBelow(words[0]!) : [];
    if (below.length > 0) {
      const lines = await helpFor.group(below, out.paint);
      out.answer(await helpFor.json(below), () => lines);
      return EXIT.done;
    }
    const { verb, command: found, words: used } = await findVerb(words);
    mustEnd(words, used);
    out.answer(await helpFor.json(verb), (paint) =>
      helpFor.text(verb, found, paint),
    );
    return EXIT.done;
  },
});

function mustEnd(words: readonly string[], used: number): void {
  const extra = words[used];
  if (extra !== undefined) throw usageError("help", tooMany(extra));
}
