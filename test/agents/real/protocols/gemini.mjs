// Gemini's generateContent: Gemini CLI.
import { nextTurn } from "../script.mjs";
import { flatText, newId, sendJson, startStream } from "./wire.mjs";

/** Answers any of the small questions that the agent asks as JSON before a turn. */
const ROUTING = JSON.stringify({
  ...{ reasoning: "scripted", model_choice: "flash", next_speaker: "user" },
  ...{ complexity_reasoning: "scripted", complexity_score: 1 },
});

export function gemini(body, { url, cwd }, response) {
  const tools = (body.tools ?? [])
    .flatMap(({ functionDeclarations }) => functionDeclarations ?? [])
    .map(({ name, parametersJsonSchema, parameters, description }) => ({
      ...{ name, description, schema: parametersJsonSchema ?? parameters },
    }));
  const isRouting =
    body.generationConfig?.responseMimeType === "application/json";
  const turn = isRouting
    ? { text: ROUTING }
    : nextTurn(talkOf(body), tools, cwd);
  const parts = [{ text: turn.text }];
  if (turn.call)
    parts.push({
      functionCall: {
        name: turn.call.tool.name,
        args: turn.call.input,
        id: newId("fc_"),
      },
    });
  const answer = {
    candidates: [
      { content: { role: "model", parts }, finishReason: "STOP", index: 0 },
    ],
    usageMetadata: {
      ...{ promptTokenCount: 10, candidatesTokenCount: 10 },
      totalTokenCount: 20,
    },
    modelVersion: "fake",
    responseId: newId("r"),
  };
  if (!url.includes("streamGenerateContent")) return sendJson(response, answer);
  startStream(response)("", answer);
  response.end();
}

function talkOf({ contents }) {
  const talk = [];
  for (const { role, parts } of contents ?? [])
    for (const { functionCall, functionResponse, text } of parts ?? []) {
      if (functionCall) talk.push({ role: "call", text: functionCall.name });
      else if (functionResponse) {
        const { response } = functionResponse;
        talk.push({
          role: "result",
          text: flatText(response?.output ?? response),
        });
      } else if (text)
        talk.push({ role: role === "model" ? "assistant" : "user", text });
    }
  return talk;
}
