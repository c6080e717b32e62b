import { createHash } from "node:crypto";
import { CheckpointError } from "../../engine/model/errors";
import type { ThreadMessage } from "../../engine/model/thread";
import type { EngineClient } from "../../worker/client";
import { readTranscript } from "../transcripts/files";
import { transcripts } from "../transcripts/pastConversations";
import { rewoundMessages } from "../transcripts/rewoundMessages";
import { MOST_TEXT, type HookEvent } from "./readEvent";
import { lastAnswer } from "./transcript";

/** A longer transcript is not read at the end of each turn. */
const MOST_TRANSCRIPT_BYTES = 32 * 1024 * 1024;

/** Agents write the end of a turn to the transcript some time after they have reported it. */
const TRANSCRIPT_MS = 3000;

/**
 * Returns the end of a turn with the agent's last message, which some agents write to the
 * conversation's transcript only: Copilot sends no text, and Gemini that of the whole turn.
 */
export async function withText(
  engine: EngineClient,
  event: HookEvent,
): Promise<HookEvent> {
  const { transcript, text } = event;
  if (transcript === null || (text !== "" && event.agent !== "gemini"))
    return event;
  const before = await lastAnswerIn(engine, event.session);
  const endMs = Date.now() + TRANSCRIPT_MS;
  for (;;) {
    const isOver = Date.now() > endMs;
    const said = (lastAnswer(transcript).text?.trim() ?? "").slice(
      0,
      MOST_TEXT,
    );
    const isOfThisTurn = text === "" || text.trim().endsWith(said);
    // Until the agent has written this turn, its last answer is that of the turn before.
    if (said !== "" && isOfThisTurn && (said !== before || isOver))
      return { ...event, text: said };
    if (isOver) return event;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function lastAnswerIn(
  engine: EngineClient,
  thread: string | null,
): Promise<string | null> {
  if (thread === null) return null;
  const known = await messagesOf(engine, thread);
  return known.findLast(({ role }) => role === "agent")?.text ?? null;
}

export async function recordAnswer(
  engine: EngineClient,
  event: HookEvent,
): Promise<void> {
  // One turn may have several answers, and the same answer may arrive twice.
  const id = `${event.turn ?? event.key}.${hashOf(event.text)}`;
  await recordMessage(engine, event, "agent", id);
}

/** Returns the recorded messages that the agent's own rewinding has removed from the conversation. */
async function rewindsOf(
  { agent, transcript, promptMs }: HookEvent,
  known: readonly ThreadMessage[],
): Promise<string[]> {
  const format = transcripts[agent];
  if (!format || transcript === null) return [];
  const endMs = Date.now() + TRANSCRIPT_MS;
  for (;;) {
    const text = readTranscript(transcript, 0, MOST_TRANSCRIPT_BYTES);
    const messages =
      (text && format.read(text, transcript, () => true)?.messages) || [];
    // Until the agent has written this turn, a rewind before it does not show.
    const isWritten =
      promptMs === null ||
      messages.some(({ at }) => Date.parse(at) >= promptMs);
    if (isWritten || text === null || Date.now() > endMs)
      return rewoundMessages(messages, known);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function recordMessage(
  engine: EngineClient,
  event: HookEvent,
  role: "user" | "agent",
  id: string,
): Promise<void> {
  if (event.session === null) return;
  const known = await messagesOf(engine, event.session);
  if (known.some((one) => one.id === id)) return;
  await engine.recordMessage({
    thread: event.session,
    message: id,
    role,
    text: event.text,
    source: event.source,
    capture: false,
    // A prompt is not in the transcript yet when its hook runs.
    ...(role === "agent" ? { rewinds: await rewindsOf(event, known) } : {}),
  });
}

async function messagesOf(
  engine: EngineClient,
  thread: string,
): Promise<ThreadMessage[]> {
  try {
    return (await engine.thread(thread)).messages;
  } catch (error) {
    if (CheckpointError.is(error, "not-found")) return [];
    throw error;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
