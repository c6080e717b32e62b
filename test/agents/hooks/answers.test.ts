import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { hooksDir } from "../../../src/agents/hooks/places";
import { shLauncher } from "../../../src/agents/launcherText";
import { answerFor } from "../../../src/agents/hooks/answers";
import { AGENTS } from "../../../src/agents/hooks/identify";

const EVENTS = [
  "sessionStart",
  "beforeSubmitPrompt",
  "UserPromptSubmit",
  "preToolUse",
  "PreToolUse",
  "beforeShellExecution",
  "beforeMCPExecution",
  "beforeReadFile",
  "beforeTabFileRead",
  "subagentStart",
  "SubagentStart",
  "afterFileEdit",
  "stop",
  "",
];

describe("the answer to a hook", () => {
  it("lets Cursor go on wherever it asks for permission", () => {
    for (const event of ["preToolUse", "beforeTabFileRead", "subagentStart"])
      assert.equal(answerFor("cursor", event), '{"permission":"allow"}');
    assert.equal(answerFor("cursor", "UserPromptSubmit"), '{"continue":true}');
    assert.equal(answerFor("cursor", "stop"), "{}");
  });

  if (process.platform !== "win32")
    it("is the same from the launcher as from the command", () => {
      const dir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-answers-"));
      try {
        const hooks = hooksDir(dir);
        fs.mkdirSync(path.join(hooks, "inbox"), { recursive: true });
        // A worker that takes every event at once, so that nothing is waited for.
        const script = path.join(dir, "cli.js");
        fs.writeFileSync(script, "");
        const launcher = path.join(dir, "checkpoint");
        const worker = path.join(dir, "worker");
        fs.writeFileSync(
          worker,
          `#!/bin/sh\nrm -f "${hooks}"/inbox/*.event\n`,
          { mode: 0o755 },
        );
        fs.writeFileSync(
          launcher,
          shLauncher({ execPath: worker, script }, hooks),
          { mode: 0o755 },
        );
        const env = { ...process.env };
        delete env["CURSOR_VERSION"];
        for (const agent of AGENTS)
          for (const event of EVENTS) {
            const args = ["hook", agent, ...(event ? [event] : [])];
            const { stdout } = spawnSync(launcher, args, { input: "{}", env });
            assert.equal(
              stdout.toString().trim(),
              answerFor(agent, event),
              `${agent} ${event}`,
            );
          }
      } finally {
        fs.rmSync(dir, { recursive: true, force: true });
      }
    });
});
