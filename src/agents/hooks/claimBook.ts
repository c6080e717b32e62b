import { readClaims, writeClaims } from "../../host/claims";
import type { Claim } from "../../recorder/attribution";
import type { HookEvent } from "./readEvent";
import type { Writes } from "./writtenPaths";

/**
 * The claim of a tool that never reports its end, because the agent was killed, expires
 * after this time.
 */
const WRITE_MS = 2 * 60_000;
const COMMAND_MS = 10 * 60_000;
const BACKGROUND_MS = 60 * 60_000;

interface Entry extends Claim {
  session: string;
  tool: string;
  isBackground: boolean;
}

/** Keeps a folder's claims while agents' tools run, and publishes them to other processes. */
export class ClaimBook {
  private entries: Entry[];
  private readonly reportsTools = new Set<string>();

  constructor(
    private readonly dataDir: string,
    private readonly root: string,
    private readonly now: () => number,
  ) {
    // Those of an earlier worker, which may have exited while something ran in the background.
    this.entries = readClaims(dataDir, root, now()).filter(isEntry);
  }

  /** A tool is about to write this. */
  begin(event: HookEvent, { paths, isOpen }: Writes): void {
    this.reportsTools.add(conversationKey(event));
    const { source } = event;
    const now = this.now();
    const isCommand = event.tool?.does === "shell";
    const others = this.entries.filter(
      (entry) => entry.source !== source && entry.untilMs > now,
    );
    this.change([
      ...this.entries.map((entry) =>
        others.includes(entry)
          ? { ...entry, beside: unique([...entry.beside, source]) }
          : entry,
      ),
      {
        source,
        thread: event.session,
        ...(event.model === null ? {} : { model: event.model }),
        ...(event.subagent === null ? {} : { subagent: event.subagent }),
        paths,
        isOpen,
        sinceMs: now,
        untilMs: now + (isCommand ? COMMAND_MS : WRITE_MS),
        beside: unique(others.map((entry) => entry.source)),
        session: event.session ?? "",
        tool: toolKey(event),
        isBackground: false,
      },
    ]);
  }

  /** Removes the tool's claim. */
  end(event: HookEvent): void {
    this.reportsTools.add(conversationKey(event));
    this.change(this.entries.filter((entry) => !isOfTool(entry, event)));
  }

  /** The tool's command runs on in the background, until `end`. */
  continueInBackground(event: HookEvent): void {
    this.reportsTools.add(conversationKey(event));
    const untilMs = this.now() + BACKGROUND_MS;
    this.change(
      this.entries.map((entry) =>
        isOfTool(entry, event)
          ? { ...entry, isBackground: true, untilMs }
          : entry,
      ),
    );
  }

  /**
   * The agent has stopped: its tools have ended, and what runs on in the background is no
   * longer the only one at work, because the user is. From now on only the paths that it
   * names are its own.
   */
  endTurn(event: HookEvent): void {
    this.change(
      this.entries
        .filter((entry) => entry.isBackground || !isOf(entry, event))
        .map((entry) =>
          isOf(entry, event) ? { ...entry, isOpen: false } : entry,
        ),
    );
  }

  /**
   * Tools that have not reported their end were refused or interrupted, at an unknown time.
   * They may have written what changed since, but so may the user.
   */
  doubt(event: HookEvent): void {
    this.change(
      this.entries.map((entry) =>
        isOf(entry, event) && !entry.isBackground
          ? { ...entry, paths: [], isOpen: false }
          : entry,
      ),
    );
  }

  /** Removes all claims of the conversation, because its agent has exited. */
  endAll(event: HookEvent): void {
    this.change(this.entries.filter((entry) => !isOf(entry, event)));
  }

  /** True if this conversation's agent has reported using tools. */
  tellsOfTools(event: HookEvent): boolean {
    return this.reportsTools.has(conversationKey(event));
  }

  private change(next: Entry[]): void {
    const now = this.now();
    const live = next.filter(({ untilMs }) => untilMs > now);
    if (live.length === 0 && this.entries.length === 0) return;
    this.entries = live;
    writeClaims(this.dataDir, this.root, live);
  }
}

function isEntry(claim: Claim): claim is Entry {
  const { session, tool, isBackground } = claim as Partial<Entry>;
  return (
    typeof session === "string" &&
    typeof tool === "string" &&
    typeof isBackground === "boolean"
  );
}

function unique(sources: readonly string[]): string[] {
  return [...new Set(sources)];
}

function conversationKey({ source, session }: HookEvent): string {
  return JSON.stringify([source, session]);
}

function isOf(entry: Entry, { source, session }: HookEvent): boolean {
  return entry.source === source && entry.session === (session ?? "");
}

function isOfTool(entry: Entry, event: HookEvent): boolean {
  return entry.source === event.source && entry.tool === toolKey(event);
}

/** Identifies a tool use before and after it runs: by its id, or by what it does. */
export function toolKey({ session, tool }: HookEvent): string {
  if (tool?.id) return tool.id;
  return JSON.stringify([session, tool?.command, tool?.paths]);
}
