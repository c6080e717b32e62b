// What the protocols share: identifiers, answers as JSON or as a stream of events.
let count = 0;

/** Returns an identifier that no other call gets. */
export function newId(prefix) {
  return prefix + Date.now().toString(36) + (count++).toString(36);
}

/** Starts a stream and returns how to send an event; an empty name sends only data. */
export function startStream(response) {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
  });
  return (event, data) => {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    const name = event === "" ? "" : `event: ${event}\n`;
    response.write(`${name}data: ${text}\n\n`);
  };
}

export function sendJson(response, data, status = 200) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(data));
}

/** Returns the text of a message's content, which may be nested in parts. */
export function flatText(content) {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return "";
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content
    .map((part) => part.text ?? flatText(part.content ?? part.output ?? ""))
    .join("\n");
}

/** Returns the tools in the answer of an agent's own search for tools. */
export function toolsIn(text) {
  const found = text.matchAll(/<function>(\{.*?\})<\/function>/gs);
  return [...found].map(([, json]) => {
    const { name, parameters, input_schema: schema } = JSON.parse(json);
    return { name, schema: parameters ?? schema };
  });
}
