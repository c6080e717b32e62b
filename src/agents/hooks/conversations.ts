import { readTurns, writeTurns, type OpenTurn } from "../../host/turns";
import type { HookEvent } from "./readEvent";
import { lastAnswer } from "./transcript";

/**
 * What a folder's events have said about its conversations: which turns are open, for
 * other processes, and which model each conversation uses, for events that do not say.
 */
export class Conversations {
  private readonly models = new Map<string, string>();

  constructor(
    private readonly dataDir: string,
    private readonly root: string,
    private readonly now: () => number,
  ) {}

  /** Takes note of an event, and returns it with the model that made it, if that is known. */
  note(event: HookEvent): HookEvent {
    // A task of Cline's is a turn; it does not report prompts.
    const begins =
      event.kind === "prompt" || /^Task(Start|Resume)$/.test(event.name);
    let promptMs: number | null = null;
    if (begins) this.begin(event);
    else if (/^(turn-end|turn-cut|session-end)$/.test(event.kind))
      promptMs = this.end(event);
    return { ...event, model: this.modelOf(event), promptMs };
  }

  private modelOf(event: HookEvent): string | null {
    const key = keyOf(event);
    const said =
      event.model ??
      // A subagent may use another model, and has another transcript.
      (event.kind === "after-tool" && event.subagent === null
        ? modelIn(event.transcript)
        : null);
    if (said !== null && event.subagent === null) this.models.set(key, said);
    if (said !== null) return said;
    return event.subagent === null ? (this.models.get(key) ?? null) : null;
  }

  private begin(event: HookEvent): void {
    const { source, session, turn, atMs } = event;
    if (session === null) return;
    const sinceMs = atMs || this.now();
    this.change((turns) => [
      ...turns.filter((one) => !isOf(one, event)),
      { source, thread: session, message: turn, sinceMs },
    ]);
  }

  /** Returns when the turn that ends began; null if that is unknown. */
  private end(event: HookEvent): number | null {
    const turns = this.change((all) => all.filter((one) => !isOf(one, event)));
    return turns.find((one) => isOf(one, event))?.sinceMs ?? null;
  }

  /** Changes the open turns, and returns those before. */
  private change(next: (turns: OpenTurn[]) => OpenTurn[]): OpenTurn[] {
    const turns = readTurns(this.dataDir, this.root);
    const changed = next(turns);
    if (JSON.stringify(changed) !== JSON.stringify(turns))
      writeTurns(this.dataDir, this.root, changed);
    return turns;
  }
}

function modelIn(transcript: string | null): string | null {
  return transcript === null ? null : lastAnswer(transcript).model;
}

function isOf(turn: OpenTurn, { source, session }: HookEvent): boolean {
  return turn.source === source && turn.thread === session;
}

function keyOf({ source, session }: HookEvent): string {
  return JSON.stringify([source, session]);
}
