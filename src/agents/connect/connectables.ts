import { CheckpointError } from "../../engine/model/errors";
import { claudeCode } from "./claudeCode";
import { codex } from "./codex";
import type { Connectable } from "./connection";
import { copilot } from "./copilot";
import { cursor } from "./cursor";
import { gemini } from "./gemini";

/** Every agent that can be connected. To add one: a file here and a line. */
export const connectables: readonly Connectable[] = [
  claudeCode,
  codex,
  gemini,
  cursor,
  copilot,
];

export function connectableNamed(name: string): Connectable {
  const found = connectables.find((one) => one.name === name);
  if (found) return found;
  const names = connectables.map((one) => one.name).join(", ");
  throw new CheckpointError(
    "bad-input",
    `Checkpoint does not know the agent “${name.slice(0, 60)}”.`,
    {
      hint: `It can connect ${names}. Others can call “checkpoint hook generic” and “checkpoint mcp” themselves.`,
    },
  );
}
