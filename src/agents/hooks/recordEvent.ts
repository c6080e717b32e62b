import { createHash } from "node:crypto";
import { CheckpointError } from "../../engine/model/errors";
import { riskyCommand } from "../../host/riskyCommand";
import type { EngineClient } from "../../worker/client";
import type { ClaimBook } from "./claimBook";
import { readsOnly } from "./readsOnly";
import type { HookEvent } from "./readEvent";

const NAMES: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  gemini: "Gemini",
  cursor: "Cursor",
  copilot: "Copilot",
};

const JUST_NOW_MS = 10_000;

/**
 * Records one event in the history of one folder. `paths` are what the tool is
 * about in that folder, null when that may be anything. What is found before the
 * agent acts is not the agent's: it is recorded as outside first, so that each
 * change carries the right name.
 */
export async function recordEvent(
  engine: EngineClient,
  claims: ClaimBook,
  event: HookEvent,
  paths: string[] | null,
): Promise<void> {
  await engine.refresh();
  switch (event.kind) {
    case "session-start":
      return startSession(engine, event);
    case "prompt":
      return recordPrompt(engine, claims, event);
    case "before-tool":
      return beforeTool(engine, claims, event, paths);
    case "after-tool":
      return afterTool(engine, claims, event, paths);
    case "turn-end":
      await endTurn(engine, claims, event);
      return recordAnswer(engine, event);
    case "turn-cut":
      return endTurn(engine, claims, event);
    case "session-end":
      // Its last turn has ended before: what came since is somebody else's.
      claims.endAll(event);
      await engine.capture({ source: "outside" });
      return;
    case "helper-end":
      return captureRest(engine, claims, event);
  }
}

async function startSession(
  engine: EngineClient,
  event: HookEvent,
): Promise<void> {
  // The same session, with its context folded: nothing begins.
  if (event.reason === "compact") return;
  await engine.capture({ source: "outside" });
  if (await isRecorded(engine, event)) return;
  await engine.checkpoint({
    kind: "session",
    name: `${titleOf(event)} session`,
    ...ownerOf(event),
    capture: false,
  });
}

async function recordPrompt(
  engine: EngineClient,
  claims: ClaimBook,
  event: HookEvent,
): Promise<void> {
  // A tool that was refused or interrupted never reports its end, and what is
  // there may be the person's: a wrong agent's name would have it taken back.
  claims.endAll(event);
  // First, so that what other agents have claimed keeps their names.
  await engine.capture({ source: "outside" });
  await recordMessage(engine, event, "user", event.turn ?? event.key);
}

async function recordAnswer(
  engine: EngineClient,
  event: HookEvent,
): Promise<void> {
  // Several answers may end one turn; the same one may be told twice.
  const id = `${event.turn ?? event.key}.${hashOf(event.text)}`;
  await recordMessage(engine, event, "agent", id);
}

async function recordMessage(
  engine: EngineClient,
  event: HookEvent,
  role: "user" | "agent",
  id: string,
): Promise<void> {
  if (event.session === null) return;
  const known = await messagesOf(engine, event.session);
  if (known.includes(id)) return;
  await engine.recordMessage({
    thread: event.session,
    message: id,
    role,
    text: event.text,
    source: event.source,
    capture: false,
  });
}

async function beforeTool(
  engine: EngineClient,
  claims: ClaimBook,
  event: HookEvent,
  paths: string[] | null,
): Promise<void> {
  const { tool } = event;
  if (!tool) return;
  if (tool.does === "shell") {
    const command = tool.command ?? "";
    const risk = riskyCommand(command);
    // A command that can only harm other folders needs no guard here.
    if (risk !== null && paths?.length !== 0)
      await guard(engine, event, `Before ${risk}`, paths ?? undefined);
    if (!readsOnly(command)) claims.begin(event, null);
    return;
  }
  if (tool.does === "other" || paths?.length === 0) return;
  const some = paths ?? undefined;
  // What stands there now may be somebody's who records nothing.
  if (tool.does === "delete")
    await guard(engine, event, `Before deleting ${namesOf(paths)}`, some);
  else await engine.capture({ paths: some, source: "outside" });
  claims.begin(event, paths);
}

async function afterTool(
  engine: EngineClient,
  claims: ClaimBook,
  event: HookEvent,
  paths: string[] | null,
): Promise<void> {
  const { tool } = event;
  if (!tool || tool.does === "other") return;
  if (tool.does === "shell") {
    if (!readsOnly(tool.command ?? "")) await captureOwn(engine, event);
  } else if (paths?.length !== 0)
    await captureOwn(engine, event, paths ?? undefined);
  claims.end(event);
}

async function endTurn(
  engine: EngineClient,
  claims: ClaimBook,
  event: HookEvent,
): Promise<void> {
  await captureRest(engine, claims, event);
  claims.endAll(event);
}

/**
 * Records what is left after an agent's work. One that tells of its tools has
 * had its changes recorded with each: what else there is, somebody else did. So
 * it is also when it has used none, and only answered.
 */
async function captureRest(
  engine: EngineClient,
  claims: ClaimBook,
  event: HookEvent,
): Promise<void> {
  if (tellsOfTools(event) || claims.tellsOfTools(event))
    await engine.capture({ source: "outside" });
  else await captureOwn(engine, event);
}

/** True for agents whose settings, as we write them, have us told of every tool that writes. */
function tellsOfTools({ agent, name }: HookEvent): boolean {
  // Codex's older way tells only that a turn is over.
  return agent !== "generic" && name !== "agent-turn-complete";
}

/** Records what changed as the agent's. */
async function captureOwn(
  engine: EngineClient,
  event: HookEvent,
  paths?: string[],
): Promise<void> {
  await engine.capture({
    paths,
    source: event.source,
    thread: event.session ?? undefined,
  });
}

/** Makes a guard, unless the last checkpoint is one of the very same moment. */
async function guard(
  engine: EngineClient,
  event: HookEvent,
  name: string,
  paths?: string[],
): Promise<void> {
  const { moment } = await engine.capture({ paths, source: "outside" });
  const [last] = (await engine.list({ limit: 1 })).checkpoints;
  if (last?.kind === "guard" && last.moment === moment) return;
  await engine.checkpoint({
    kind: "guard",
    name,
    ...ownerOf(event),
    capture: false,
  });
}

function ownerOf(event: HookEvent) {
  return {
    source: event.source,
    thread: event.session ?? undefined,
    message: event.turn ?? undefined,
  };
}

/**
 * True when this session's start was recorded just now: told twice, because two
 * agents' settings name us, or there again after a crash.
 */
async function isRecorded(
  engine: EngineClient,
  { source, session }: HookEvent,
): Promise<boolean> {
  const { checkpoints } = await engine.list({ kinds: ["session"], limit: 5 });
  return checkpoints.some(
    (one) =>
      one.source === source &&
      one.thread === session &&
      Date.now() - Date.parse(one.createdAt) < JUST_NOW_MS,
  );
}

async function messagesOf(
  engine: EngineClient,
  thread: string,
): Promise<string[]> {
  try {
    return (await engine.thread(thread)).messages.map(({ id }) => id);
  } catch (error) {
    if (CheckpointError.is(error, "not-found")) return [];
    throw error;
  }
}

function titleOf({ source }: HookEvent): string {
  return NAMES[source] ?? source;
}

function namesOf(paths: readonly string[] | null): string {
  if (paths === null) return "files";
  const [first] = paths;
  return paths.length > 1
    ? `${first} and ${paths.length - 1} more`
    : `${first}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
