import { guardBefore, PARTIAL_GUARD } from "../../engine/model/names";
import { agentName } from "../../wording/agentNames";
import type { EngineClient } from "../../worker/client";
import type { ClaimBook } from "./claimBook";
import type { HookEvent } from "./readEvent";
import { recordAnswer, recordMessage, withText } from "./recordMessages";
import type { Target } from "./roots";
import { onlyEditsInPlace } from "./riskyPaths";
import type { RunningChecks } from "./runningChecks";
import { writerOf } from "./toolUse";

const JUST_NOW_MS = 10_000;

/** What a tool does in a folder: the paths it is about, null when that may be anything. */
export type About = Pick<Target, "paths" | "writes">;

/** What is known about the tools that agents are using in a folder. */
export interface Books {
  claims: ClaimBook;
  checks: RunningChecks;
}

/**
 * Records one event in the history of one folder. What is found before the agent acts is not the agent's: it is recorded as outside first, so that each
 * change carries the right name. Returns the guard if it made one; `isLate`
 * tells whether the agent went on without waiting for it.
 */
export async function recordEvent(
  engine: EngineClient,
  { claims, checks }: Books,
  event: HookEvent,
  about: About,
  isLate: () => boolean,
): Promise<Guard | void> {
  switch (event.kind) {
    case "session-start":
      return startSession(engine, event);
    case "prompt":
      return recordPrompt(engine, claims, event);
    case "before-tool":
      return beforeTool(engine, { claims, checks }, event, about, isLate);
    case "after-tool":
      await afterTool(engine, claims, event, about);
      return checks.end(engine, event);
    case "background-start":
      return claims.continueInBackground(event);
    case "background-end":
      return endBackground(engine, claims, event);
    case "answer":
      return recordAnswer(engine, event);
    case "turn-end":
      checks.endAll(event);
      await endTurn(engine, claims, event);
      return recordAnswer(engine, await withText(engine, event));
    case "turn-cut":
      checks.endAll(event);
      return endTurn(engine, claims, event);
    case "session-end":
      // The last turn has already ended, so later changes are not the agent's.
      claims.endAll(event);
      checks.endAll(event);
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
  // The agent only compacted its context; the session continues.
  if (event.reason === "compact") return;
  await engine.capture({ source: "outside" });
  if (await isRecorded(engine, event)) return;
  await engine.checkpoint({
    kind: "session",
    name: `${agentName(event.source)} session`,
    ...ownerOf(event),
    capture: false,
  });
}

async function recordPrompt(
  engine: EngineClient,
  claims: ClaimBook,
  event: HookEvent,
): Promise<void> {
  // A tool that was refused or interrupted never reports its end. Changes found now may
  // be the user's, and if attributed to the agent they would be reverted with its work.
  claims.doubt(event);
  // Capture before recording the message, so that changes claimed by other agents are
  // attributed to them.
  await engine.capture({ source: "outside" });
  claims.endTurn(event);
  await recordMessage(engine, event, "user", event.turn ?? event.key);
}

/** What ran in the background wrote what changed since, as far as that is known. */
async function endBackground(
  engine: EngineClient,
  claims: ClaimBook,
  event: HookEvent,
): Promise<void> {
  await engine.capture({ source: "outside" });
  claims.end(event);
}

async function beforeTool(
  engine: EngineClient,
  { claims, checks }: Books,
  event: HookEvent,
  { paths, writes }: About,
  isLate: () => boolean,
): Promise<Guard | void> {
  const { tool } = event;
  if (!tool) return;
  const limitedTo = paths ?? undefined;
  let made: Guard | undefined;
  if (tool.does === "shell") {
    const writer = writerOf(tool);
    if (writer === null) return;
    // A command that affects only other folders needs no guard here.
    if (paths?.length !== 0)
      made = await guard(engine, event, `Before ${writer}`, limitedTo, isLate);
    // If the agent did not wait, nobody knows which state the command saw.
    if (limitedTo === undefined && !isLate()) await checks.begin(engine, event);
    claims.begin(event, writes);
    return made;
  }
  if (tool.does === "other" || paths?.length === 0) return;
  // Record the current content first: it may come from a program that records nothing.
  if (tool.does === "delete")
    made = await guard(
      engine,
      event,
      guardBefore("deleting", paths ?? []),
      limitedTo,
      isLate,
    );
  else await engine.capture({ paths: limitedTo, source: "outside" });
  claims.begin(event, writes);
  return made;
}

async function afterTool(
  engine: EngineClient,
  claims: ClaimBook,
  event: HookEvent,
  { paths }: About,
): Promise<void> {
  const { tool } = event;
  if (tool === null) {
    // Antigravity does not say which tool has ended.
    await engine.capture({ source: "outside" });
    return claims.endTurn(event);
  }
  if (tool.does === "other") return;
  if (tool.does === "shell") {
    if (writerOf(tool) !== null) await captureAsAgent(engine, event);
  } else if (paths?.length !== 0)
    await captureAsAgent(engine, event, paths ?? undefined);
  claims.end(event);
}

async function endTurn(
  engine: EngineClient,
  claims: ClaimBook,
  event: HookEvent,
): Promise<void> {
  await captureRest(engine, claims, event);
  claims.endTurn(event);
}

/**
 * Records what is left after an agent's work. If the agent reports its tools, its changes
 * were recorded after each one, so the rest is not its own. That also holds if it used no
 * tools and only answered.
 */
async function captureRest(
  engine: EngineClient,
  claims: ClaimBook,
  event: HookEvent,
): Promise<void> {
  if (tellsOfTools(event) || claims.tellsOfTools(event))
    await engine.capture({ source: "outside" });
  else await captureAsAgent(engine, event);
}

/** True for agents whose settings, as we write them, run our hook for every tool that writes. */
function tellsOfTools({ agent, name }: HookEvent): boolean {
  // Codex's older notify interface only reports the end of a turn.
  return agent !== "generic" && name !== "agent-turn-complete";
}

/** Records what changed as the agent's, as far as it is known to be. */
async function captureAsAgent(
  engine: EngineClient,
  event: HookEvent,
  paths?: string[],
): Promise<void> {
  await engine.capture({
    paths,
    source: event.source,
    thread: event.session ?? undefined,
    model: event.model ?? undefined,
    subagent: event.subagent ?? undefined,
  });
}

/** A guard checkpoint that was created. */
export interface Guard {
  name: string;
  /** True if the command was already running while the files were recorded. */
  isPartial: boolean;
  /** True if nothing was recorded before, so it has only what the command endangers. */
  isFirst: boolean;
}

/** Creates a guard, unless the latest checkpoint is already a guard of the same moment. */
async function guard(
  engine: EngineClient,
  event: HookEvent,
  name: string,
  paths: string[] | undefined,
  isLate: () => boolean,
): Promise<Guard | undefined> {
  const { moment, isNew } = await engine.capture({
    paths,
    source: "outside",
    isUrgent: true,
  });
  // Check only after the last file was read: a tool that starts later cannot affect the guard.
  const isPartial = isLate();
  const isEdit = onlyEditsInPlace(event.tool?.command ?? "");
  const [last] = (await engine.list({ limit: 1 })).checkpoints;
  if (last?.kind === "guard" && last.moment === moment)
    // Guards of edits are removed before others, so one does not replace another.
    if (isEdit || last.metadata["edit"] !== true) return undefined;
  const made = {
    name: isPartial ? `${name} (partial)` : name,
    isPartial,
    isFirst: isNew && moment === 1,
  };
  await engine.checkpoint({
    kind: "guard",
    name: made.name,
    ...ownerOf(event),
    ...(isPartial ? { description: PARTIAL_GUARD } : {}),
    metadata: {
      ...(isPartial ? { partial: true } : {}),
      ...(isEdit ? { edit: true } : {}),
    },
    capture: false,
  });
  return made;
}

function ownerOf(event: HookEvent) {
  return {
    source: event.source,
    thread: event.session ?? undefined,
    message: event.turn ?? undefined,
  };
}

/**
 * True if this session's start was recorded a moment ago: the event can arrive twice if the
 * settings of two agents have our hook, or be processed again after a crash.
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
