import fs from "node:fs";
import { asObject, objectOf, objectsOf, textOf, type Payload } from "./payload";

/** What the end of a transcript says. */
export interface LastAnswer {
  /** The agent's last message after the last prompt; null if it is not written yet. */
  text: string | null;
  /** The model that wrote it. */
  model: string | null;
}

/** The last message and its model are near the end, however long the conversation is. */
const MOST_BYTES = 512 * 1024;

/**
 * Returns the last answer in a conversation's transcript, a file with a JSON object per
 * line that some agents name in their events. The format is the agent's own and not
 * documented, so whatever is not recognised is skipped.
 */
export function lastAnswer(file: string): LastAnswer {
  let model: string | null = null;
  for (const line of tailOf(file).reverse()) {
    const entry = parse(line);
    if (entry === null) continue;
    if (isPrompt(entry) || isBeforeTools(entry)) break;
    const said = answerIn(entry);
    if (said === null) continue;
    model ??= said.model;
    if (said.text !== "") return { text: said.text, model };
  }
  return { text: null, model };
}

/**
 * Returns the exit code of a command in the transcript of Codex, whose events do not have
 * it; null if it is not written yet.
 */
export function exitCodeOf(file: string, toolUse: string): number | null {
  for (const line of tailOf(file).reverse()) {
    if (!line.includes(toolUse)) continue;
    const item = objectOf(objectOf(parse(line), "payload"), "item");
    const code = item?.["exit_code"];
    if (textOf(item, "id") === toolUse && Number.isInteger(code))
      return code as number;
  }
  return null;
}

/** Returns the message of the agent in an entry; null if it is something else. */
function answerIn(
  entry: Payload,
): { text: string; model: string | null } | null {
  switch (entry["type"]) {
    // Copilot
    case "assistant.message": {
      const data = objectOf(entry, "data");
      return {
        text: textOf(data, "content") ?? "",
        model: textOf(data, "model"),
      };
    }
    // Gemini
    case "gemini":
      return { text: textIn(entry["content"]), model: textOf(entry, "model") };
    // Claude Code, and Qwen Code, which calls the parts differently
    case "assistant": {
      const message = objectOf(entry, "message");
      return {
        text: textIn(message?.["content"] ?? message?.["parts"]),
        model: textOf(message, "model") ?? textOf(entry, "model"),
      };
    }
    default:
      return null;
  }
}

/** True for a message with which Copilot calls tools: it is never the last of a turn. */
function isBeforeTools(entry: Payload): boolean {
  if (entry["type"] !== "assistant.message") return false;
  return objectsOf(objectOf(entry, "data"), "toolRequests").length > 0;
}

/** True for a person's prompt. Claude Code's tool results have the same type. */
function isPrompt(entry: Payload): boolean {
  if (entry["type"] === "user.message") return true;
  if (entry["type"] !== "user") return false;
  const message = objectOf(entry, "message");
  const content =
    message?.["content"] ?? message?.["parts"] ?? entry["content"];
  return textIn(content) !== "";
}

function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => {
      const object = asObject(part);
      return object?.["thought"] === true ? null : textOf(object, "text");
    })
    .filter((text) => text !== null)
    .join("\n");
}

function parse(line: string): Payload | null {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return null; // empty, or the agent is still writing it
  }
}

/** Returns the last lines of a file; none if it cannot be read. */
function tailOf(file: string): string[] {
  try {
    // Reading a named pipe would block until something writes to it.
    if (!fs.statSync(file).isFile()) return [];
    const fd = fs.openSync(file, "r");
    try {
      const { size } = fs.fstatSync(fd);
      const start = Math.max(0, size - MOST_BYTES);
      const bytes = Buffer.alloc(size - start);
      const read = fs.readSync(fd, bytes, 0, bytes.length, start);
      const lines = bytes.toString("utf8", 0, read).split("\n");
      return start === 0 ? lines : lines.slice(1);
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return []; // the answer is then recorded without its text
  }
}
