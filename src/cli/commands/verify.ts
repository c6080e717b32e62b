import path from "node:path";
import { command } from "../line/command";
import { EXIT } from "../exitCodes";
import { printable, type Paint } from "../text/text";
import {
  damageFoundText,
  intactText,
  repairedText,
} from "../../wording/verify";
import { voice } from "../text/voice";
import type { VerifyResult } from "../../engine/api";
import {
  findingText,
  repairText,
  spokenVerification,
} from "../../wording/findings";

export default command({
  summary: "Check the store for damage, and repair it",
  group: "Maintain",
  options: {
    repair: {
      type: "boolean",
      help: "Save what can be saved and list what is lost",
    },
  },
  examples: [
    [
      "checkpoint verify",
      "Exits with 1 and lists the affected files if anything is damaged.",
    ],
    [
      "checkpoint verify --repair",
      "Rebuilds what it can, including from the current files.",
    ],
  ],
  async run({ values, context }) {
    const engine = await context.open();
    const repair = values.repair === true;
    const result = engine.verify({ repair }, context.run);
    context.clearProgress();
    context.out.answer(spokenVerification(result, voice), (paint) =>
      verifyLines(path.basename(engine.root), result, repair, paint),
    );
    return result.ok ? EXIT.done : EXIT.failed;
  },
});

function verifyLines(
  folder: string,
  result: VerifyResult,
  isRepair: boolean,
  paint: Paint,
): string[] {
  if (result.ok) return [paint("green", intactText(folder, result, voice))];
  const text = isRepair
    ? repairedText(folder, result, result, voice, printable)
    : damageFoundText(folder, result, voice, printable);
  const lines = [paint("red", text)];
  for (const damage of result.damaged) {
    const at = damage.offset === null ? "" : ` at ${damage.offset}`;
    lines.push(
      `  ${damage.what} ${printable(damage.file)}${at}: ${printable(findingText(damage.finding, voice))}`,
    );
    if (damage.checkpoints.length > 0)
      lines.push(
        `    checkpoints: ${damage.checkpoints.map((n) => `#${n}`).join(", ")}`,
      );
    for (const path of damage.paths.slice(0, 20))
      lines.push(`    ${printable(path)}`);
    if (damage.paths.length > 20)
      lines.push(`    and ${damage.paths.length - 20} more; --json lists all`);
  }
  for (const repair of result.repaired)
    lines.push(
      `${paint("green", "repaired")} ${printable(repairText(repair, voice))}`,
    );
  for (const lost of result.lost)
    lines.push(
      `${paint("red", "lost")} ${printable(lost.path)} in ${lost.checkpoints.map((n) => `#${n}`).join(", ") || "moments without a checkpoint"}`,
    );
  if (!isRepair) lines.push(`To repair it, use ${voice.action("repair")}.`);
  return lines;
}
