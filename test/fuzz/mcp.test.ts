import assert from "node:assert/strict";
import { connect, type Connection } from "../mcp/connect";
import { Random, seedOf, soakFactor } from "../helpers/random";
import { Subject } from "./subject";
import { assertNoStack, value, word, type Meant } from "./words";

const CASES = 100 * soakFactor();

/** The subset of JSON Schema that the tools use. */
interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

describe("random calls to the MCP server", function () {
  this.timeout(120_000 * soakFactor());
  const seed = seedOf(32);
  let subject: Subject;
  let agent: Connection;

  before(async () => {
    subject = await new Subject().begin();
    agent = await connect(subject.place);
  });
  after(async () => {
    await agent.close();
    subject.end();
  });

  it(`${CASES} times: an error message, and nothing changed by a refusal`, async () => {
    console.log(`      seed ${seed}`);
    const { tools } = await agent.client.listTools();
    const ended = { done: 0, refused: 0 };
    for (let i = 0; i < CASES; i++) {
      const random = new Random(seed + i * 7919);
      if (i % 10 === 0) subject.change(i);
      const tool = random.pick(tools);
      const input = objectOf(random, tool.inputSchema as Schema);
      const call = request(random, tool.name, input);
      const what = `case ${i}: ${call.text}`;
      const before = subject.state();
      const { isError, text } = await call
        .by(agent)
        .catch((error: Error) => ({ isError: true, text: error.message }));
      assertNoStack(text, what);
      assert.ok(text.length < 200_000, `${what} answers without end`);
      ended[isError ? "refused" : "done"]++;
      if (!isError) continue;
      assert.notEqual(text.trim(), "", `${what} says nothing`);
      subject.assertUnchanged(before, what);
    }
    subject.assertSound("in the end");
    console.log(`      ${ended.done} done, ${ended.refused} refused`);
    assert.ok(ended.done > CASES / 20, "hardly any call got through");
    assert.ok(ended.refused > CASES / 20, "hardly any call was refused");
  });
});

interface Answer {
  isError: boolean;
  text: string;
}

/** Usually a tool; sometimes a resource or a prompt. */
function request(
  random: Random,
  name: string,
  input: Record<string, unknown>,
): { text: string; by(agent: Connection): Promise<Answer> } {
  if (random.chance(0.1)) {
    const uri = `checkpoint://${random.pick(["checkpoints", "threads", "", "x"])}/${encodeURI(word(random, "ref").toWellFormed())}/files/${encodeURI(word(random, "path").toWellFormed())}`;
    return {
      text: uri.slice(0, 500),
      by: async ({ client }) => told(false, await client.readResource({ uri })),
    };
  }
  if (random.chance(0.05)) {
    const prompt = random.pick([
      "checkpoint",
      "rewind",
      "",
      word(random, "text"),
    ]);
    const given = { ref: word(random, "ref"), what: word(random, "text") };
    return {
      text: `prompt ${prompt} ${JSON.stringify(given)}`.slice(0, 500),
      by: async ({ client }) =>
        told(false, await client.getPrompt({ name: prompt, arguments: given })),
    };
  }
  return {
    text: `${name} ${JSON.stringify(input)}`.slice(0, 1000),
    by: async ({ client }) => {
      const result = await client.callTool({ name, arguments: input });
      return told(result["isError"] === true, result);
    },
  };
}

function told(isError: boolean, answer: unknown): Answer {
  const { content } = answer as { content?: { text?: string }[] };
  const text = content?.map((part) => part.text ?? "").join("\n");
  return { isError, text: text ?? JSON.stringify(answer) };
}

/** Usually what the schema asks for, with some values of the wrong type. */
function objectOf(random: Random, schema: Schema): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties).filter((name) =>
    random.chance(required.includes(name) ? 0.95 : 0.3),
  );
  const input = Object.fromEntries(
    names.map((name) => [name, valueOf(random, properties[name]!, name)]),
  );
  if (random.chance(0.05)) input[word(random, "text")] = value(random);
  return input;
}

function valueOf(random: Random, schema: Schema, name: string): unknown {
  if (random.chance(0.06)) return value(random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return valueOf(random, random.pick(schema.anyOf), name);
  switch (schema.type) {
    case "array":
      return Array.from({ length: random.below(4) }, () =>
        valueOf(random, schema.items ?? {}, name),
      );
    case "object":
      return schema.properties ? objectOf(random, schema) : value(random);
    case "boolean":
      return random.chance(0.5);
    case "number":
    case "integer":
      return random.pick([0, 1, 2, 20, -1, 1.5, 1e12]);
    default:
      return word(random, meant(name));
  }
}

function meant(name: string): Meant {
  if (/path/i.test(name)) return "path";
  return /ref|^to$|from|since|until/i.test(name) ? "ref" : "text";
}
