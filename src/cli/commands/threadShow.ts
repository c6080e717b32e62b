import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { messageRows } from "../text/threadText";
import { printable } from "../text/text";

export default command({
  summary: "Show the messages of a conversation",
  group: "Conversations",
  operands: [{ name: "THREAD", help: "The conversation", complete: "thread" }],
  examples: [
    [
      "checkpoint thread show chat-1",
      "Shows its messages; deleted ones are marked.",
    ],
  ],
  async run({ operands, context }) {
    const engine = await context.open();
    const thread = engine.thread(operands[0]!);
    context.out.answer({ thread }, (paint) => [
      `${paint("bold", printable(thread.title))} (${printable(thread.id)}, ${printable(thread.source)})`,
      ...messageRows(thread.messages, paint),
    ]);
    return EXIT.done;
  },
});
