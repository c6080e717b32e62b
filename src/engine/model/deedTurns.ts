import type { DeedGroup, DeedMoment, DeedPrompt } from "./deedFacts";
import type { DeedList } from "./deedList";
import { isAgent } from "./sources";

/** The turns of agents: each begins with a prompt and lasts until the next one of its thread. */
export class DeedTurns {
  /** The current turn of each thread. */
  private readonly turns = new Map<string, DeedGroup>();
  private readonly promptOf = new Map<string, DeedPrompt>();
  private readonly started = new Set<string>();
  private next = 0;

  /** `settle` ends the work that a new turn interrupts. */
  constructor(
    private readonly prompts: readonly DeedPrompt[],
    private readonly deeds: DeedList,
    private readonly settle: () => void,
  ) {
    for (const prompt of prompts)
      this.promptOf.set(promptKey(prompt.thread, prompt.id), prompt);
  }

  get open(): Iterable<DeedGroup> {
    return this.turns.values();
  }

  inThread(thread: string | null): DeedGroup | undefined {
    return thread === null ? undefined : this.turns.get(thread);
  }

  /** The turn that a change belongs to: that of its thread, or the only one of its agent. */
  of({ thread, source }: DeedMoment): DeedGroup | undefined {
    if (thread !== null) return this.turns.get(thread);
    if (!isAgent(source)) return undefined;
    const own = [...this.turns.values()].filter((t) => t.author === source);
    return own.length === 1 ? own[0] : undefined;
  }

  prompt(thread: string | null, message: string | null) {
    return thread === null || message === null
      ? undefined
      : this.promptOf.get(promptKey(thread, message));
  }

  begin(prompt: DeedPrompt): DeedGroup {
    const { thread, id, source, moment, atMs } = prompt;
    const key = promptKey(thread, id);
    const deedId = `${thread}/${id}`;
    const known = this.turns.get(thread);
    if (this.started.has(key))
      return known ?? this.deeds.all.find((deed) => deed.id === deedId)!;
    this.started.add(key);
    this.settle();
    const deed = this.deeds.add("turn", deedId, source, moment, atMs, {
      thread,
      message: id,
    });
    this.turns.set(thread, deed);
    return deed;
  }

  /** Begins turns whose own checkpoint is no longer kept. */
  beginBefore(n: number): void {
    const { prompts } = this;
    for (
      let prompt = prompts[this.next];
      prompt && prompt.moment < n;
      prompt = prompts[++this.next]
    )
      if (!this.started.has(promptKey(prompt.thread, prompt.id)))
        this.begin(prompt);
  }
}

function promptKey(thread: string, message: string): string {
  return `${thread}\n${message}`;
}
