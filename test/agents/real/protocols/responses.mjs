// OpenAI Responses: Codex.
import { nextTurn } from "../script.mjs";
import { flatText, newId, sendJson, startStream } from "./wire.mjs";

export function responses(body, { cwd }, response) {
  const { talk, tools } = read(body);
  const canSearch = (body.tools ?? []).some(
    ({ type }) => type === "tool_search",
  );
  const turn = nextTurn(talk, tools, cwd, canSearch);
  const items = [messageItem(turn.text)];
  if (turn.call) items.push(callItem(turn.call));
  if (turn.search) items.push(searchItem(turn.search));
  const answer = {
    id: newId("resp_"),
    object: "response",
    created_at: Math.floor(Date.now() / 1000),
    status: "completed",
    model: body.model,
    output: items,
    parallel_tool_calls: false,
    tool_choice: "auto",
    tools: [],
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 20,
    },
  };
  if (!body.stream) return sendJson(response, answer);
  stream(answer, turn.text, response);
}

function read(body) {
  const tools = [];
  const add = (list) => {
    for (const tool of list ?? []) {
      const { name, type, parameters: schema, description } = tool;
      if (type === "namespace")
        for (const inner of tool.tools ?? [])
          tools.push({
            name: inner.name,
            schema: inner.parameters,
            namespace: name,
            custom: inner.type === "custom",
          });
      else if (name)
        tools.push({ name, schema, description, custom: type === "custom" });
      else if (type === "local_shell")
        tools.push({ name: "local_shell", schema: {} });
    }
  };
  add(body.tools);
  const talk = [];
  const input =
    typeof body.input === "string"
      ? [{ role: "user", content: body.input }]
      : body.input;
  for (const item of input) {
    const type = item.type ?? "";
    if (type === "additional_tools" || type === "tool_search_output")
      add(item.tools);
    else if (type === "tool_search_call")
      talk.push({ role: "search", text: JSON.stringify(item.arguments) });
    else if (type.endsWith("_call"))
      talk.push({ role: "call", text: item.name ?? "" });
    else if (type.endsWith("_call_output"))
      talk.push({ role: "result", text: flatText(item.output) });
    else if (item.role)
      talk.push({ role: item.role, text: flatText(item.content) });
  }
  return { talk, tools };
}

function messageItem(text) {
  const content = [{ type: "output_text", text, annotations: [] }];
  return {
    ...{ type: "message", id: newId("msg_"), role: "assistant" },
    ...{ status: "completed", content },
  };
}

function callItem({ tool, input, custom }) {
  const common = {
    status: "completed",
    call_id: newId("call_"),
    name: tool.name,
    ...(tool.namespace ? { namespace: tool.namespace } : {}),
  };
  return custom === undefined
    ? {
        ...{ type: "function_call", id: newId("fc_"), ...common },
        arguments: JSON.stringify(input),
      }
    : {
        ...{ type: "custom_tool_call", id: newId("ctc_"), ...common },
        input: custom,
      };
}

function searchItem(name) {
  return {
    type: "tool_search_call",
    id: newId("ts_"),
    call_id: newId("call_"),
    execution: "client",
    status: "completed",
    arguments: { query: name.replaceAll("_", " "), limit: 20 },
  };
}

function stream(answer, text, response) {
  const send = startStream(response);
  let sequence_number = 0;
  const emit = (name, more) => {
    const type = `response.${name}`;
    send(type, { type, sequence_number: sequence_number++, ...more });
  };
  emit("created", {
    response: { ...answer, status: "in_progress", output: [] },
  });
  answer.output.forEach((item, output_index) => {
    const begun = { ...item, status: "in_progress" };
    const at = { item_id: item.id, output_index };
    if (item.type === "message") {
      const part = { type: "output_text", text: "", annotations: [] };
      const where = { ...at, content_index: 0 };
      emit("output_item.added", {
        ...{ output_index, item: { ...begun, content: [] } },
      });
      emit("content_part.added", { ...where, part });
      emit("output_text.delta", { ...where, delta: text });
      emit("output_text.done", { ...where, text });
      emit("content_part.done", { ...where, part: item.content[0] });
    } else if (item.type === "function_call") {
      emit("output_item.added", {
        ...{ output_index, item: { ...begun, arguments: "" } },
      });
      emit("function_call_arguments.delta", { ...at, delta: item.arguments });
      emit("function_call_arguments.done", {
        ...{ ...at, arguments: item.arguments },
      });
    } else emit("output_item.added", { output_index, item: begun });
    emit("output_item.done", { output_index, item });
  });
  emit("completed", { response: answer });
  response.end();
}
