import { problem } from "../../engine/model/errors";
import { isOurLine, isOurServer } from "./commandLine";
import type { JsonText } from "./jsonText";

/** One event to hook, in the format that Claude Code, Codex and Gemini share. */
export interface HookGroup {
  event: string;
  /** A pattern of tool names, for tool events. */
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

/** Removes our handlers, then any groups and lists this leaves empty. */
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

/** Removes our entries from flat lists of commands per event, as Cursor and Windsurf have them. */
export function removeFlatHooks(
  json: JsonText,
  isOurCommand: (command: unknown) => boolean,
): void {
  const isOurEntry = (entry: unknown) =>
    typeof entry === "object" &&
    entry !== null &&
    isOurCommand((entry as Record<string, unknown>)["command"]);
  let hasAny = false;
  for (const event of Object.keys(objectAt(json, "hooks"))) {
    const entries = json.list("hooks", event);
    if (!entries.some(isOurEntry)) continue;
    hasAny = true;
    for (let i = entries.length - 1; i >= 0; i--)
      if (isOurEntry(entries[i])) json.set(["hooks", event, i], undefined);
    json.dropIfEmpty(["hooks", event]);
  }
  if (hasAny) json.dropIfEmpty(["hooks"]);
}

/** Adds our server; throws if another one has the name. */
export function addServer(
  json: JsonText,
  key: string,
  entry: Record<string, unknown>,
): void {
  if (json.at(key, "checkpoint") !== undefined)
    throw problem("agent-server-taken", { where: json.file, file: json.file });
  json.set([key, "checkpoint"], entry);
}

/** Removes our server. A server with the same name that is not ours is kept. */
export function removeServer(json: JsonText, key: string): void {
  const entry = json.at(key, "checkpoint");
  if (typeof entry !== "object" || entry === null) return;
  const { command, args } = entry as Record<string, unknown>;
  if (!Array.isArray(args) || !isOurServer([command, ...(args as unknown[])]))
    return;
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
