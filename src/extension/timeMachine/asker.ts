import type { Question, Request } from "./protocol";

/** What is asked first when several things are wanted. */
const ORDER: readonly Question["type"][] = [
  ...(["move", "strip", "overview", "lines", "about"] as const),
];
/** After this long, a question that another one of its type has replaced is given up. */
const PATIENCE_MS = 100;

/**
 * Asks one question at a time. While an answer is awaited, only the last question of each type is
 * kept, so that a drag never leaves a queue behind it.
 */
export class Asker {
  private readonly waiting = new Map<Question["type"], Question>();
  private underWay: { id: number; question: Question; sinceMs: number } | null =
    null;
  private lastId = 0;

  constructor(
    private readonly post: (request: Request) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  ask(question: Question): void {
    // What waits shows the same as asking once more, and goes where the person wants.
    if (isRefresh(question) && this.waiting.has(question.type)) return;
    this.waiting.set(question.type, question);
    const { underWay } = this;
    if (
      underWay?.question.type === question.type &&
      isReplaced(underWay.question, question) &&
      this.now() - underWay.sinceMs > PATIENCE_MS
    )
      this.post({ type: "cancel", id: underWay.id });
    this.next();
  }

  /** True for the question that is being answered; another one is then asked. */
  answered(id: number): boolean {
    if (this.underWay?.id !== id) return false;
    this.underWay = null;
    this.next();
    return true;
  }

  /** True while an answer of this type is awaited or a question waits. */
  isBusy(type: Question["type"]): boolean {
    return this.waiting.has(type) || this.underWay?.question.type === type;
  }

  private next(): void {
    if (this.underWay) return;
    for (const type of ORDER) {
      const question = this.waiting.get(type);
      if (!question) continue;
      this.waiting.delete(type);
      const id = ++this.lastId;
      this.underWay = { id, question, sinceMs: this.now() };
      this.post({ type: "ask", id, question });
      return;
    }
  }
}

/** The playhead stays where it is. */
function isRefresh(question: Question): boolean {
  return question.type === "move" && question.move.to === "here";
}

/** A step counts from where the playhead is, so the next one needs it. */
function isReplaced(question: Question, next: Question): boolean {
  const isStep = question.type === "move" && question.move.to === "step";
  return !isStep && !isRefresh(next);
}
