import type { CaptureRequest, FormattedSave } from "../../engine/api";
import type { ChangePaths, Source } from "../../engine/model/checkpoint";
import type { Automatic } from "../../recorder/automatic";
import type { Batch, Bursts } from "../../recorder/bursts";
import type { Time } from "../../base/time";
import type { AnnouncedSaves } from "./announcedSaves";
import type { Captures } from "./captures";
import type { Checkpoints } from "./checkpoints";
import type { Git } from "./gitFollower";
import type { GitMove } from "./outsideLabel";

export interface BatchesParts {
  time: Time;
  git: Git;
  /** Whether git operations get a guard checkpoint. */
  guardsGit: () => boolean;
  /** What the editor writes, as other processes know it; absent if they need not. */
  saves?: Pick<AnnouncedSaves, "announce" | "written" | "recording">;
}

/** How long to wait for git's lock, so that one git operation is one burst. */
const GIT_PATIENCE_MS = 10_000;

/**
 * Records batches of changes as moments, each with its author: the editor, git, an agent, or
 * someone outside. Failed batches stay pending.
 */
export class Batches {
  private gitBusySince: number | null = null;
  /** What git did and is not recorded yet. */
  private move: GitMove | null = null;
  /** What formatters changed in files that are saved and not recorded yet. */
  private readonly formattedSaves = new Map<string, FormattedSave>();

  constructor(
    private readonly parts: BatchesParts,
    private readonly bursts: Bursts,
    private readonly captures: Captures,
    private readonly automatic: Automatic,
    private readonly checkpoints: Checkpoints,
  ) {}

  formatted(save: FormattedSave): void {
    this.formattedSaves.set(save.path, save);
  }

  /** Records the batches in order; if one fails, it and the following ones stay pending. */
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

  /** Records the unsaved texts of editors that were touched. */
  async recordUnsaved(): Promise<void> {
    await this.captures.withTouched(async (touched) => {
      const unsaved = this.captures.textsOf(touched);
      if (unsaved.length > 0)
        await this.capture({ paths: [], unsaved, source: "editor" }, null);
    });
  }

  /** Reads files again that were recorded while they may still have been written. */
  async recordUnsettled(): Promise<void> {
    // A person may just be saving one of them.
    await this.recordSaves();
    const request = { paths: [], unsettled: true, source: "outside" } as const;
    await this.capture(request, null);
  }

  /** Rescans the folder; returns the number of changed paths. */
  async recordAll(): Promise<number> {
    // Record known changes first, so that they keep their source.
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

  /** Records what the editor saved and the current state of these paths, and nothing else. */
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
      // A saved file's unsaved text is removed in the same moment, whoever recorded it.
      const unsaved = this.captures.textsAfterSave(named ?? []);
      const formatted = this.formattedIn(named);
      const recorded = this.parts.saves?.recording(named);
      await this.capture({ paths, unsaved, formatted, source: "editor" }, null);
      for (const save of formatted ?? [])
        if (this.formattedSaves.get(save.path) === save)
          this.formattedSaves.delete(save.path);
      await recorded?.();
      return;
    }
    await this.withMove(async (move) => {
      if (named?.length !== 0) {
        const source = await this.sourceOf(move);
        await this.capture({ paths, source }, move);
      }
      if (move && !move.writesFiles) this.automatic.hurry(move.label);
    });
  }

  /** Undefined if there are none, as for most saves. */
  private formattedIn(named: readonly string[] | null) {
    const found = [...this.formattedSaves.values()].filter(
      ({ path }) => named?.includes(path) ?? true,
    );
    return found.length > 0 ? found : undefined;
  }

  /** Captures and notes the result; returns the number of changed paths. */
  private async capture(
    request: CaptureRequest & { source: Source },
    move: GitMove | null,
  ): Promise<number> {
    await this.checkpoints.closeBefore({ isGit: move?.writesFiles === true });
    const { moments, recorded } = await this.captures.capture(request);
    const git = move?.label ?? null;
    const now = this.parts.time.now();
    for (const { moment, source, recorded, unsaved } of moments) {
      const paths = pathsOf(recorded);
      // There is nothing to name, for example because files became ignored.
      if (paths.length + unsaved.length === 0) continue;
      this.automatic.note({ moment, source, paths, unsaved, git }, now);
    }
    return pathsOf(recorded).length;
  }

  /** Reads what git did, and keeps it if the work fails. */
  private async withMove<T>(
    work: (move: GitMove | null) => Promise<T>,
  ): Promise<T> {
    const news = await this.parts.git.look();
    // An operation that wrote files explains changed files better than a later commit.
    if (news?.writesFiles || !this.move?.writesFiles)
      this.move = news ?? this.move;
    const result = await work(this.move);
    this.move = null;
    return result;
  }

  /** Returns the author, after creating a guard of the previous state if it was git. */
  private async sourceOf(move: GitMove | null): Promise<Source> {
    if (!move?.writesFiles) return "outside";
    // Git has already written when its event arrives, but none of that is captured yet, so the last
    // moment is the folder's previous state.
    if (this.parts.guardsGit())
      await this.checkpoints.makeGuard(
        `Before ${move.label}`,
        "git",
        move.label,
      );
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

function pathsOf({ added, modified, deleted }: ChangePaths): string[] {
  return [...added, ...modified, ...deleted];
}
