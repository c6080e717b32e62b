import { Emitter } from "../../base/event";
import type { CaptureRequest, CaptureResult } from "../../engine/api";
import type { Source } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import { SecondLook } from "../../recorder/secondLook";
import type { UnsavedText } from "../../engine/model/restorePlan";
import type { EngineClient } from "../../worker/client";
import type { Time } from "../../base/time";
import { UnsavedEdits } from "./unsavedEdits";

/** The unsaved texts of one folder's editors. */
export interface Editors {
  /** Null if the editor is clean or closed. */
  unsavedText(path: string): string | null;
  unsavedTexts(): UnsavedText[];
}

export interface CapturesParts {
  engine: EngineClient;
  editors: Editors;
  time: Time;
  /** True if the user agreed to a first capture above the budget. */
  isForced?: () => boolean;
  /** Set when the result is no longer wanted. */
  signal?: AbortSignal;
  /** Paths whose unsaved text an earlier window left in the history. */
  heldUnsaved: readonly string[];
  /** Called when the set of these paths changes. */
  onHeldUnsaved: (paths: string[]) => void;
}

const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 60_000;

/**
 * The captures of one folder: which unsaved texts to include, which the history has, and how
 * captures have been going. After a failure `problem` has the reason and `retryAt` the time of the
 * next attempt, with growing pauses.
 */
export class Captures {
  readonly unsaved: UnsavedEdits;
  readonly secondLook = new SecondLook();
  /** The moment of the last capture or guard. */
  lastMoment = -1;
  retryAt = 0;
  private failures = 0;
  private failure: CheckpointError | null = null;
  private readonly changed = new Emitter<void>();

  readonly onDidChangeProblem = this.changed.event;

  constructor(private readonly parts: CapturesParts) {
    this.unsaved = new UnsavedEdits(parts.heldUnsaved);
  }

  get problem(): CheckpointError | null {
    return this.failure;
  }

  async capture(
    request: CaptureRequest & { source: Source },
  ): Promise<CaptureResult> {
    const { engine, signal, isForced } = this.parts;
    const asked = isForced?.() ? { ...request, force: true } : request;
    const result = await this.watching(() =>
      engine.capture(asked, signal && { signal }),
    );
    this.noteUnsaved(request.unsaved ?? []);
    this.lastMoment = result.moment;
    const wasSecondLook = request.unsettled === true;
    const now = this.parts.time.now();
    this.secondLook.captured(result.hasUnsettled, now, wasSecondLook);
    return result;
  }

  /** Runs work on the engine whose failure means that recording is impaired. */
  async watching<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.succeeded();
      return result;
    } catch (error) {
      this.failed(CheckpointError.from(error));
      throw error;
    }
  }

  /** Takes the touched editors; they stay marked if the work fails. */
  async withTouched<T>(work: (touched: string[]) => Promise<T>): Promise<T> {
    const touched = this.unsaved.take();
    try {
      return await work(touched);
    } catch (error) {
      for (const path of touched)
        this.unsaved.touched(path, this.parts.time.now());
      throw error;
    }
  }

  /** Returns the texts of these editors; clean ones only if the history still has a text for them. */
  textsOf(paths: readonly string[]): UnsavedText[] {
    return paths
      .map((path) => ({ path, text: this.parts.editors.unsavedText(path) }))
      .filter(({ path, text }) => text !== null || this.unsaved.holds(path));
  }

  /** Returns the texts of saved editors, which usually have none any more. */
  textsAfterSave(paths: readonly string[]): UnsavedText[] {
    const { editors } = this.parts;
    return paths.map((path) => ({ path, text: editors.unsavedText(path) }));
  }

  /** Returns the texts of all editors, and which of them are clean by now. */
  allTexts(): UnsavedText[] {
    const now = this.parts.editors.unsavedTexts();
    const dirty = new Set(now.map(({ path }) => path));
    const clean = this.unsaved.heldPaths.filter((path) => !dirty.has(path));
    return [...now, ...clean.map((path) => ({ path, text: null }))];
  }

  private noteUnsaved(texts: readonly UnsavedText[]): void {
    let isNew = false;
    for (const { path, text } of texts)
      isNew = this.unsaved.recorded(path, text) || isNew;
    if (isNew) this.parts.onHeldUnsaved(this.unsaved.heldPaths);
  }

  /** Schedules the next attempt after a short pause, whatever the error. */
  backOff(): void {
    const soonest = this.parts.time.now() + FIRST_RETRY_MS;
    this.retryAt = Math.max(this.retryAt, soonest);
  }

  private succeeded(): void {
    this.failures = 0;
    this.retryAt = 0;
    if (!this.failure) return;
    this.failure = null;
    this.changed.fire();
  }

  private failed(error: CheckpointError): void {
    if (error.code === "cancelled") return;
    this.failures++;
    const pause = FIRST_RETRY_MS * 2 ** (this.failures - 1);
    this.retryAt = this.parts.time.now() + Math.min(pause, LAST_RETRY_MS);
    // Another process is writing. That is temporary, so it is not reported at first.
    if (error.code === "store-locked" && this.failures < 3) return;
    this.failure = error;
    this.changed.fire();
  }
}
