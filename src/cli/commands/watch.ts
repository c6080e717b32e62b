import type { CaptureResult } from "../../engine/api";
import type { Checkpoint } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import { checkpointLine, countsText } from "../text/checkpointText";
import { command } from "../line/command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { onSignal } from "../interrupt";
import { FORCE_LARGE } from "../line/options";
import { printable } from "../text/text";
import { changesText, count } from "../../wording/counts";
import { voice } from "../text/voice";
import {
  defaultWatch,
  WatchLoop,
  type WatchListener,
  type WatchRules,
} from "../../host/watchLoop";
import { spoken } from "../../wording/errors";

/** The maximum delay of Node's timers: 24 days. */
const MOST_SECONDS = Math.floor((2 ** 31 - 1) / 1000);
const SECONDS = {
  type: "number",
  value: "N",
  least: 1,
  most: MOST_SECONDS,
} as const;

export default command({
  summary: "Record a folder while it changes, until Ctrl-C",
  group: "Record",
  mayCreateHistory: true,
  options: {
    "quiet-ms": {
      ...SECONDS,
      most: 1000 * MOST_SECONDS,
      help: "Milliseconds without changes that end a burst (default 300)",
    },
    every: {
      ...SECONDS,
      help: "Create a checkpoint at least every N seconds while files change (default 60)",
    },
    rescan: {
      ...SECONDS,
      help: "Scan the whole folder every N seconds (default 300)",
    },
    force: FORCE_LARGE,
  },
  notes: [
    "Each burst of changes becomes a moment; after a pause the moments become an automatic checkpoint. With --json the output comes at the end.",
  ],
  examples: [
    [
      "checkpoint watch --every 30",
      "Records alongside a long build, or an agent without hooks.",
    ],
  ],
  async run({ values, context }) {
    const engine = await context.open();
    const { out } = context;
    const first = engine.capture(
      { source: "outside", force: values.force },
      context.run,
    );
    context.clearProgress();
    const journal = new WatchJournal(context);
    const loop = new WatchLoop(engine, journal, watchRules(values));
    if (first.isNew) {
      journal.captured(first);
      loop.recorded(first);
    }
    // Install signal handlers before announcing that it watches, because a caller may stop it right
    // after.
    let stopListening = () => {};
    const stopped = new Promise<void>((resolve) => {
      stopListening = onSignal(() => resolve());
      journal.onFailure = resolve;
    });
    const watching = await startWatching(context, loop, values.rescan);
    out.note(`Watching ${printable(engine.root)}. Press Ctrl-C to stop.`);
    await stopped;
    await watching.close();
    // Record what changed since the last scan.
    loop.changed("");
    loop.stop();
    stopListening();
    if (loop.isFailing) throw CheckpointError.from(journal.failure);
    const { moments, checkpoints } = journal;
    out.answer({ workspace: engine.root, moments, checkpoints }, () => [
      `${count(moments, "moment")} and ${count(checkpoints.length, "checkpoint")} recorded.`,
    ]);
    return EXIT.done;
  },
});

function watchRules(values: {
  readonly "quiet-ms"?: number | undefined;
  readonly every?: number | undefined;
}): WatchRules {
  const { burst, automatic } = defaultWatch;
  const settleMs = values["quiet-ms"] ?? burst.settleMs;
  const everyMs =
    values.every === undefined ? automatic.maxWaitMs : 1000 * values.every;
  return {
    ...defaultWatch,
    burst: { ...burst, settleMs, maxMs: Math.max(burst.maxMs, settleMs) },
    automatic: {
      ...automatic,
      quietMs: Math.min(automatic.quietMs, everyMs),
      maxWaitMs: everyMs,
    },
  };
}

async function startWatching(
  context: Context,
  loop: WatchLoop,
  rescanSeconds = 300,
) {
  const { watchFolder } = await import("../../host/watchFolder");
  const { settingsFor } = await import("../../host/openFor");
  const { location, globs, out } = context;
  return watchFolder(loop, {
    root: location.root,
    settings: settingsFor(location, globs),
    rescanMs: 1000 * rescanSeconds,
    onError: (error) =>
      out.note(
        `Some folders cannot be watched (${printable(error.message)}); their changes are found by scanning the folder (--rescan).`,
      ),
  });
}

/** After this many failures in a row, give up. */
const MAX_FAILURES = 6;

/** Reports what is recorded as it happens, and totals it for the end. */
class WatchJournal implements WatchListener {
  moments = 0;
  readonly checkpoints: Checkpoint[] = [];
  failure: unknown;
  onFailure: () => void = () => {};

  constructor(private readonly context: Context) {}

  captured(result: CaptureResult): void {
    this.moments++;
    const { out } = this.context;
    const { added, modified, deleted } = result.recorded;
    const paths = [...added, ...modified, ...deleted];
    const counts = {
      added: added.length,
      modified: modified.length,
      deleted: deleted.length,
    };
    const more = paths.length > 3 ? ` and ${paths.length - 3} more` : "";
    this.say(
      `@${result.moment} ${countsText(counts, out.paintErr)} ${paths.slice(0, 3).map(printable).join(", ")}${more}`,
    );
  }

  checkpointed(checkpoint: Checkpoint): void {
    this.checkpoints.push(checkpoint);
    const { paintErr } = this.context.out;
    this.say(
      `${checkpointLine(checkpoint, paintErr)}: ${changesText(checkpoint.filesChanged, voice) || "nothing changed"}`,
    );
  }

  failed(error: unknown, times: number): void {
    this.failure = error;
    if (times >= MAX_FAILURES) return this.onFailure();
    const { message } = spoken(error, voice);
    this.say(`not recorded, will try again: ${printable(message)}`);
  }

  private say(text: string): void {
    const { out } = this.context;
    const time = new Date().toTimeString().slice(0, 8);
    out.note(`${out.paintErr("dim", time)} ${text}`);
  }
}
