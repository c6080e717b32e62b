// Anthropic Messages: Claude Code.
import { nextTurn } from "../script.mjs";
import { flatText, newId, sendJson, startStream, toolsIn } from "./wire.mjs";

export function anthropic(body, { raw, cwd }, response) {
  const tools = (body.tools ?? [])
    .filter(({ name }) => name)
    .map(({ name, input_schema: schema, description }) => ({
      ...{ name, schema, description },
    }));
  const { talk, found } = read(body.messages);
  const canSearch = tools.some(({ name }) => name === "ToolSearch");
  const turn = nextTurn(talk, [...tools, ...found], cwd, canSearch);
  if (turn.search) {
    const prefix = /mcp__\w+__/.exec(raw)?.[0] ?? "";
    const query = `select:${prefix}${turn.search}`;
    turn.call = {
      tool: { name: "ToolSearch" },
      input: { query, max_results: 5 },
    };
  }
  const content = [{ type: "text", text: turn.text }];
  for (const call of turn.call?.all ?? (turn.call ? [turn.call] : []))
    content.push({
      type: "tool_use",
      id: newId("toolu_"),
      name: call.tool.name,
      input: call.input,
    });
  const message = {
    id: newId("msg_"),
    type: "message",
    role: "assistant",
    model: body.model,
    content,
    stop_reason: turn.call ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10 },
  };
  if (!body.stream) return sendJson(response, message);
  stream(message, response);
}

function read(messages) {
  const talk = [];
  const found = [];
  const searches = new Set();
  for (const { role, content } of messages) {
    const parts =
      typeof content === "string" ? [{ type: "text", text: content }] : content;
    for (const part of parts) {
      if (part.type === "text") talk.push({ role, text: part.text });
      else if (part.type === "tool_use") {
        const isSearch = part.name === "ToolSearch";
        if (isSearch) searches.add(part.id);
        const text = part.name + JSON.stringify(part.input);
        talk.push({ role: isSearch ? "search" : "call", text });
      } else if (part.type === "tool_result") {
        const text = flatText(part.content);
        if (searches.has(part.tool_use_id)) found.push(...toolsIn(text));
        else talk.push({ role: "result", text });
      }
    }
  }
  return { talk, found };
}

function stream(message, response) {
  const send = startStream(response);
  const emit = (type, more) => send(type, { type, ...more });
  emit("message_start", {
    message: { ...message, content: [], stop_reason: null },
  });
  message.content.forEach((part, index) => {
    const isText = part.type === "text";
    const start = isText ? { type: "text", text: "" } : { ...part, input: {} };
    const delta = isText
      ? { type: "text_delta", text: part.text }
      : {
          type: "input_json_delta",
          partial_json: JSON.stringify(part.input),
        };
    emit("content_block_start", { index, content_block: start });
    emit("content_block_delta", { index, delta });
    emit("content_block_stop", { index });
  });
  emit("message_delta", {
    delta: { stop_reason: message.stop_reason, stop_sequence: null },
    usage: { output_tokens: 10 },
  });
  emit("message_stop", {});
  response.end();
}
