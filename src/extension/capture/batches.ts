import type { CaptureRequest, EngineEvent } from "../../engine/api";
import type { Source } from "../../engine/model/checkpoint";
import type { Batch, Bursts } from "./burst";
import type { Captures } from "./captures";
import type { Git } from "./gitFollower";
import type { GitMove } from "./outsideLabel";
import type { Points } from "./points";
import type { Time } from "./time";

export interface BatchesParts {
  time: Time;
  git: Git;
  /** Whether git's work gets a guard. */
  guardsGit: () => boolean;
}

/** Git's lock is waited for this long: its work is one burst. */
const GIT_PATIENCE_MS = 10_000;

/**
 * Records batches of changes as moments, each with who made it: the editor, git,
 * an agent, or somebody outside. What fails waits on.
 */
export class Batches {
  private gitBusySince: number | null = null;
  /** What git did, as long as it is not recorded. */
  private move: GitMove | null = null;
  private lastCaptured: { moment: number; source: Source } | null = null;

  constructor(
    private readonly parts: BatchesParts,
    private readonly bursts: Bursts,
    private readonly captures: Captures,
    private readonly points: Points,
  ) {}

  /** Learns by whom the engine recorded a moment. */
  noteEvent(event: EngineEvent): void {
    if (event.type === "captured")
      this.lastCaptured = { moment: event.result.moment, source: event.source };
  }

  /** Records one after the other; with one that fails, those behind it wait on. */
  async record(
    batches: readonly Batch[],
    options: { patient: boolean },
  ): Promise<void> {
    for (const [at, batch] of batches.entries())
      try {
        await this.recordOne(batch, options);
      } catch (error) {
        for (const left of batches.slice(at))
          this.bursts.putBack(left, this.parts.time.now());
        throw error;
      }
  }

  /** Records the texts of the editors that were touched. */
  async recordUnsaved(): Promise<void> {
    await this.captures.withTouched(async (touched) => {
      const unsaved = this.captures.textsOf(touched);
      if (unsaved.length > 0)
        await this.capture({ paths: [], unsaved, source: "editor" }, null);
    });
  }

  /** Looks at everything; returns how many paths had changed. */
  async recordAll(): Promise<number> {
    // First what is known, so that it keeps its source.
    await this.recordSaves();
    const waiting = this.bursts.takeAll(this.parts.time.now());
    const headMoved = waiting.some((batch) => batch.headMoved);
    try {
      return await this.captures.withTouched(() =>
        this.withMove(async (move) => {
          const source = await this.sourceOf(move);
          const unsaved = this.captures.allTexts();
          return this.capture({ unsaved, source }, move);
        }),
      );
    } catch (error) {
      const everything = { origin: "outside", paths: null } as const;
      const now = this.parts.time.now();
      this.bursts.putBack({ ...everything, headMoved }, now);
      throw error;
    }
  }

  /** Records what the editor saved and these paths as they are, and nothing else. */
  async recordOnly(paths: readonly string[]): Promise<void> {
    await this.recordSaves();
    await this.captures.withTouched(() => {
      const unsaved = this.captures.allTexts();
      return this.capture({ paths, unsaved, source: "outside" }, null);
    });
  }

  private async recordSaves(): Promise<void> {
    const saves = this.bursts.takeAll(this.parts.time.now(), "editor");
    await this.record(saves, { patient: false });
  }

  private async recordOne(
    batch: Batch,
    { patient }: { patient: boolean },
  ): Promise<void> {
    if (batch.origin === "outside" && patient && (await this.waitsForGit()))
      this.bursts.putBack(batch, this.parts.time.now());
    else await this.recordNow(batch);
  }

  private async recordNow({ origin, paths: named }: Batch): Promise<void> {
    const paths = named ?? undefined;
    if (origin === "editor") {
      // A saved file's unsaved text is gone in the same moment, whoever held it.
      const unsaved = this.captures.textsAfterSave(named ?? []);
      await this.capture({ paths, unsaved, source: "editor" }, null);
      return;
    }
    await this.withMove(async (move) => {
      if (named?.length !== 0) {
        const source = await this.sourceOf(move);
        await this.capture({ paths, source }, move);
      }
      if (move && !move.writesFiles) this.points.hurry(move.label);
    });
  }

  /** Captures and notes what came of it; returns how many paths had changed. */
  private async capture(
    request: CaptureRequest & { source: Source },
    move: GitMove | null,
  ): Promise<number> {
    const result = await this.captures.capture(request);
    const { added, modified, deleted } = result.recorded;
    const paths = [...added, ...modified, ...deleted];
    const { moment, unsaved } = result;
    const source = this.authorOf(moment) ?? request.source;
    const git = move?.label ?? null;
    if (result.isNew) this.points.note({ moment, source, paths, unsaved, git });
    return paths.length;
  }

  /** An agent that claimed the files is known only where they are recorded. */
  private authorOf(moment: number): Source | null {
    const { lastCaptured } = this;
    return lastCaptured?.moment === moment ? lastCaptured.source : null;
  }

  /** Looks what git did; it is not forgotten when the work fails. */
  private async withMove<T>(
    work: (move: GitMove | null) => Promise<T>,
  ): Promise<T> {
    const news = await this.parts.git.look();
    // What git wrote says more about changed files than a commit after it.
    if (news?.writesFiles || !this.move?.writesFiles)
      this.move = news ?? this.move;
    const result = await work(this.move);
    this.move = null;
    return result;
  }

  /** Who wrote, and a guard of what was there before when it was git. */
  private async sourceOf(move: GitMove | null): Promise<Source> {
    if (!move?.writesFiles) return "outside";
    // Git has already written when we hear of it, but nothing of that is
    // captured yet: the last moment is the folder as it was before.
    if (this.parts.guardsGit())
      await this.points.makeGuard(`Before ${move.label}`, "git");
    return "git";
  }

  private async waitsForGit(): Promise<boolean> {
    if (!(await this.parts.git.isBusy())) {
      this.gitBusySince = null;
      return false;
    }
    this.gitBusySince ??= this.parts.time.now();
    return this.parts.time.now() - this.gitBusySince < GIT_PATIENCE_MS;
  }
}
