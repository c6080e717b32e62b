import { CheckpointError } from "../../engine/model/errors";
import { isOurLine } from "./commandLine";
import type { JsonText } from "./jsonText";

/** One event we want to be told of, in the shape that Claude Code, Codex and Gemini share. */
export interface HookGroup {
  event: string;
  /** The tools it is about, for events of tools. */
  matcher?: string;
}

export function addHookGroups(
  json: JsonText,
  groups: readonly HookGroup[],
  handlerOf: (event: string) => Record<string, unknown>,
): void {
  for (const { event, matcher } of groups)
    json.append(["hooks", event], {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [handlerOf(event)],
    });
}

/** Takes out our handlers, then whatever they leave empty. */
export function removeHookGroups(json: JsonText, agent: string): void {
  let hasAny = false;
  for (const event of Object.keys(objectAt(json, "hooks"))) {
    const groups = json.list("hooks", event);
    let hasChanged = false;
    for (let g = groups.length - 1; g >= 0; g--) {
      const handlers = handlersOf(groups[g]);
      const others = handlers.filter((one) => !isOurs(one, agent));
      if (others.length === handlers.length) continue;
      hasChanged = true;
      if (others.length === 0) json.set(["hooks", event, g], undefined);
      else
        for (let h = handlers.length - 1; h >= 0; h--)
          if (isOurs(handlers[h], agent))
            json.set(["hooks", event, g, "hooks", h], undefined);
    }
    if (hasChanged) json.dropIfEmpty(["hooks", event]);
    hasAny ||= hasChanged;
  }
  if (hasAny) json.dropIfEmpty(["hooks"]);
}

/** Adds our server; throws when another one goes by the name. */
export function addServer(
  json: JsonText,
  key: string,
  entry: Record<string, unknown>,
): void {
  if (json.at(key, "checkpoint") !== undefined)
    throw anotherServer(json.file, { file: json.file });
  json.set([key, "checkpoint"], entry);
}

export function anotherServer(
  where: string,
  data: Record<string, unknown> = {},
): CheckpointError {
  return new CheckpointError(
    "bad-input",
    `${where} has another MCP server called “checkpoint” already.`,
    { hint: "Rename or remove it first; nothing was changed.", data },
  );
}

/** Takes our server out; one of the same name that is not ours stays. */
export function removeServer(json: JsonText, key: string): void {
  const entry = json.at(key, "checkpoint");
  if (typeof entry !== "object" || entry === null) return;
  const { command, args } = entry as Record<string, unknown>;
  const isOurServer =
    typeof command === "string" &&
    /checkpoint/i.test(command) &&
    Array.isArray(args) &&
    args[0] === "mcp";
  if (!isOurServer) return;
  json.set([key, "checkpoint"], undefined);
  json.dropIfEmpty([key]);
}

function isOurs(handler: unknown, agent: string): boolean {
  if (typeof handler !== "object" || handler === null) return false;
  const { command } = handler as Record<string, unknown>;
  return isOurLine(command, agent);
}

function handlersOf(group: unknown): unknown[] {
  if (typeof group !== "object" || group === null) return [];
  const { hooks } = group as Record<string, unknown>;
  return Array.isArray(hooks) ? (hooks as unknown[]) : [];
}

function objectAt(json: JsonText, key: string): Record<string, unknown> {
  const value = json.at(key);
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)
    : {};
}
