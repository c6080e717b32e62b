import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { connectables } from "../../../src/agents/connect/connectables";
import { hasStore, storeDirFor } from "../../../src/host/stores";
import { makePlace, type Place } from "../place";
import {
  ended,
  fixture,
  hook,
  logOf,
  reading,
  recorded,
  type Front,
} from "./hooking";

interface Script {
  folder: string;
  agent: string;
  source: string;
  front: Front;
  /** The fixtures of one session, with the event each is registered for. */
  events: Record<
    "start" | "prompt" | "edit" | "edited" | "shell" | "shelled" | "end",
    [fixture: string, event: string] | null
  >;
}

const plain = (file: string, event: string): [string, string] => [file, event];

const SCRIPTS: Script[] = [
  ...(["launcher", "command"] as const).map((front): Script => ({
    folder: "claude-code",
    agent: "claude-code",
    source: "claude-code",
    front,
    events: {
      start: plain("session-start", "SessionStart"),
      prompt: plain("user-prompt", "UserPromptSubmit"),
      edit: plain("pre-edit", "PreToolUse"),
      edited: plain("post-edit", "PostToolUse"),
      shell: plain("pre-shell-destructive", "PreToolUse"),
      shelled: plain("post-shell", "PostToolUse"),
      end: plain("turn-end", "Stop"),
    },
  })),
  {
    folder: "codex",
    agent: "codex",
    source: "codex",
    front: "launcher",
    events: {
      start: plain("session-start", "SessionStart"),
      prompt: plain("user-prompt", "UserPromptSubmit"),
      edit: plain("pre-edit", "PreToolUse"),
      edited: plain("post-edit", "PostToolUse"),
      shell: plain("pre-shell-destructive", "PreToolUse"),
      shelled: plain("post-shell", "PostToolUse"),
      end: plain("turn-end", "Stop"),
    },
  },
  {
    folder: "gemini",
    agent: "gemini",
    source: "gemini",
    front: "launcher",
    events: {
      start: plain("session-start", "SessionStart"),
      prompt: plain("user-prompt", "BeforeAgent"),
      edit: plain("pre-edit", "BeforeTool"),
      edited: plain("post-edit", "AfterTool"),
      shell: plain("pre-shell-destructive", "BeforeTool"),
      shelled: plain("post-shell", "AfterTool"),
      end: plain("turn-end", "AfterAgent"),
    },
  },
  {
    folder: "cursor",
    agent: "cursor",
    source: "cursor",
    front: "launcher",
    events: {
      start: plain("session-start", "sessionStart"),
      prompt: plain("user-prompt", "beforeSubmitPrompt"),
      edit: null,
      edited: plain("post-edit", "afterFileEdit"),
      shell: plain("pre-shell-destructive", "beforeShellExecution"),
      shelled: plain("post-shell", "afterShellExecution"),
      end: plain("turn-end", "stop"),
    },
  },
  {
    folder: "copilot-cli",
    agent: "copilot",
    source: "copilot",
    front: "launcher",
    events: {
      start: plain("session-start", "sessionStart"),
      prompt: plain("user-prompt", "userPromptSubmitted"),
      edit: plain("pre-edit", "preToolUse"),
      edited: plain("post-edit", "postToolUse"),
      shell: plain("pre-shell-destructive-string-args", "preToolUse"),
      shelled: plain("post-shell", "postToolUse"),
      end: plain("turn-end", "agentStop"),
    },
  },
  {
    // VS Code, running Claude Code's hook.
    folder: "copilot-vscode",
    agent: "claude-code",
    source: "copilot",
    front: "launcher",
    events: {
      start: plain("session-start", "SessionStart"),
      prompt: plain("user-prompt", "UserPromptSubmit"),
      edit: plain("pre-edit", "PreToolUse"),
      edited: plain("post-edit", "PostToolUse"),
      shell: plain("pre-shell-destructive", "PreToolUse"),
      shelled: null,
      end: plain("turn-end", "Stop"),
    },
  },
];

describe("a session that an agent's hooks report", function () {
  this.timeout(120_000);
  let place: Place;

  beforeEach(() => {
    place = makePlace();
    place.write("src/app.ts", "app\n");
    place.write("src/old.ts", "old\n");
    place.write("build/out.js", "built\n");
  });
  afterEach(async () => {
    await ended(place);
    place.remove();
  });

  for (const { folder, agent, source, front, events } of SCRIPTS)
    it(`${folder} by the ${front}: session, prompt, guard, turn, and the author of each change`, async () => {
      const tell = async (step: keyof Script["events"]) => {
        const event = events[step];
        if (!event) return;
        const [name, registered] = event;
        const { code, stderr } = await hook(
          place,
          front,
          [agent, registered],
          fixture(`${folder}/${name}`, place.root),
        );
        assert.equal(code, 0);
        assert.equal(stderr, "");
      };
      await tell("start");
      await recorded(place);
      // The user writes a file between two turns, without any event.
      place.write("notes.md", "mine\n");
      await tell("prompt");
      await recorded(place);
      await tell("edit");
      place.write("src/app.ts", "edited\n");
      // Cursor edits one file, the other agents two.
      if (events.edit) place.write("src/price.ts", "const vat = 0.19;\n");
      await tell("edited");
      await tell("shell");
      // The hook returns only after the guard is recorded.
      fs.rmSync(`${place.root}/build`, { recursive: true });
      place.write("src/app.ts", "app\n");
      await tell("shelled");
      await tell("end");
      await recorded(place);
      assert.equal(logOf(place), "");

      await reading(place, (engine) => {
        const all = engine.list({ limit: 50 }).checkpoints.reverse();
        const session = all.find(({ kind }) => kind === "session");
        assert.equal(session?.source, source);
        const threads = engine.threads();
        assert.equal(threads.length, 1);
        const [thread] = threads;
        assert.equal(thread?.source, source);
        assert.match(thread.title, /^Split the price helper/);
        const { messages } = engine.thread(thread.id);
        assert.deepEqual(
          messages.map(({ role }) => role),
          ["user", "agent"],
        );
        const asked = engine.get(`#${messages[0]?.checkpoint?.number}`);
        assert.match(asked.name ?? "", /^Split the price helper/);
        assert.equal(asked.thread, thread.id);

        const guard = all.filter(({ kind }) => kind === "guard").at(-1);
        assert.equal(guard?.source, source);
        assert.match(guard.name ?? "", /^Before rm -rf/);
        const at = `#${guard.number}`;
        const text = (file: string) =>
          Buffer.from(engine.read(at, file)).toString();
        assert.equal(text("build/out.js"), "built\n");
        assert.equal(text("src/app.ts"), "edited\n");

        const author = (file: string) => engine.history(file)[0]?.source;
        assert.equal(author("notes.md"), "outside");
        assert.equal(author("src/app.ts"), source);
        assert.equal(author("build/out.js"), source);
        if (events.edit) assert.equal(author("src/price.ts"), source);
        assert.equal(author("src/old.ts"), "outside");
      });
    });

  for (const [next, event] of [
    plain("user-prompt", "UserPromptSubmit"),
    plain("session-end", "SessionEnd"),
  ])
    it(`is not the author of what the user writes between a refused command and the ${next}`, async () => {
      const tell = async (name: string, registered: string, more = {}) => {
        const said = fixture(`claude-code/${name}`, place.root) as object;
        const args = ["claude-code", registered];
        await hook(place, "launcher", args, { ...said, ...more });
        await recorded(place);
      };
      await tell("user-prompt", "UserPromptSubmit");
      await tell("pre-shell-destructive", "PreToolUse");
      // The user refuses, so that neither PostToolUse nor Stop is sent.
      place.write("src/mine.ts", "mine\n");
      await tell(next, event, { prompt_id: "another", prompt: "Rather not" });
      await reading(place, (engine) => {
        assert.equal(engine.history("src/mine.ts")[0]?.source, "outside");
      });
    });

  for (const words of [["generic"], ["generic", "prompt"]])
    it(`is recorded where “hook ${words.join(" ")} --workspace --store” says`, async () => {
      const root = path.join(path.dirname(place.root), "elsewhere");
      fs.mkdirSync(root);
      const store = path.join(path.dirname(place.root), "its store");
      const options = ["--workspace", root, "--store", store];
      const said = { event: "prompt", session: "s", prompt: "Here" };
      await hook(place, "launcher", [...words, ...options], said);
      await recorded(place);
      assert.equal(logOf(place), "");
      assert.ok(!fs.existsSync(path.join(place.dataDir, "stores")));
      assert.ok(hasStore(storeDirFor(store, root)));
    });

  for (const [folder, agent, end, event] of [
    ["claude-code", "claude-code", "turn-end", "Stop"],
    ["claude-code", "claude-code", "session-end", "SessionEnd"],
    ["gemini", "gemini", "turn-end", "AfterAgent"],
    ["copilot-cli", "copilot", "turn-end", "agentStop"],
    ["cursor", "cursor", "turn-end", "stop"],
    ["codex", "codex", "turn-end", "Stop"],
  ] as const)
    it(`of ${agent} without any tool use is not the author of changes until its ${end}`, async () => {
      const tell = async (name: string, registered: string) => {
        const said = fixture(`${folder}/${name}`, place.root);
        await hook(place, "launcher", [agent, registered], said);
        await recorded(place);
      };
      await tell("session-start", "SessionStart");
      // The agent only answers a question while the user keeps working.
      place.write("src/mine.ts", "mine\n");
      await tell(end, event);
      await reading(place, (engine) =>
        assert.equal(engine.history("src/mine.ts")[0]?.source, "outside"),
      );
    });

  it("keeps its changes separate from those of the same agent's other session", async () => {
    const tell = async (
      event: string,
      session: string,
      tool: [name: string, input: object],
    ) => {
      await hook(place, "launcher", ["claude-code", event], {
        hook_event_name: event,
        session_id: session,
        cwd: place.root,
        tool_name: tool[0],
        tool_input: tool[1],
        tool_use_id: `${session}-${tool[0]}`,
      });
      await recorded(place);
    };
    const make: [string, object] = ["Bash", { command: "make" }];
    const edit: [string, object] = [
      "Edit",
      { file_path: path.join(place.root, "src/app.ts") },
    ];
    for (const session of ["one", "two"]) {
      const said = { hook_event_name: "UserPromptSubmit", prompt: session };
      await hook(place, "launcher", ["claude-code", "UserPromptSubmit"], {
        ...said,
        ...{ session_id: session, cwd: place.root },
      });
      await recorded(place);
    }
    await tell("PreToolUse", "one", make);
    await tell("PreToolUse", "two", edit);
    place.write("src/app.ts", "two's\n");
    place.write("build/out.js", "one's\n");
    // The first session captures everything before the second has reported its end.
    await tell("PostToolUse", "one", make);
    await tell("PostToolUse", "two", edit);
    await reading(place, (engine) => {
      const touched = (thread: string) =>
        engine.planRevert({ thread }).plan.writes.map((write) => write.path);
      assert.deepEqual(touched("one"), ["build/out.js"]);
      assert.deepEqual(touched("two"), ["src/app.ts"]);
    });
  });

  it("gets its guard in the folder where the command runs, if that has a history", async () => {
    const other = path.join(path.dirname(place.root), "other");
    fs.mkdirSync(path.join(other, "build"), { recursive: true });
    fs.writeFileSync(path.join(other, "build", "a.txt"), "a\n");
    const tell = async (cwd: string, event: string, more: object) => {
      const told = { hook_event_name: event, session_id: "s", cwd, ...more };
      const env = { CLAUDE_PROJECT_DIR: cwd === other ? place.root : cwd };
      await hook(place, "launcher", ["claude-code", event], told, env);
      await recorded(place);
    };
    await tell(place.root, "SessionStart", {});
    const starting = { hook_event_name: "SessionStart", cwd: other };
    await hook(place, "launcher", ["claude-code", "SessionStart"], starting);
    await recorded(place);
    await tell(other, "PreToolUse", {
      tool_name: "Bash",
      tool_use_id: "t",
      tool_input: { command: "rm -rf build" },
    });
    const guards = (root: string) =>
      reading(
        place,
        (engine) => engine.list({ kinds: ["guard"] }).checkpoints.length,
        root,
      );
    assert.equal(await guards(other), 1, logOf(place));
    assert.equal(await guards(place.root), 0);
  });

  it("logs an event that cannot be read", async () => {
    const inbox = path.join(place.dataDir, "hooks", "inbox");
    fs.mkdirSync(inbox, { recursive: true });
    fs.writeFileSync(path.join(inbox, "odd.event"), "odd");
    await hook(place, "launcher", ["claude-code", "Stop"], {
      ...{ hook_event_name: "Stop", session_id: "s", cwd: place.root },
    });
    await recorded(place);
    assert.match(logOf(place), /left out: too large, or none of ours/);
  });

  it("of Cursor gets a guard before it deletes a file, and is the author of the deletion", async () => {
    const cursor = connectables.find(({ name }) => name === "cursor")!;
    const where = { scope: "user", launcher: "/checkpoint" } as const;
    const [settings] = cursor.files({
      ...{ ...where, home: place.root, workspace: place.root },
      ...{ env: {}, platform: "linux" },
    });
    const { hooks } = JSON.parse(settings!.add(null)) as {
      hooks: Record<string, { matcher?: string }[]>;
    };
    const tell = async (name: string) => {
      const said = fixture(`cursor/${name}`, place.root);
      const { hook_event_name: event, tool_name: tool } = said as Record<
        string,
        string
      >;
      // Cursor runs only the hooks in the settings that we write.
      const matcher = hooks[event ?? ""]?.[0]?.matcher ?? "nothing";
      if (!new RegExp(matcher).test(tool ?? "")) return;
      await hook(place, "launcher", ["cursor", event ?? ""], said);
      await recorded(place);
    };
    place.write("src/old.ts", "never recorded\n");
    await tell("pre-delete");
    fs.rmSync(path.join(place.root, "src/old.ts"));
    await tell("post-delete");
    await reading(place, (engine) => {
      const [guard] = engine.list({ kinds: ["guard"] }).checkpoints;
      assert.equal(guard?.name, "Before deleting src/old.ts");
      const kept = engine.read(`#${guard.number}`, "src/old.ts");
      assert.equal(Buffer.from(kept).toString(), "never recorded\n");
      const [last] = engine.history("src/old.ts");
      assert.equal(last?.source, "cursor");
    });
  });

  it("is the author of its changes even if its tool's input has an unknown format", async () => {
    const tell = async (event: string) => {
      const said = {
        hook_event_name: event,
        session_id: "s1",
        cwd: place.root,
        tool_name: "Edit",
        tool_input: { changes: [{ in: "src/new.ts" }] },
        tool_use_id: "t1",
      };
      await hook(place, "launcher", ["claude-code", event], said);
      await recorded(place);
    };
    place.write("src/mine.ts", "mine\n");
    await tell("PreToolUse");
    place.write("src/new.ts", "new\n");
    await tell("PostToolUse");
    await reading(place, (engine) => {
      const author = (file: string) => engine.history(file)[0]?.source;
      assert.equal(author("src/mine.ts"), "outside");
      assert.equal(author("src/new.ts"), "claude-code");
    });
  });

  it("of an unknown agent gets its changes and guards, whatever its tools are called", async () => {
    const tell = async (event: string, tool: object) => {
      const said = { event, agent: "mine", session: "s1", tool };
      await hook(place, "launcher", ["generic", event], said);
      await recorded(place);
    };
    const writer = { name: "MyCustomWriter", paths: ["gen.txt"] };
    await tell("before-tool", writer);
    place.write("gen.txt", "made\n");
    await tell("after-tool", writer);
    const shell = { name: "run", command: "bash -c 'rm gen.txt'" };
    await tell("before-tool", shell);
    fs.rmSync(path.join(place.root, "gen.txt"));
    await tell("after-tool", shell);
    await reading(place, (engine) => {
      const [guard] = engine.list({ kinds: ["guard"] }).checkpoints;
      assert.equal(guard?.name, "Before rm gen.txt");
      const at = `#${guard.number}`;
      assert.equal(
        Buffer.from(engine.read(at, "gen.txt")).toString(),
        "made\n",
      );
      const authors = engine.history("gen.txt").map(({ source }) => source);
      assert.deepEqual(authors, ["mine", "mine"]);
    });
  });

  it("can be rewound with its files, and the rewind undone", async () => {
    const tell = async (n: number, said: Record<string, string>) => {
      await hook(place, "launcher", ["generic"], {
        agent: "robot",
        session: "s",
        turn: `t${n}`,
        cwd: place.root,
        ...said,
      });
      await recorded(place);
    };
    const say = async (n: number) => {
      await tell(n, { event: "prompt", prompt: `Step ${n}` });
      place.write("src/app.ts", `step ${n}\n`);
      await tell(n, { event: "turn-end", text: `Did ${n}` });
    };
    for (const n of [1, 2, 3]) await say(n);
    await reading(place, (engine) => {
      const edit = engine.editMessage({
        thread: "s",
        message: "t2",
        apply: true,
      });
      assert.deepEqual(edit.restorations, [
        { path: "src/app.ts", action: "replace" },
      ]);
      assert.equal(edit.deletedMessages.length, 3);
    });
    assert.equal(place.read("src/app.ts"), "step 1\n");
  });
});
