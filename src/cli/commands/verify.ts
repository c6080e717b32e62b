import { command } from "../command";
import { EXIT } from "../exitCodes";
import { count, printable, sizeText, type Paint } from "../text";
import type { VerifyResult } from "../../engine/api";

export default command({
  summary: "Check the store against itself, every content by its hash",
  group: "Keep in order",
  options: {
    repair: {
      type: "boolean",
      help: "Save what can be saved and say what is lost",
    },
  },
  examples: [
    [
      "checkpoint verify",
      "Exit code 1 and the files affected, if anything is damaged.",
    ],
    [
      "checkpoint verify --repair",
      "Rebuilds what can be rebuilt, also from the folder itself.",
    ],
  ],
  async run({ values, context }) {
    const engine = await context.open();
    const result = engine.verify(
      { repair: values.repair === true },
      context.run,
    );
    context.clearProgress();
    context.out.answer(result, (paint) => verifyLines(result, paint));
    return result.ok ? EXIT.done : EXIT.failed;
  },
});

function verifyLines(result: VerifyResult, paint: Paint): string[] {
  const checked = `${count(result.contents, "content")}, ${sizeText(result.bytes)}`;
  const lines = result.ok
    ? [`${paint("green", "Sound:")} ${checked} checked.`]
    : [
        `${paint("red", "Damaged:")} ${count(result.damaged.length, "place")}; ${checked} checked.`,
      ];
  for (const damage of result.damaged) {
    const at = damage.offset === null ? "" : ` at ${damage.offset}`;
    lines.push(
      `  ${damage.what} ${printable(damage.file)}${at}: ${printable(damage.detail)}`,
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
  for (const what of result.repaired)
    lines.push(`${paint("green", "repaired")} ${printable(what)}`);
  for (const lost of result.lost)
    lines.push(
      `${paint("red", "lost")} ${printable(lost.path)} in ${lost.checkpoints.map((n) => `#${n}`).join(", ") || "moments without a checkpoint"}`,
    );
  if (!result.ok && result.repaired.length === 0 && result.lost.length === 0)
    lines.push(
      "“checkpoint verify --repair” saves what can be saved. Everything not named here is sound.",
    );
  return lines;
}
