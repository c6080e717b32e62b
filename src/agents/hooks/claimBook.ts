import { writeClaims, type Claim } from "../../host/claims";
import type { HookEvent } from "./readEvent";

/** A tool that never reports its end (the agent was killed) holds its claim this long. */
const WRITE_MS = 2 * 60_000;
const COMMAND_MS = 10 * 60_000;

interface Entry extends Claim {
  session: string;
  tool: string;
}

/** Keeps a folder's claims while agents' tools run, and tells other processes of them. */
export class ClaimBook {
  private entries: Entry[] = [];
  private readonly talkative = new Set<string>();

  constructor(
    private readonly dataDir: string,
    private readonly root: string,
    private readonly now: () => number,
  ) {}

  /** A tool is about to write these paths; null: it may write anything. */
  begin(event: HookEvent, paths: string[] | null): void {
    const isCommand = paths === null;
    this.talkative.add(talker(event));
    this.change([
      ...this.entries,
      {
        source: event.source,
        thread: event.session,
        paths,
        untilMs: this.now() + (isCommand ? COMMAND_MS : WRITE_MS),
        session: event.session ?? "",
        tool: toolKey(event),
      },
    ]);
  }

  /** The tool is done. */
  end(event: HookEvent): void {
    const key = toolKey(event);
    this.talkative.add(talker(event));
    this.change(
      this.entries.filter(
        (entry) => entry.tool !== key || entry.source !== event.source,
      ),
    );
  }

  /** The agent has stopped: nothing of this conversation runs any more. */
  endAll(event: HookEvent): void {
    const session = event.session ?? "";
    this.change(
      this.entries.filter(
        (entry) => entry.session !== session || entry.source !== event.source,
      ),
    );
  }

  /** True when this conversation's agent tells of the tools it uses. */
  tellsOfTools(event: HookEvent): boolean {
    return this.talkative.has(talker(event));
  }

  private change(next: Entry[]): void {
    const now = this.now();
    const live = next.filter(({ untilMs }) => untilMs > now);
    if (live.length === 0 && this.entries.length === 0) return;
    this.entries = live;
    writeClaims(
      this.dataDir,
      this.root,
      live.map(({ source, thread, paths, untilMs }) => ({
        source,
        thread,
        paths,
        untilMs,
      })),
    );
  }
}

function talker({ source, session }: HookEvent): string {
  return JSON.stringify([source, session]);
}

/** The same tool before and after: by its id, or by what it does. */
function toolKey({ session, tool }: HookEvent): string {
  if (tool?.id) return tool.id;
  return JSON.stringify([session, tool?.command, tool?.paths]);
}
