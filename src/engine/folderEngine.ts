import type * as api from "./api";
import { authors } from "./blame/authors";
import { blame, lineAuthors } from "./blame/blame";
import { capture } from "./capture/capture";
import type { Context } from "./context";
import { diff } from "./diff/diff";
import { importState } from "./history/importState";
import {
  changesAt,
  createCheckpoint,
  deleteCheckpoints,
  editCheckpoint,
  getCheckpoint,
  listCheckpoints,
} from "./history/checkpoints";
import { filesOfDeed } from "./deeds/deedFiles";
import { listDeeds, deedBuckets } from "./deeds/listDeeds";
import { deletedFiles, filesAt, historyOf, readAt } from "./history/files";
import { resolvePoint } from "./history/resolveRef";
import { resolveFileRef } from "./history/resolveFileRef";
import type { KeptEvents } from "./keptEvents";
import { status } from "./history/status";
import { why } from "./history/why";
import type { DiffOptions } from "./model/changes";
import { text } from "./model/checkpointOptions";
import { CheckpointError, problem } from "./model/errors";
import type { PlanRequest, RestorePlan } from "./model/restorePlan";
import type { EngineSettings } from "./model/settings";
import { parseSettings } from "./model/settings";
import type { RecordMessage } from "./model/thread";
import type { Layer } from "./model/version";
import { applyRestore } from "./restore/applyRestore";
import { limitPlan, planHunks } from "./restore/limitPlan";
import { planRestore } from "./restore/planRestore";
import { restoreEntries } from "./history/restores";
import { settleRestores } from "./restore/settle";
import { planRedo, planUndo } from "./restore/undo";
import { planRevert } from "./revert/planRevert";
import { compact } from "./retention/compact";
import { prune } from "./retention/prune";
import { usage } from "./retention/usage";
import { searchHistory } from "./search/searchHistory";
import { editMessage } from "./threads/editMessage";
import { recordMessage, threadDetail, threads } from "./threads/threads";
import { checkSeries } from "./history/checkSeries";
import { recordVerdict } from "./verdicts/recordVerdict";
import { timeline } from "./timeline/timeline";
import { timelineFiles } from "./timeline/timelineFiles";
import { timelineStop } from "./timeline/timelineStop";
import { verify } from "./verify/verify";

/** Contents move rarely, so a read hardly ever starts over even twice. */
const MOST_TRIES = 3;

/** The engine of one folder. Every operation is in its own file; this class lists them. */
export class FolderEngine implements api.Engine {
  readonly onDidChange;
  private isClosed = false;

  constructor(
    private readonly context: Context,
    private readonly events: KeptEvents,
  ) {
    this.onDidChange = events.event;
  }

  get root(): string {
    return this.context.root;
  }

  get storeDir(): string {
    return this.context.store.layout.dir;
  }

  capture(request?: api.CaptureRequest, run?: api.Run) {
    return this.do(() => capture(this.context, request, run));
  }
  checkpoint(request?: api.CheckpointRequest, run?: api.Run) {
    return this.do(() => createCheckpoint(this.context, request, run));
  }

  list(filter?: api.ListFilter) {
    return this.look(() => listCheckpoints(this.context, filter));
  }
  deeds(filter?: api.DeedFilter) {
    return this.look(() => listDeeds(this.context, filter));
  }
  deedGroups(by: api.DeedGrouping, filter?: api.DeedFilter) {
    return this.look(() => deedBuckets(this.context, by, filter));
  }
  deedFiles(id: string) {
    return this.look(() => filesOfDeed(this.context, id));
  }
  timeline(request?: api.TimelineRequest) {
    return this.look(() => timeline(this.context, request));
  }
  timelineStop(request: api.StopRequest) {
    return this.look(() => timelineStop(this.context, request));
  }
  timelineFiles(request: api.FilesBetween) {
    return this.look(() => timelineFiles(this.context, request));
  }
  get(ref: string) {
    return this.look(() => getCheckpoint(this.context, ref));
  }
  resolve(ref: string, path?: string, layer?: Layer) {
    return this.look(() =>
      path === undefined
        ? resolvePoint(this.context, ref)
        : resolveFileRef(this.context, ref, path, layer),
    );
  }
  files(ref: string, filter?: api.FilesFilter) {
    return this.look(() => filesAt(this.context, ref, filter));
  }
  read(ref: string, path: string, layer?: Layer) {
    return this.look(() => readAt(this.context, ref, path, layer));
  }
  readContent(hash: string) {
    return this.look(() =>
      this.context.store.contents.read(contentHashOf(hash)),
    );
  }
  history(path: string, page?: api.HistoryPage) {
    return this.look(() => historyOf(this.context, path, page));
  }
  blame(path: string, request?: api.BlameRequest, run?: api.Run) {
    return this.look(() => blame(this.context, path, request, run));
  }
  lineAuthors(path: string, run?: api.Run) {
    return this.look(() => lineAuthors(this.context, path, run));
  }
  authors(request?: api.AuthorsRequest, run?: api.Run) {
    return this.look(() => authors(this.context, request, run));
  }
  deleted(filter?: { path?: string; limit?: number }) {
    return this.look(() => deletedFiles(this.context, filter));
  }
  diff(from: string, to: string, options?: DiffOptions, run?: api.Run) {
    return this.look(() => diff(this.context, from, to, options, run));
  }
  changes(ref: string) {
    return this.look(() => changesAt(this.context, ref));
  }

  verdict(request: api.VerdictRequest, run?: api.Run) {
    return this.do(() => recordVerdict(this.context, request, run));
  }
  checks() {
    return this.look(() => checkSeries(this.context));
  }

  planRestore(request: PlanRequest, run?: api.Run) {
    return this.do(() => planRestore(this.context, request, run));
  }
  planUndo(options?: api.UndoRequest, run?: api.Run) {
    return this.do(() => planUndo(this.context, options, run));
  }
  planRedo(options?: api.UndoRequest, run?: api.Run) {
    return this.do(() => planRedo(this.context, options, run));
  }
  planHunks(plan: string, path: string) {
    return this.look(() => planHunks(this.context, plan, path));
  }
  limitPlan(plan: string, files: readonly api.ChosenFile[]) {
    return this.look(() => limitPlan(this.context, plan, files));
  }
  applyRestore(
    plan: string | RestorePlan,
    options?: api.ApplyOptions,
    run?: api.Run,
  ) {
    return this.do(() => applyRestore(this.context, plan, options, run));
  }
  restores(limit?: number) {
    return this.look(() => restoreEntries(this.context, limit));
  }
  planRevert(request: api.RevertRequest, run?: api.Run) {
    return this.do(() => planRevert(this.context, request, run));
  }

  rename(ref: string, name: string) {
    return this.do(() =>
      editCheckpoint(this.context, ref, { name: text("name", name) }),
    );
  }
  describe(ref: string, description: string) {
    return this.do(() =>
      editCheckpoint(this.context, ref, {
        description: text("description", description),
      }),
    );
  }
  pin(ref: string, pinned: boolean) {
    return this.do(() => editCheckpoint(this.context, ref, { pinned }));
  }
  delete(refs: readonly string[], options?: { force?: boolean }) {
    return this.do(() => deleteCheckpoints(this.context, refs, options?.force));
  }

  importState(
    files: Iterable<api.ImportedFile>,
    options?: api.ImportOptions,
    run?: api.Run,
  ) {
    return this.do(() => importState(this.context, files, options, run));
  }
  search(request: api.SearchRequest, run?: api.Run) {
    return this.look(() => searchHistory(this.context, request, run));
  }

  recordMessage(request: RecordMessage, run?: api.Run) {
    return this.do(() => recordMessage(this.context, request, run));
  }
  threads() {
    return this.look(() => threads(this.context));
  }
  thread(id: string) {
    return this.look(() => threadDetail(this.context, id));
  }
  editMessage(request: api.EditMessage, run?: api.Run) {
    return this.do(() => editMessage(this.context, request, run));
  }

  why(path: string) {
    return this.look(() => why(this.context, path));
  }
  status() {
    return this.look(() => status(this.context));
  }
  usage() {
    return this.look(() => usage(this.context));
  }
  prune(options?: { dryRun?: boolean }, run?: api.Run) {
    return this.do(() => prune(this.context, options, run));
  }
  compact(run?: api.Run) {
    return this.do(() => compact(this.context, run));
  }
  verify(options?: { repair?: boolean }, run?: api.Run) {
    return this.look(() => verify(this.context, options, run));
  }

  settle(budgetMs?: number): boolean {
    if (this.context.readOnly) return true;
    return this.do(() => settleRestores(this.context, budgetMs));
  }
  refresh(): boolean {
    return this.do(() => this.context.store.refresh());
  }

  configure(settings: Partial<EngineSettings>): void {
    this.context.settings = parseSettings({
      ...this.context.settings,
      ...settings,
    });
    delete this.context.automaticLimit;
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.context.store.close();
    this.events.dispose();
  }

  /** Runs a read after loading what other processes wrote. */
  private look<T>(work: () => T): T {
    return this.do(() => {
      this.context.store.refresh();
      return this.context.readOnly ? this.fromOneState(work) : work();
    });
  }

  /**
   * A long read beside a writer may find that a content has moved, and then loads what was
   * written meanwhile. What it found before may no longer fit, so it starts over.
   */
  private fromOneState<T>(work: () => T): T {
    const { store } = this.context;
    const at = () => `${store.journalNumber} ${store.journalOffset}`;
    for (let tries = 1; ; tries++) {
      const before = at();
      const isOver = () => at() === before || tries === MOST_TRIES;
      try {
        const result = work();
        if (isOver()) return result;
      } catch (error) {
        if (CheckpointError.is(error, "cancelled") || isOver()) throw error;
      }
    }
  }

  /** Converts every error to a `CheckpointError`. */
  private do<T>(work: () => T): T {
    if (this.isClosed) throw problem("engine-closed");
    this.context.store.lock.begin();
    try {
      return work();
    } catch (error) {
      const known = CheckpointError.from(error);
      if (known.code === "internal") this.context.log.error("internal", error);
      throw known;
    } finally {
      // Any operation may read what others wrote. Emitted at the end, because a
      // listener may call the engine right away.
      if (this.context.store.takeNews())
        this.events.fire({ type: "refreshed" });
    }
  }
}

function contentHashOf(hash: unknown): string {
  if (typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash)) return hash;
  throw problem("bad-hash");
}
