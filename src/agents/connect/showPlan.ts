import { unifiedPatch } from "../../engine/model/textDiff";
import { noChangeText } from "../../wording/connecting";
import type { Voice } from "../../wording/voice";
import { commandText } from "../commandText";
import type { ConnectPlan } from "./planConnect";

/** Returns a plan as lines for the user to read before confirming. */
export function changeLines(plan: ConnectPlan, voice: Voice): string[] {
  const { edits, commands, isRemoval, agent } = plan;
  if (edits.length === 0 && commands.length === 0)
    return [noChangeText(agent.title, isRemoval, voice)];
  const lines: string[] = [];
  for (const { file, before, after } of edits) {
    lines.push(`${wordFor(before, after)} ${file}:`);
    const patch = unifiedPatch({
      path: file.replace(/^[\\/]+/, ""),
      old: before === null ? null : Buffer.from(before),
      new: after === null ? null : Buffer.from(after),
    });
    lines.push(...patch.trimEnd().split("\n"), "");
  }
  for (const { command, args } of commands)
    lines.push(`Run: ${commandText([command, ...args])}`);
  return lines;
}

function wordFor(before: string | null, after: string | null): string {
  if (before === null) return "Create";
  return after === null ? "Remove" : "Change";
}
