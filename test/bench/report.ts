import { spawnSync } from "node:child_process";
import os from "node:os";
import zlib from "node:zlib";
import type { Comparison, Row } from "./measures";

/** The rows as a table that fits a README. */
export function tableOf(rows: readonly Row[]): string {
  return table(
    ["files", "step", "ours", "shadow git", "ratio", "target", ""],
    rows.map((row) => [
      row.size,
      row.step,
      amount(row.ours, row.unit),
      row.git === null ? "" : amount(row.git, row.unit),
      row.ratio === null ? "" : `x${short(row.ratio)}`,
      targetText(row),
      row.ok === null ? "" : row.ok ? "ok" : "MISS",
    ]),
  );
}

/** Two builds that differ by less than this count as equally fast. */
const ALIKE = 0.05;

/** This build and the other one, and which of them is faster (or smaller). */
export function comparisonTable(rows: readonly Comparison[]): string {
  const ratio = (value: number | null) =>
    value === null ? "" : `x${value.toFixed(2)}`;
  return table(
    ["files", "step", "ours", "other", "ratio", "of best", "of cpu", "better"],
    rows.map((row) => [
      row.size,
      row.step,
      amount(row.ours, row.unit),
      amount(row.other, row.unit),
      ratio(row.ratio),
      ratio(row.ratioOfBest),
      ratio(row.ratioOfCpu),
      betterOf(row.ratio),
    ]),
  );
}

function betterOf(ratio: number): string {
  if (ratio <= 1 - ALIKE) return "ours";
  return ratio >= 1 + ALIKE ? "other" : "alike";
}

function table(
  head: readonly string[],
  cells: readonly (readonly string[])[],
): string {
  const widths = head.map((title, i) =>
    Math.max(title.length, ...cells.map((line) => line[i]!.length)),
  );
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, i) => (i < 2 ? text.padEnd(widths[i]!) : text.padStart(widths[i]!))).join(" | ")} |`;
  const rule = `|${widths.map((width, i) => (i < 2 ? "-".repeat(width + 2) : "-".repeat(width + 1) + ":")).join("|")}|`;
  return [line(head), rule, ...cells.map(line)].join("\n");
}

/** A description, in one line, of the machine that was measured. */
export function machineText(): string {
  const [cpu] = os.cpus();
  const git = spawnSync("git", ["--version"], { encoding: "utf8" });
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  const codec = "zstdCompressSync" in zlib ? "zstd" : "deflate";
  return `${os.cpus().length} cores (${cpu?.model.trim()}), ${memory} GB, ${os.type()} ${os.release()}, Node ${process.version} (${codec}), ${git.stdout.trim()}`;
}

function targetText({ target, targetOf, unit }: Row): string {
  if (target === null) return "";
  return targetOf === "git" ? `<= x${target}` : `<= ${target} ${unit}`;
}

function amount(value: number, unit: string): string {
  return `${short(value)} ${unit}`;
}

function short(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toPrecision(2);
}
