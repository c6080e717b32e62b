import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { silentLog } from "../../../src/base/log";
import { FolderQueue } from "../../../src/agents/hooks/folderQueue";
import type { Payload } from "../../../src/agents/hooks/payload";
import { workerLock } from "../../../src/agents/hooks/places";
import { readEvent } from "../../../src/agents/hooks/readEvent";
import { targetsOf } from "../../../src/agents/hooks/roots";
import { openOnThread, type OnThread } from "../../../src/agents/openOnThread";
import { AnnouncedSaves } from "../../../src/extension/recording/announcedSaves";
import { locate } from "../../../src/host/locate";
import { Random, seedOf } from "../../helpers/random";
import { DIST, makePlace, type Place } from "../place";
import { AuthorRules, type Tool } from "./authorRules";

const AGENTS = ["claude-code", "codex"] as const;
const FILES = ["a.ts", "b.ts", "c.ts", "d/e.ts", "d/f.ts", "g.md"];
const STEPS = 40;

interface Running extends Tool {
  payload: Payload;
  /** An edit is over at once, so that nobody else writes the file meanwhile. */
  isEdit: boolean;
}

/**
 * Two agents and a person work in one folder, in an order made by a seed: each agent's tools
 * overlap with the other's and with the person's saves and new files, Claude Code's also run
 * on in the background, and the person interrupts some. A save is announced and written, and
 * its window records it some steps later: others may find it first. If `isWatched`, somebody
 * also looks at the folder in between, as `watch` does.
 *
 * After each step, whatever was recorded has exactly the author that the rules name.
 */
class Story {
  /** How often the rules named each author. */
  readonly named = new Map<string, number>();
  private readonly rules = new AuthorRules();
  private readonly saves: AnnouncedSaves;
  /** Who really wrote what each file holds. */
  private readonly truth = new Map<string, string>();
  private readonly known = new Map<string, number>();
  private readonly running = new Map<string, Running>();
  private background: Running[] = [];
  /** What the person has saved, and the window has not recorded yet. */
  private pending: string | null = null;
  private count = 0;

  constructor(
    private readonly random: Random,
    private readonly place: Place,
    private readonly queue: FolderQueue,
    private readonly watcher: OnThread,
    private readonly isWatched: boolean,
  ) {
    this.saves = new AnnouncedSaves(place.dataDir, place.root);
  }

  async step(): Promise<void> {
    const agent = this.random.pick(AGENTS);
    const tool = this.running.get(agent);
    const dice = this.random.below(12);
    if (dice < 5) return tool ? this.work(tool) : this.begin(agent);
    if (dice < 7) return this.goOnInBackground();
    if (dice < 10) return this.person();
    if (dice < 11 && this.random.chance(0.3)) return this.prompt(agent);
    if (this.isWatched) await this.look();
  }

  async end(): Promise<void> {
    for (const tool of [...this.running.values()]) {
      this.writeAs(tool);
      await this.finish(tool);
    }
    while (this.background.length > 0) await this.endBackground();
    if (this.pending !== null) await this.recordSave(this.pending);
    await this.look();
  }

  async look(): Promise<void> {
    await this.watcher.engine.refresh();
    await this.watcher.engine.capture({ source: "outside" });
    await this.check();
  }

  private async begin(agent: string): Promise<void> {
    const file = this.random.pick(FILES);
    const id = `${agent} ${this.count++}`;
    const [kind, tool_name, tool_input] = this.random.pick([
      ["edit", "Write", { file_path: file }],
      ["names", "Bash", { command: `sed -i s/x/y/ ${file}` }],
      ["open", "Bash", { command: "make" }],
    ] as const);
    // An edit needs the file as the agent has read it.
    if (kind === "edit" && this.pending === file) return;
    const isOpen = kind === "open";
    const payload = { ...base(agent, this.place), tool_name, tool_input };
    const tool: Running = {
      ...{ agent, names: isOpen ? null : file, isOpen },
      ...{ isEdit: kind === "edit", isBackground: false },
      payload: { ...payload, tool_use_id: id },
    };
    await this.tell(agent, "PreToolUse", tool.payload);
    if (agent === "claude-code" && !tool.isEdit && this.random.chance(0.4)) {
      const tool_response = { stdout: "", backgroundTaskId: id };
      const more = { ...tool.payload, tool_response };
      await this.tell(agent, "PostToolUse", more);
      tool.isBackground = true;
      this.background.push(tool);
    } else this.running.set(agent, tool);
    this.rules.begin(tool);
  }

  /** What runs in the background writes, and sometimes ends. */
  private async goOnInBackground(): Promise<void> {
    const [tool] = this.background;
    if (!tool) return;
    this.writeAs(tool);
    if (this.random.chance(0.4)) await this.endBackground();
  }

  private async endBackground(): Promise<void> {
    const { agent, payload } = this.background[0]!;
    const id = String(payload["tool_use_id"]);
    const prompt = `<task-notification>\n<tool-use-id>${id}</tool-use-id>\n</task-notification>`;
    await this.tell(agent, "UserPromptSubmit", {
      ...base(agent, this.place),
      prompt,
    });
    this.background.shift();
    this.rules.end(agent, true);
  }

  private async work(tool: Running): Promise<void> {
    this.writeAs(tool);
    if (this.random.chance(0.6)) await this.finish(tool);
  }

  private async finish({ agent, payload }: Running): Promise<void> {
    await this.tell(agent, "PostToolUse", payload);
    this.running.delete(agent);
    this.rules.end(agent, false);
  }

  /** The person interrupts what the agent does, if it does something, and asks for more. */
  private async prompt(agent: string): Promise<void> {
    this.rules.interrupt(agent);
    await this.tell(agent, "UserPromptSubmit", {
      ...base(agent, this.place),
      prompt: `Do ${this.count++}`,
    });
    this.running.delete(agent);
    this.rules.endTurn(agent);
    // From now on nobody can tell what a command without a name writes.
    this.background = this.background.map((tool) =>
      tool.agent === agent ? { ...tool, isOpen: false } : tool,
    );
  }

  /** A save in the editor, which its window records later, or an edit that nobody reports. */
  private async person(): Promise<void> {
    if (this.pending !== null) return this.recordSave(this.pending);
    const tools = this.tools();
    const isAlone = new Set(tools.filter(isOpen).map(agentOf)).size === 1;
    // Nobody can tell an unreported edit from what a command that runs alone writes.
    const isSilent = !isAlone && this.random.chance(0.3);
    const taken = tools
      .filter(({ isEdit }) => isEdit || isSilent)
      .map(({ names }) => names);
    const file = this.random.pick([
      ...FILES.filter((each) => !taken.includes(each)),
      `new${this.count}.md`,
    ]);
    if (!isSilent) {
      await this.saves.announce(file);
      this.rules.announce(file);
      this.pending = file;
    }
    this.write("editor", file);
    this.saves.written(file);
  }

  private async recordSave(file: string): Promise<void> {
    const { engine } = this.watcher;
    await engine.refresh();
    const recorded = this.saves.recording([file]);
    await engine.capture({ paths: [file], source: "editor" });
    await this.check((path) => (path === file ? "editor" : null));
    await recorded();
    this.rules.recorded(file);
    this.pending = null;
  }

  private tools(): Running[] {
    return [...this.running.values(), ...this.background];
  }

  private writeAs(tool: Running): void {
    const others = this.tools().filter(({ agent }) => agent !== tool.agent);
    const file =
      tool.names ??
      this.random.pick(
        // The file that another tool names is that one's.
        FILES.filter((each) => !others.some(({ names }) => names === each)),
      );
    // What was just saved is recorded long before anybody writes it again.
    if (file !== this.pending) this.write(tool.agent, file);
  }

  private write(who: string, file: string): void {
    this.place.write(file, `${who} ${this.count++}\n`);
    this.truth.set(file, who);
  }

  private async tell(agent: string, name: string, more: Payload) {
    const event = readEvent({ hook_event_name: name, ...more }, agent, name);
    assert.ok(event);
    const { root: cwd, env } = this.place;
    const envelope = { agent, event: name, cwd, env: {}, payload: "" };
    for (const { paths, writes } of targetsOf(event, envelope, env))
      await this.queue.add(event, { paths, writes }, () => false);
    await this.check();
  }

  /** Each file that was just recorded has exactly the author that the rules name. */
  private async check(
    author = (file: string): string | null => this.rules.authorOf(file),
  ): Promise<void> {
    await this.watcher.engine.refresh();
    let isSave = false;
    for (const [file, writer] of this.truth) {
      const [version] = await this.watcher.engine.history(file);
      if (!version || this.known.get(file) === version.born) continue;
      const isFirst = version.born <= 1;
      this.known.set(file, version.born);
      if (isFirst) continue;
      const expected = author(file);
      assert.equal(version.source, expected, `${file}, written by ${writer}`);
      assert.ok([writer, "outside"].includes(version.source), file);
      this.named.set(version.source, (this.named.get(version.source) ?? 0) + 1);
      isSave ||= version.source === "editor";
    }
    if (isSave) this.rules.noteSave();
  }
}

function base(agent: string, { root }: Place): Payload {
  return { session_id: `${agent}-session`, cwd: root };
}

function isOpen(tool: Running): boolean {
  return tool.isOpen;
}

function agentOf({ agent }: Running): string {
  return agent;
}

describe("an interleaving of two agents and a person", function () {
  this.timeout(120_000);
  const first = seedOf(20_261_118);
  const named = new Map<string, number>();

  for (let n = 0; n < 10; n++)
    it(`gives each change to its author, or to nobody (seed ${first + n}${n % 2 === 0 ? ", watched" : ""})`, async () => {
      const place = makePlace();
      for (const file of FILES) place.write(file, "before\n");
      // The agents' events are recorded here and not by a worker, whose lock says that there are some.
      fs.mkdirSync(path.dirname(workerLock(place.dataDir)), {
        recursive: true,
      });
      fs.writeFileSync(workerLock(place.dataDir), "");
      const location = locate({
        workspace: place.root,
        env: place.env,
        cwd: place.root,
      });
      const queue = new FolderQueue(location, DIST, silentLog);
      const watcher = await openOnThread(location, DIST);
      const random = new Random(first + n);
      const story = new Story(random, place, queue, watcher, n % 2 === 0);
      try {
        await story.look();
        for (let step = 0; step < STEPS; step++) await story.step();
        await story.end();
      } finally {
        await queue.close();
        await watcher.close();
        place.remove();
      }
      for (const [author, times] of story.named)
        named.set(author, (named.get(author) ?? 0) + times);
    });

  it("has every kind of author often", () => {
    for (const author of [...AGENTS, "editor", "outside"])
      assert.ok((named.get(author) ?? 0) >= 10, JSON.stringify([...named]));
  });
});
