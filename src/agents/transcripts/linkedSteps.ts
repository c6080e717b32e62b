import {
  rowsOf,
  Said,
  textOfParts,
  timeOf,
  type PastMessage,
} from "./transcript";

interface Step {
  uuid: string;
  parent: string | null;
  row: Record<string, unknown>;
}

/** What these programs put in the place of a person's words. */
const NOT_SAID =
  /^\s*<(command-name|command-message|local-command-|task-notification|system-reminder|bash-|user-memory)|^\[Request interrupted/;

/**
 * Reads a transcript of Claude Code or Qwen Code: a line of JSON per step, each linked to
 * the one before it by `parentUuid`. Rewinding starts another branch, so only what leads to
 * the last step counts. Messages from another folder are left out.
 */
export function readLinkedSteps(
  text: string,
  isHere: (cwd: string) => boolean,
): PastMessage[] {
  // Not only messages are links of the chain, but also attachments and notes.
  const steps = rowsOf(text).flatMap(stepOf);
  const kept = ancestorsOfLast(steps);
  const said = new Said();
  for (const { uuid, row } of steps) {
    const message = messageOf(row, isHere);
    if (message) said.add({ ...message, id: uuid, isRewound: !kept.has(uuid) });
  }
  return said.messages;
}

function stepOf(row: Record<string, unknown>): Step[] {
  const { uuid, parentUuid, logicalParentUuid, isSidechain } = row;
  if (typeof uuid !== "string" || isSidechain === true) return [];
  // Compacting starts a new chain, which names the end of the one before.
  const parent = parentUuid ?? logicalParentUuid;
  return [{ uuid, parent: typeof parent === "string" ? parent : null, row }];
}

function ancestorsOfLast(steps: readonly Step[]): Set<string> {
  const at = new Map(steps.map(({ uuid }, i) => [uuid, i]));
  const kept = new Set<string>();
  let i = steps.length - 1;
  while (i >= 0 && !kept.has(steps[i]!.uuid)) {
    const { uuid, parent } = steps[i]!;
    kept.add(uuid);
    if (parent === null) break;
    // A missing link proves nothing, so what precedes it counts.
    i = at.get(parent) ?? i - 1;
  }
  return kept;
}

function messageOf(
  row: Record<string, unknown>,
  isHere: (cwd: string) => boolean,
): Pick<PastMessage, "role" | "text" | "at"> | null {
  const { type, cwd, isMeta, timestamp } = row;
  const at = timeOf(timestamp);
  if ((type !== "user" && type !== "assistant") || at === null) return null;
  if (typeof cwd !== "string" || !isHere(cwd) || isMeta === true) return null;
  const { content, parts } = (row["message"] ?? {}) as Record<string, unknown>;
  const text = textOfParts(content ?? parts);
  if (type === "assistant") return { role: "agent", text, at };
  return NOT_SAID.test(text) || !isPersons(row)
    ? null
    : { role: "user", text, at };
}

/** Qwen Code says where a prompt came from: also its goals and timers prompt the model. */
function isPersons({ provenance }: Record<string, unknown>): boolean {
  return provenance === undefined || provenance === "real_user";
}
