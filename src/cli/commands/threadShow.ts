import { command } from "../command";
import { EXIT } from "../exitCodes";
import { messageRows } from "../threadText";
import { printable } from "../text";

export default command({
  summary: "Show the messages of a conversation",
  group: "Conversations",
  operands: [{ name: "THREAD", help: "The conversation", complete: "thread" }],
  examples: [
    ["checkpoint thread show chat-1", "Its messages, deleted ones marked."],
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
