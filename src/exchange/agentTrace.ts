import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { version } from "../../package.json";
import type { BlameLine, Engine, Run } from "../engine/api";
import { isProblem } from "../engine/model/errors";
import { FORMATTER, isAgent } from "../engine/model/sources";
import { createAtomically } from "./createAtomically";

/** A trace record of Agent Trace 0.1.0: https://agent-trace.dev. */
export interface TraceRecord {
  version: string;
  id: string;
  timestamp: string;
  tool: { name: string; version: string };
  files: { path: string; conversations: Conversation[] }[];
}
interface Conversation {
  url?: string;
  contributor: Contributor;
  ranges: { start_line: number; end_line: number }[];
}
interface Contributor {
  type: "human" | "ai" | "unknown";
  model_id?: string;
}

/** Writes who wrote the lines of the files that changed; returns how many files. */
export async function exportAgentTrace(
  engine: Pick<Engine, "authors" | "blame">,
  target: string,
  run?: Run,
): Promise<number> {
  const record = traceRecord(engine, run);
  await createAtomically(target, async (temp) => {
    fs.writeFileSync(temp, JSON.stringify(record, null, 2) + "\n");
    return Promise.resolve();
  });
  return record.files.length;
}

/** Lines without a known author, such as those older than the history, are left out. */
export function traceRecord(
  engine: Pick<Engine, "authors" | "blame">,
  run?: Run,
): TraceRecord {
  const { authors, at } = engine.authors({}, run);
  const named = authors.filter(({ source }) => source !== null);
  const paths = new Set(
    named.flatMap(({ files }) => files.map(({ path }) => path)),
  );
  return {
    version: "0.1.0",
    id: randomUUID(),
    timestamp: new Date().toISOString(),
    tool: { name: "checkpoint", version },
    files: [...paths]
      .sort()
      .map((path) => ({
        path,
        conversations: conversationsOf(savedLines(engine, path, at, run)),
      }))
      .filter(({ conversations }) => conversations.length > 0),
  };
}

/** The lines of a file on disk; none if it exists only as the unsaved text of an editor. */
function savedLines(
  engine: Pick<Engine, "blame">,
  path: string,
  at: number,
  run?: Run,
): readonly BlameLine[] {
  try {
    return engine.blame(path, { at: `@${at}` }, run).lines;
  } catch (error) {
    if (isProblem(error, "file-not-there")) return [];
    throw error;
  }
}

function conversationsOf(lines: readonly BlameLine[]): Conversation[] {
  const known = new Map<string, Conversation>();
  for (const { line, source, thread, model } of lines) {
    if (source === null) continue;
    const key = JSON.stringify([source, thread, model]);
    const conversation = known.get(key) ?? {
      ...(thread === null
        ? {}
        : { url: `urn:checkpoint:thread:${encodeURIComponent(thread)}` }),
      contributor: contributorOf(source, model),
      ranges: [],
    };
    known.set(key, conversation);
    const last = conversation.ranges.at(-1);
    if (last?.end_line === line - 1) last.end_line = line;
    else conversation.ranges.push({ start_line: line, end_line: line });
  }
  return [...known.values()];
}

function contributorOf(source: string, model: string | null): Contributor {
  if (!isAgent(source) || source === FORMATTER)
    return { type: ["editor", "cli"].includes(source) ? "human" : "unknown" };
  return model === null
    ? { type: "ai" }
    : { type: "ai", model_id: modelId(source, model) };
}

/** Agents whose models are all of one provider, by its name at models.dev. */
const PROVIDERS: Readonly<Record<string, string>> = {
  "claude-code": "anthropic",
  codex: "openai",
  gemini: "google",
};
const MAX_MODEL = 250;

function modelId(source: string, model: string): string {
  const provider = model.includes("/") ? undefined : PROVIDERS[source];
  return (provider === undefined ? model : `${provider}/${model}`).slice(
    0,
    MAX_MODEL,
  );
}
