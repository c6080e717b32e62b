import type { LineVersion } from "../../answers/blame";
import type { BlameRequest, Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import { assertIntact } from "../history/assertIntact";
import { resolveFileRef } from "../history/resolveFileRef";
import { resolvePoint } from "../history/resolveRef";
import { why } from "../history/why";
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

/** The lines of a file, as bytes, and the version that brought each. */
export interface TracedLines {
  path: WorkspacePath;
  /** The moment whose state this is. */
  moment: number;
  lines: readonly string[];
  /** For each line, the number of its version. */
  origins: Int32Array;
  describe: (version: number) => LineVersion;
}

/** Finds the versions that brought the lines of a file. */
export function traceLines(
  context: Context,
  given: string,
  request: BlameRequest = {},
  run?: Run,
): TracedLines {
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
  if (!held && !unsaved) {
    if (request.at === undefined) assertRecorded(context, path);
    throw problem("file-not-there", { path, moment, label: point.label });
  }
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

  return {
    path,
    moment,
    lines,
    origins,
    describe: describer(context, all, {
      since,
      unsaved: unsaved ? steps.length : -1,
    }),
  };
}

/** Throws if a file that is there has no recorded lines, and says why. */
function assertRecorded(context: Context, path: WorkspacePath): void {
  const { disk, root } = context;
  const told = why(context, path);
  if (!told.recorded && told.reason !== "absent")
    throw problem("unrecorded-blame", { path, why: told });
  if (disk.lstat(`${root}/${path}`)?.kind === "folder")
    throw problem("folder-blame", { path });
}

function assertComparable(path: WorkspacePath, { sizeBytes }: Held): void {
  if (sizeBytes > MAX_BYTES)
    throw problem("too-large-to-blame", { path, sizeBytes, most: MAX_BYTES });
}

function assertText(path: WorkspacePath, bytes: Uint8Array): void {
  if (isBinary(bytes)) throw problem("binary-blame", { path });
}

/** Describes versions, each once: most lines share theirs with others. */
function describer(
  { store: { index } }: Context,
  steps: readonly Step[],
  { since, unsaved }: { since: number; unsaved: number },
): (version: number) => LineVersion {
  const told = new Map<number, LineVersion>();
  const tell = (version: number): LineVersion => {
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
