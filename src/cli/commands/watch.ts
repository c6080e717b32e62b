import type { CaptureResult } from "../../engine/api";
import type { Checkpoint } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import { defaultBurstSettings, type BurstSettings } from "../watchBurst";
import {
  changedCountLine,
  checkpointLine,
  countsText,
} from "../checkpointText";
import { command } from "../command";
import type { Context } from "../context";
import { EXIT } from "../exitCodes";
import { onSignal } from "../interrupt";
import { FORCE_LARGE } from "../options";
import { count, printable } from "../text";
import { WatchLoop, type WatchListener } from "../watchLoop";

/** Node's timers take no more: 24 days. */
const MOST_SECONDS = Math.floor((2 ** 31 - 1) / 1000);
const SECONDS = {
  type: "number",
  value: "N",
  least: 1,
  most: MOST_SECONDS,
} as const;

export default command({
  summary: "Record a folder as it changes, with no editor, until Ctrl-C",
  group: "Record",
  begins: true,
  options: {
    "quiet-ms": {
      ...SECONDS,
      most: 1000 * MOST_SECONDS,
      help: "A burst of changes ends after so many milliseconds of quiet; default: 300",
    },
    every: {
      ...SECONDS,
      help: "A checkpoint at least every N seconds while things change; default: 60",
    },
    rescan: {
      ...SECONDS,
      help: "Look through the whole folder every N seconds; default: 300",
    },
    force: FORCE_LARGE,
  },
  notes: [
    "Each burst of changes becomes a moment; after a pause the moments become an automatic checkpoint. With --json the answer comes at the end.",
  ],
  examples: [
    [
      "checkpoint watch --every 30",
      "Beside a long build or an agent that edits without hooks.",
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
    const loop = new WatchLoop(engine, journal, burstSettings(values));
    if (first.isNew) {
      journal.captured(first);
      loop.recorded();
    }
    // Listening before it says that it watches: whoever hears that may stop it.
    let stopListening = () => {};
    const stopped = new Promise<void>((resolve) => {
      stopListening = onSignal(() => resolve());
      journal.onFailure = resolve;
    });
    const watcher = await startWatcher(context, loop);
    // What changed since the first look, before anything was watched.
    loop.changed("");
    // Watchers lose events; what they lost is found here.
    const rescan = setInterval(
      () => loop.changed(""),
      1000 * (values.rescan ?? 300),
    );
    out.note(`Watching ${printable(engine.root)}. Ctrl-C ends it.`);
    await stopped;
    clearInterval(rescan);
    await watcher.close();
    // What changed since the last look is recorded too.
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

function burstSettings(values: {
  readonly "quiet-ms"?: number | undefined;
  readonly every?: number | undefined;
}): BurstSettings {
  const quietMs = values["quiet-ms"] ?? defaultBurstSettings.quietMs;
  const everyMs =
    values.every === undefined
      ? defaultBurstSettings.maxPauseMs
      : 1000 * values.every;
  return {
    ...defaultBurstSettings,
    quietMs,
    maxBurstMs: Math.max(defaultBurstSettings.maxBurstMs, quietMs),
    pauseMs: Math.min(defaultBurstSettings.pauseMs, everyMs),
    maxPauseMs: everyMs,
  };
}

async function startWatcher(context: Context, loop: WatchLoop) {
  const { FolderWatcher } = await import("../../host/folderWatcher");
  const { IgnoredFolders } = await import("../../host/ignored");
  const { settingsFor } = await import("../../host/openFor");
  const { root } = context.location;
  const settings = settingsFor(context.location, context.globs);
  let ignored = new IgnoredFolders(root, settings);
  let hasFailed = false;
  return FolderWatcher.start({
    root,
    isIgnoredFolder: (folder) => ignored.has(folder),
    onChange: (path) => {
      const changesRules = /(^|\/)\.gitignore$/.test(path);
      if (changesRules) ignored = new IgnoredFolders(root, settings);
      loop.changed(changesRules ? "" : path);
    },
    onError: (error) => {
      if (hasFailed) return;
      hasFailed = true;
      context.out.note(
        `Some folders cannot be watched (${printable(error.message)}); their changes are found by looking through the folder (--rescan).`,
      );
    },
  });
}

/** So often in a row, and there is no use in going on. */
const MAX_FAILURES = 6;

/** Says what is recorded as it happens, and remembers it for the end. */
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
      `${checkpointLine(checkpoint, paintErr)}: ${changedCountLine(checkpoint.filesChanged)}`,
    );
  }

  failed(error: unknown, times: number): void {
    this.failure = error;
    if (times >= MAX_FAILURES) return this.onFailure();
    const { message } = CheckpointError.from(error);
    this.say(`not recorded, trying again: ${printable(message)}`);
  }

  private say(text: string): void {
    const { out } = this.context;
    const time = new Date().toTimeString().slice(0, 8);
    out.note(`${out.paintErr("dim", time)} ${text}`);
  }
}
