import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { DIST, makePlace, type Place } from "../place";
import {
  allFixtures,
  ended,
  eventArgument,
  fixture,
  hook,
  logOf,
  recorded,
} from "./hooking";

/** The event's name in the agent's settings, for payloads without a name. */
function argumentsFor(name: string, payload: unknown): string[] {
  const agent = (name.split("/")[0] ?? "").replace(/-(cli|vscode)$/, "");
  const { hook_event_name: told, hookEventName: older } = payload as Record<
    string,
    string | undefined
  >;
  const event = told ?? older ?? eventArgument(name);
  return event ? [agent, event] : [agent];
}

describe("every event of every agent", function () {
  this.timeout(300_000);
  let place: Place;

  before(() => {
    place = makePlace();
    place.write("src/app.ts", "app\n");
    place.write("src/old.ts", "old\n");
  });
  after(async () => {
    await ended(place);
    place.remove();
  });

  for (const front of ["launcher", "command"] as const)
    it(`succeeds, prints only what its agent expects and touches no file (by the ${front})`, async () => {
      const before = place.files();
      // The command starts Node each time, so a few of each agent are enough.
      const names = allFixtures().filter(
        (name) =>
          front === "launcher" ||
          /user-prompt|destructive|turn-end$|pre-read/.test(name),
      );
      for (const name of names) {
        const payload = fixture(name, place.root);
        const args = argumentsFor(name, payload);
        // Cursor puts a byte order mark first.
        const input = `\uFEFF${JSON.stringify(payload)}`;
        const result = await hook(place, front, args, input);
        assert.equal(result.code, 0, name);
        assert.equal(result.stderr, "", name);
        assert.match(result.stdout, expectedOutput(name, args[1] ?? ""), name);
      }
      await recorded(place);
      assert.deepEqual(place.files(), before);
      assert.equal(logOf(place), "");
    });

  it("from Cursor is answered as Cursor's when Claude Code's hook gets it", async () => {
    for (const front of ["launcher", "command"] as const) {
      const { stdout } = await hook(
        place,
        front,
        ["claude-code", "PreToolUse"],
        fixture("cursor/pre-tool-shell-destructive", place.root),
      );
      assert.equal(stdout.trim(), '{"permission":"allow"}', front);
    }
  });

  it("that is nonsense is silently ignored", async () => {
    const nonsense = [
      "",
      "   ",
      "{",
      "null",
      "[]",
      "not json",
      '{"hook_event_name":"Unheard","session_id":"x"}',
      '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":7},"cwd":"/no/such/folder"}',
      '{"hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"../../../etc/passwd"},"session_id":"x"}',
      `{"hook_event_name":"UserPromptSubmit","session_id":"x","prompt":"${"x".repeat(300_000)}"}`,
    ];
    for (const front of ["launcher", "command"] as const)
      for (const input of nonsense) {
        const result = await hook(place, front, ["claude-code"], input);
        const shown = input.slice(0, 40);
        assert.equal(result.code, 0, shown);
        assert.equal(result.stdout + result.stderr, "", shown);
      }
    await recorded(place);
  });

  for (const front of ["launcher", "command"] as const) {
    it(`that cannot be understood is logged (by the ${front})`, async () => {
      const mistakes: [args: string[], input: string, told: RegExp][] = [
        [["generic"], "gar\x1b\x9bbage", /no JSON.*"gar\\u001b\\u009bbage"/],
        [["generic", "prompt"], "{}", /no session.*"agent":"generic"/],
        [["generic", "promt"], "{}", /unknown event.*"event":"promt"/],
        [["generic"], "{}", /no event.*"text":"\{\}"/],
        [["generic"], '{"event":"before-tool"}', /no tool/],
        [["nope"], "", /empty.*"agent":"nope"/],
        [["nope", "Stop"], "{}", /unknown agent.*"agent":"nope"/],
        [["gemini"], "x".repeat(300), /"text":"x{200}"/],
      ];
      for (const [args, input, told] of mistakes) {
        const before = logOf(place);
        const { code, stderr } = await hook(place, front, args, input);
        assert.deepEqual([code, stderr], [0, ""], String(told));
        await recorded(place);
        const lines = logOf(place).slice(before.length);
        assert.match(lines, told);
        assert.equal(lines.trim().split("\n").length, 1, lines);
      }
    });

    it(`that is not needed is not logged (by the ${front})`, async () => {
      const before = logOf(place);
      for (const input of [
        '{"hook_event_name":"Notification","session_id":"x"}',
        fixture("cursor/pre-read-file", place.root),
      ])
        await hook(place, front, ["claude-code"], input);
      await recorded(place);
      assert.equal(logOf(place), before);
    });

    it(`succeeds when its hook has invalid arguments (by the ${front})`, async () => {
      const before = logOf(place);
      const args = ["cursor", "preToolUse", "--bogus"];
      const result = await hook(place, front, args, "");
      assert.deepEqual(
        [result.code, result.stdout, result.stderr],
        [0, '{"permission":"allow"}\n', ""],
      );
      assert.match(logOf(place).slice(before.length), /Unknown option --bogus/);
    });
  }

  it("is read from Codex's last argument", async () => {
    const payload = JSON.stringify(
      fixture("codex/notify-argument", place.root),
    );
    for (const front of ["launcher", "command"] as const) {
      const result = await hook(place, front, ["codex", payload], "");
      assert.equal(result.code, 0);
      assert.equal(result.stdout + result.stderr, "");
    }
  });

  it("does no harm if nothing can be written", async () => {
    const blocked = path.join(place.root, "..", "blocked");
    fs.writeFileSync(blocked, "a file where a folder is to be");
    const result = await hook(
      place,
      "command",
      ["claude-code", "UserPromptSubmit"],
      fixture("claude-code/user-prompt", place.root),
      { XDG_DATA_HOME: blocked, LOCALAPPDATA: blocked },
    );
    assert.equal(result.code, 0);
    assert.equal(result.stdout + result.stderr, "");
  });

  it("does not wait for an agent that keeps the pipe open", async () => {
    const child = spawn(
      process.execPath,
      [path.join(DIST, "cli.js"), "hook", "claude-code"],
      { cwd: place.root, env: place.env, stdio: ["pipe", "pipe", "inherit"] },
    );
    const payload = fixture("claude-code/pre-read", place.root);
    child.stdin.write(JSON.stringify(payload));
    const [code] = (await once(child, "close")) as [number];
    assert.equal(code, 0);
  });

  it("is kept private", () => {
    const hooks = path.join(place.dataDir, "hooks");
    for (const folder of [hooks, path.join(hooks, "inbox")])
      assert.equal(fs.statSync(folder).mode & 0o077, 0, folder);
  });
});

function expectedOutput(name: string, event: string): RegExp {
  if (name.startsWith("gemini/")) return /^\{\}\n$/;
  if (!name.startsWith("cursor/")) return /^$/;
  if (/^(preToolUse|beforeShellExecution|beforeReadFile)$/.test(event))
    return /^\{"permission":"allow"\}\n$/;
  return event === "beforeSubmitPrompt"
    ? /^\{"continue":true\}\n$/
    : /^\{\}\n$/;
}
