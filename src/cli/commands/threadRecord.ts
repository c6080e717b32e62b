import { command } from "../line/command";
import { OWN_SOURCE } from "../context";
import { EXIT } from "../exitCodes";
import { printable } from "../text/text";
import type { Role } from "../../engine/model/thread";

export default command({
  summary: "Record a message and the folder as it is now",
  group: "Conversations",
  mayCreateHistory: true,
  operands: [
    {
      name: "THREAD",
      help: "The conversation; the first message starts a new one",
      complete: "thread",
    },
  ],
  options: {
    message: {
      type: "string",
      value: "M",
      help: "The message's id (default: a new one)",
    },
    role: {
      type: "string",
      value: "ROLE",
      help: "Who said it",
      choices: ["user", "agent"],
      isRequired: true,
    },
    text: {
      type: "string",
      value: "TEXT",
      help: "What was said",
      mayBeEmpty: true,
    },
    source: {
      type: "string",
      value: "S",
      help: "The agent that the conversation belongs to",
    },
    "no-capture": {
      type: "boolean",
      help: "Use the last recorded moment instead of a new one",
    },
  },
  examples: [
    [
      'checkpoint thread record chat-1 --message m3 --role user --text "Add tests"',
      "Lets you restore the folder to this message later.",
    ],
  ],
  async run({ values, operands, context }) {
    const engine = await context.open();
    const message = engine.recordMessage(
      {
        thread: operands[0]!,
        message: values.message,
        role: values.role as Role,
        text: values.text,
        source: values.source ?? OWN_SOURCE,
        capture: values["no-capture"] ? false : undefined,
      },
      context.run,
    );
    context.clearProgress();
    context.out.answer({ message }, () => [
      `Message ${printable(message.id)} of ${printable(message.thread)} at moment @${message.moment}.`,
    ]);
    return EXIT.done;
  },
});
