// A model that plays a script, so that the example needs no account and no network. Replace it by a
// real one: `export const model = openai("...")`.
import { MockLanguageModelV3 } from "ai/test";

const SUM = "export const sum = (a, b) => a + b;\n";

/** What the model does, step by step; each step may look at the results of the one before. */
const script = [
  // It breaks the project: sum is gone.
  () =>
    call("write_file", {
      path: "math.mjs",
      text: "export const product = (a, b) => a * b;\n",
    }),
  () => call("delete_file", { path: "check.mjs" }),
  // It is told so, and does better.
  (told) => {
    if (!told.includes("this was undone")) throw new Error(`Not told: ${told}`);
    return call("write_file", {
      path: "math.mjs",
      text: SUM + "export const product = (a, b) => a * b;\n",
    });
  },
  (told) => [
    {
      type: "text",
      text: told.includes("the check passed")
        ? "product is there, and sum still works."
        : told,
    },
  ],
];

export const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const step = script.shift();
    const content = step(JSON.stringify(prompt.at(-1)));
    const isCall = content[0].type === "tool-call";
    return {
      content,
      finishReason: { unified: isCall ? "tool-calls" : "stop", raw: undefined },
      usage: {
        inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 0, text: 0, reasoning: 0 },
      },
      warnings: [],
    };
  },
});

function call(toolName, input) {
  return [
    {
      type: "tool-call",
      toolCallId: `call-${script.length}`,
      toolName,
      input: JSON.stringify(input),
    },
  ];
}
