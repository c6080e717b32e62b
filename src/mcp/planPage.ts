import type {
  McpServer,
  RegisteredTool,
} from "@modelcontextprotocol/sdk/server/mcp.js";

/** MCP Apps (SEP-1865): a tool names a page, which the client shows beside the tool's answer. */
const EXTENSION = "io.modelcontextprotocol/ui";
const MIME_TYPE = "text/html;profile=mcp-app";
const URI = "ui://checkpoint/plan";
const VERSION = "2026-01-26";

/** Offers the plan of a restore as a page with an Apply button, to clients that show pages. */
export function offerPlanPage(server: McpServer, tool: RegisteredTool): void {
  server.server.oninitialized = () => {
    const { extensions } = server.server.getClientCapabilities() ?? {};
    if (!extensions?.[EXTENSION]) return;
    server.registerResource(
      "plan",
      URI,
      {
        title: "Restore plan",
        description: "Shows the plan of a restore, with a button to apply it",
        mimeType: MIME_TYPE,
      },
      () => ({ contents: [{ uri: URI, mimeType: MIME_TYPE, text: PAGE }] }),
    );
    tool.update({ _meta: { ui: { resourceUri: URI } } });
  };
}

/**
 * The page. It has no data of its own: the client sends it the tool's answer, which it shows as
 * text only, and it asks the client to call checkpoint_restore.
 */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Restore plan</title>
<style>
:root { color-scheme: light dark; font: 13px/1.5 system-ui, sans-serif; }
body { margin: 12px; }
h1 { font-size: 1.1em; margin: 0 0 4px; }
ul { list-style: none; margin: 8px 0; padding: 0; max-height: 240px; overflow: auto; font-family: ui-monospace, monospace; }
li b { display: inline-block; width: 5.5em; font-weight: 600; }
button { font: inherit; padding: 4px 14px; }
</style>
</head>
<body>
<h1 id="title">Restore</h1>
<p id="counts" role="status">Waiting for the plan…</p>
<ul id="files" aria-label="Files that change" tabindex="0"></ul>
<button id="apply" type="button" disabled>Apply</button>
<script>
"use strict";
let last = 0;
const waiting = new Map();
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const request = (method, params) => new Promise((resolve, reject) => {
  waiting.set(++last, { resolve, reject });
  send({ id: last, method, params });
});
const at = (id) => document.getElementById(id);
let plan = null;
addEventListener("message", ({ source, data }) => {
  if (source !== parent || !data || data.jsonrpc !== "2.0") return;
  const asked = data.method === undefined ? waiting.get(data.id) : undefined;
  if (asked) {
    waiting.delete(data.id);
    return data.error ? asked.reject(new Error(data.error.message)) : asked.resolve(data.result);
  }
  if (data.method === "ui/notifications/tool-result") show(data.params.structuredContent);
  else if (data.id !== undefined && data.method !== undefined) send({ id: data.id, result: {} });
});
const files = (n) => n === 1 ? "1 file" : n + " files";
function show(value) {
  if (!value || typeof value.plan !== "string") return;
  plan = value.plan;
  const { counts, changed, target } = value;
  at("title").textContent = "Restore to " + target.label;
  at("counts").textContent = [
    files(counts.created) + " created",
    files(counts.replaced) + " replaced",
    files(counts.deleted) + " deleted",
    files(counts.leftAlone) + " left alone",
    files(counts.changedByOthers) + " also changed by others",
  ].filter((text) => !text.startsWith("0 ")).join(", ") || "Nothing to change.";
  at("files").replaceChildren(...["created", "replaced", "deleted"].flatMap((kind) =>
    changed[kind].map((path) => {
      const row = document.createElement("li");
      const word = document.createElement("b");
      word.textContent = kind;
      row.append(word, path);
      return row;
    })));
  at("apply").disabled = counts.created + counts.replaced + counts.deleted === 0;
}
at("apply").addEventListener("click", async () => {
  at("apply").disabled = true;
  at("counts").textContent = "Restoring…";
  try {
    const { content, isError } = await request("tools/call", { name: "checkpoint_restore", arguments: { plan } });
    const [first] = (content || []).filter(({ type }) => type === "text");
    at("counts").textContent = first ? first.text.split("\\n")[0] : isError ? "It failed." : "Restored.";
  } catch (error) {
    at("counts").textContent = error.message;
  }
});
request("ui/initialize", {
  protocolVersion: "${VERSION}",
  appInfo: { name: "checkpoint", version: "1" },
  appCapabilities: {},
}).then(() => send({ method: "ui/notifications/initialized", params: {} }));
</script>
</body>
</html>
`;
