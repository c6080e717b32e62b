import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {
  hookLine,
  serverOf,
  shLine,
} from "../../../src/agents/connect/commandLine";
import { connectables } from "../../../src/agents/connect/connectables";
import type { Place as Where } from "../../../src/agents/connect/connection";
import { planConnect } from "../../../src/agents/connect/planConnect";
import { launcherPath } from "../../../src/agents/launcherText";
import { makePlace, type Place } from "../place";

/** Claude Code's own file for settings that are not shared. */
const LOCAL = "settings.local.json";

describe("connecting an agent in a project's files, which are committed", () => {
  let place: Place;
  let where: Where;

  beforeEach(() => {
    place = makePlace();
    where = {
      scope: "project",
      launcher: launcherPath(place.dataDir),
      home: place.env["HOME"] ?? "",
      workspace: place.root,
      env: place.env,
      platform: "linux",
    };
  });
  afterEach(() => place.remove());

  for (const platform of ["linux", "darwin", "win32"] as const)
    for (const agent of connectables)
      it(`${agent.title} writes no folder of this machine (${platform})`, () => {
        where = { ...where, platform };
        const { edits } = planConnect(
          ...([agent, where, place.dataDir, { remove: false }] as const),
          () => null,
        );
        assert.ok(edits.length > 0);
        for (const { file, after } of edits) {
          assert.ok(file.startsWith(place.root + path.sep), file);
          if (path.basename(file) === LOCAL) continue;
          assert.deepEqual(machinePaths(after ?? "", place), [], file);
        }
      });

  it("notices a path of this machine", () => {
    const { launcher } = where;
    for (const text of [
      `"${launcher}" mcp`,
      '"command": "/opt/checkpoint/bin/checkpoint"',
      "x = 'C:\\\\Users\\\\me\\\\checkpoint.cmd'",
    ])
      assert.notDeepEqual(machinePaths(text, place), [], text);
  });

  const shells = ["sh", "bash", "zsh", "fish"].filter(
    (shell) => spawnSync(shell, ["-c", "true"]).status === 0,
  );
  for (const shell of shells)
    for (const folder of ["XDG_DATA_HOME", ".local/share", "PATH"])
      it(`${shell} finds the command in ${folder}`, function () {
        if (process.platform === "win32") this.skip();
        const { HOME = "", PATH = "" } = place.env;
        const bin = path.join(place.root, folder, "checkpoint", "bin");
        const inHome = path.join(HOME, folder, "checkpoint", "bin");
        const found = folder === ".local/share" ? inHome : bin;
        fs.mkdirSync(found, { recursive: true });
        const command = path.join(found, "checkpoint");
        fs.writeFileSync(command, '#!/bin/sh\necho "ran $*"\n');
        fs.chmodSync(command, 0o755);
        const env = {
          HOME,
          PATH: folder === "PATH" ? `${PATH}:${bin}` : PATH,
          ...(folder === "XDG_DATA_HOME"
            ? { XDG_DATA_HOME: path.join(place.root, folder) }
            : {}),
        };
        const run = (program: string, args: string[]) =>
          spawnSync(program, args, { env, encoding: "utf8" }).stdout;
        const hook = ["hook", "codex", "Stop"];
        assert.equal(
          run(shell, ["-c", hookLine(where, hook)]),
          "ran hook codex Stop\n",
        );
        const server = serverOf(where, ["--workspace", "a b"]);
        assert.equal(
          run(server.command, server.args),
          "ran mcp --workspace a b\n",
        );
      });

  it("does nothing for people who do not have Checkpoint", function () {
    if (process.platform === "win32") this.skip();
    const line = shLine(where, ["hook", "gemini", "AfterTool"], "{}");
    const { HOME = "", PATH } = place.env;
    const env = { HOME, PATH };
    const ran = spawnSync("sh", ["-c", line], { env, encoding: "utf8" });
    assert.deepEqual([ran.status, ran.stdout], [0, "{}\n"]);
  });
});

/** Returns the absolute paths in a text, in the notation of any platform. */
function machinePaths(text: string, { root, dataDir, env }: Place): string[] {
  const known = [root, dataDir, env["HOME"] ?? "", path.dirname(root)];
  const absolute = /(?<![\w$:/!}])\/[\w.-]+\/[\w./-]*|\b[A-Za-z]:\\+\w[^"']*/g;
  return [
    ...known.filter((one) => text.includes(one)),
    ...(text.match(absolute) ?? []),
  ];
}
