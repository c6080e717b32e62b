// A model that plays scripts, for the real agents: it speaks the protocols of Anthropic,
// OpenAI and Gemini, and listens on 127.0.0.1 only.
import fs from "node:fs";
import http from "node:http";
import { anthropic } from "./protocols/anthropic.mjs";
import { chat } from "./protocols/chat.mjs";
import { gemini } from "./protocols/gemini.mjs";
import { responses } from "./protocols/responses.mjs";
import { sendJson } from "./protocols/wire.mjs";

const MODELS = {
  object: "list",
  data: [{ id: "fake", object: "model", type: "model", created: 1 }],
  models: [],
};

const ROUTES = [
  [
    "POST",
    /count_tokens/,
    (_body, _request, response) => sendJson(response, { input_tokens: 10 }),
  ],
  [
    "POST",
    /:countTokens/,
    (_body, _request, response) => sendJson(response, { totalTokens: 10 }),
  ],
  ["POST", /\/messages(\?|$)/, anthropic],
  ["POST", /\/responses(\?|$)/, responses],
  ["POST", /\/chat\/completions/, chat],
  ["POST", /:(stream)?[gG]enerateContent/, gemini],
  [
    "GET",
    /\/models/,
    (_body, _request, response) => sendJson(response, MODELS),
  ],
];

/**
 * Starts the model; `base` is the folder below which all agents' workspaces are. Returns
 * its address and how to stop it.
 */
export async function startModel(base, logFile) {
  const log = (line) => fs.appendFileSync(logFile, `${line}\n`);
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks).toString("utf8");
      const { method, url } = request;
      log(`${new Date().toISOString()} ${method} ${url}`);
      try {
        const route = ROUTES.find(
          ([verb, pattern]) => verb === method && pattern.test(url),
        );
        const body = raw === "" ? {} : JSON.parse(raw);
        if (route)
          route[2](body, { raw, url, cwd: cwdIn(raw, base) }, response);
        else sendJson(response, { error: { message: "unknown" } }, 404);
      } catch (error) {
        log(error.stack);
        if (response.headersSent) response.end();
        else sendJson(response, { error: { message: `${error}` } }, 500);
      }
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the agent's workspace, which every agent tells its model. */
function cwdIn(raw, base) {
  const at = raw.indexOf(`${base}/workspace-`);
  if (at < 0) return undefined;
  return /^[\w./-]*workspace-[\w-]+/.exec(raw.slice(at))?.[0];
}
