// OpenAI Chat Completions: Copilot CLI, Qwen Code, opencode, Cline.
import { nextTurn } from "../script.mjs";
import { flatText, newId, sendJson, startStream, toolsIn } from "./wire.mjs";

export function chat(body, { raw, cwd }, response) {
  const tools = (body.tools ?? [])
    .map(({ function: one }) => ({
      name: one?.name,
      schema: one?.parameters,
      description: one?.description,
    }))
    .filter(({ name }) => name);
  const { talk, found } = read(body.messages);
  const canSearch = tools.some(({ name }) => name === "tool_search");
  const turn = nextTurn(talk, [...tools, ...found], cwd, canSearch);
  if (turn.search) {
    const prefix = /mcp__\w+?__/.exec(raw)?.[0] ?? "";
    const query = `select:${prefix}${turn.search}`;
    turn.call = { tool: { name: "tool_search" }, input: { query } };
  } else if (turn.call && canSearch && !tools.includes(turn.call.tool)) {
    // Qwen Code runs a tool that it found through another one.
    const { tool, input } = turn.call;
    turn.call = {
      tool: { name: "tool_call" },
      input: { name: tool.name, arguments: input },
    };
  }
  const calls = turn.call && [
    {
      index: 0,
      id: newId("call_"),
      type: "function",
      function: {
        name: turn.call.tool.name,
        arguments: JSON.stringify(turn.call.input),
      },
    },
  ];
  const finish = calls ? "tool_calls" : "stop";
  const base = {
    id: newId("chatcmpl-"),
    created: Math.floor(Date.now() / 1000),
    model: body.model,
  };
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
  if (!body.stream) {
    const message = {
      ...{ role: "assistant", content: turn.text },
      ...(calls ? { tool_calls: calls } : {}),
    };
    const choices = [{ index: 0, message, finish_reason: finish }];
    const object = "chat.completion";
    return sendJson(response, { ...base, object, choices, usage });
  }
  const send = startStream(response);
  const chunk = (delta, finish_reason = null, more = {}) =>
    send("", {
      ...base,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason }],
      ...more,
    });
  chunk({ role: "assistant", content: turn.text });
  if (calls) chunk({ tool_calls: calls });
  chunk({}, finish, { usage });
  send("", "[DONE]");
  response.end();
}

function read(messages) {
  const talk = [];
  const found = [];
  const searches = new Set();
  for (const message of messages) {
    const text = flatText(message.content);
    if (message.role === "tool") {
      if (searches.has(message.tool_call_id)) found.push(...toolsIn(text));
      else talk.push({ role: "result", text });
    } else if (text !== "") talk.push({ role: message.role, text });
    for (const { id, function: called } of message.tool_calls ?? []) {
      const isSearch = called?.name === "tool_search";
      if (isSearch) searches.add(id);
      talk.push({
        role: isSearch ? "search" : "call",
        text: `${called?.name}${called?.arguments}`,
      });
    }
  }
  return { talk, found };
}
