import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { printable, table, timeText } from "../text/text";
import { count } from "../../wording/counts";

export default command({
  summary: "List the conversations of this folder",
  group: "Conversations",
  examples: [
    [
      "checkpoint thread list",
      "Lists the conversations with their agents and the times of their last messages.",
    ],
  ],
  async run({ context }) {
    const threads = context.hasHistory ? (await context.open()).threads() : [];
    context.out.answer({ threads }, (paint) => {
      if (threads.length === 0) return ["No conversations are recorded."];
      return table(
        threads.map((t) => [
          paint("yellow", printable(t.id)),
          paint("dim", timeText(t.updatedAt)),
          count(t.messages, "message"),
          paint("dim", printable(t.source)),
          printable(t.title),
        ]),
        [2],
      );
    });
    return EXIT.done;
  },
});
