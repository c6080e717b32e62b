import type { Blame, BlameLine } from "../../answers/blame";
import type { BlameRequest, Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import { assertIntact } from "../history/assertIntact";
import { resolveFileRef } from "../history/resolveFileRef";
import { resolvePoint } from "../history/resolveRef";
import { isBinary } from "../model/binary";
import { problem } from "../model/errors";
import { splitLines } from "../model/lineChanges";
import { lineKeys, next, traced } from "../model/lineOrigins";
import type { Held } from "../model/version";
import type { WorkspacePath } from "../model/workspacePath";
import { workspacePath } from "../model/workspacePath";
import {
  firstCheckpointIn,
  promptBefore,
  unsavedVersionAt,
} from "../store/index/queries/lineage";
import { heldAt } from "../store/index/queries/snapshots";
import { lineageOf, type Step } from "./lineage";
import { TracedFile } from "./tracedFile";

/** Larger files are refused: comparing all of their versions takes too long. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Says of each line of a file which version brought it, and who wrote that. */
export function blame(
  context: Context,
  given: string,
  request: BlameRequest = {},
  run?: Run,
): Blame {
  const path = workspacePath(given);
  const { index } = context.store;
  const point = resolveFileRef(context, request.at ?? "workspace", path);
  const since =
    request.since === undefined
      ? 0
      : resolvePoint(context, request.since).moment;
  const { moment } = point;
  const held = heldAt(index, moment, path, "disk");
  // Only of the present: an older state's unsaved text is asked for by `cat`.
  const unsaved =
    request.at === undefined ? unsavedVersionAt(index, path, moment) : null;
  if (!held && !unsaved)
    throw problem("file-not-there", { path, moment, label: point.label });
  assertIntact(context, moment, [path]);
  for (const each of [held, unsaved]) if (each) assertComparable(path, each);

  const look = {
    ignoresSpace: request.ignoreSpace ?? false,
    findsMoves: request.moves ?? false,
  };
  const steps = held ? lineageOf(context, path, moment) : [];
  const saved = TracedFile.of(context, path, look).follow(steps, () =>
    checkCancelled(run),
  );
  const bytes = context.store.contents.read((unsaved ?? held!).hash);
  assertText(path, bytes);
  const lines = splitLines(bytes);
  const keys = lineKeys(lines, look.ignoresSpace);
  const all: readonly Step[] = unsaved
    ? [...steps, { ...unsaved, came: "next" }]
    : steps;
  const origins = unsaved
    ? (saved
        ? next(saved, keys, steps.length, look.findsMoves)
        : traced(keys, 0)
      ).origins
    : saved!.origins;

  const describe = describer(context, all, {
    since,
    unsaved: unsaved ? steps.length : -1,
  });
  const { from, to } = rangeOf(request, lines.length, path);
  return {
    path,
    at: moment,
    lines: lines.slice(from - 1, to).map((text, i) => ({
      line: from + i,
      text: utf8(text),
      ...describe(origins[from - 1 + i]!),
    })),
  };
}

function assertComparable(path: WorkspacePath, { sizeBytes }: Held): void {
  if (sizeBytes > MAX_BYTES)
    throw problem("too-large-to-blame", { path, sizeBytes, most: MAX_BYTES });
}

function assertText(path: WorkspacePath, bytes: Uint8Array): void {
  if (isBinary(bytes)) throw problem("binary-blame", { path });
}

function rangeOf(
  { from = 1, to = Infinity }: BlameRequest,
  count: number,
  path: WorkspacePath,
): { from: number; to: number } {
  const isWhole = (n: number) => Number.isInteger(n) || n === Infinity;
  if (!isWhole(from) || !isWhole(to) || from < 1 || to < from)
    throw problem("bad-line-range", { from, to });
  if (from > count && from > 1)
    throw problem("no-such-line", { path, line: from, count });
  return { from, to: Math.min(to, count) };
}

type Told = Omit<BlameLine, "line" | "text">;

/** Describes versions, each once: most lines share theirs with others. */
function describer(
  { store: { index } }: Context,
  steps: readonly Step[],
  { since, unsaved }: { since: number; unsaved: number },
): (version: number) => Told {
  const told = new Map<number, Told>();
  const tell = (version: number): Told => {
    const step = steps[version]!;
    const age =
      step.came === "older" || step.born <= since
        ? "older"
        : step.came === "thinned"
          ? "thinned"
          : "recorded";
    const isKnown = age === "recorded";
    const prompt = isKnown ? promptBefore(index, step.thread, step.born) : null;
    return {
      moment: step.born,
      checkpoint: firstCheckpointIn(index, step.born, step.died),
      source: isKnown ? (step.source ?? "outside") : null,
      model: isKnown ? step.model : null,
      subagent: isKnown ? step.subagent : null,
      thread: isKnown ? step.thread : null,
      message: prompt?.id ?? null,
      prompt: prompt?.text ?? null,
      recordedAt: step.recordedAt,
      path: step.path,
      age,
      unsaved: version === unsaved,
    };
  };
  return (version) => {
    const known = told.get(version) ?? tell(version);
    told.set(version, known);
    return known;
  };
}

/** A line is compared byte by byte, one character each; people read UTF-8. */
function utf8(line: string): string {
  return Buffer.from(line.replace(/\r?\n$/, ""), "latin1").toString("utf8");
}
