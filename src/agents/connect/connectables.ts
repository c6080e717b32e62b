import { problem } from "../../engine/model/errors";
import { antigravity } from "./antigravity";
import { claudeCode } from "./claudeCode";
import { cline } from "./cline";
import { codex } from "./codex";
import type { Connectable } from "./connection";
import { copilot } from "./copilot";
import { cursor } from "./cursor";
import { droid } from "./droid";
import { gemini } from "./gemini";
import { goose } from "./goose";
import { opencode } from "./opencode";
import { qwen } from "./qwen";
import { windsurf } from "./windsurf";

/** Every agent that can be connected. To add one, write a file in this folder and list it here. */
export const connectables: readonly Connectable[] = [
  claudeCode,
  codex,
  gemini,
  cursor,
  copilot,
  qwen,
  opencode,
  cline,
  droid,
  windsurf,
  goose,
  antigravity,
];

export function connectableNamed(name: string): Connectable {
  const found = connectables.find((one) => one.name === name);
  if (found) return found;
  throw problem("unknown-agent", {
    agent: name.slice(0, 60),
    known: connectables.map((one) => one.name),
  });
}
