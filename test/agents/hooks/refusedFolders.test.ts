import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { RefusalReason } from "../../../src/engine/model/problems";
import { refusedUnasked } from "../../../src/engine/model/refusedFolder";
import { makePlace, type Place } from "../place";
import { ended, hook, logOf, recorded } from "./hooking";

describe("a folder that an agent reports as its own", () => {
  const home = "/home/me";
  const rows: [string, RefusalReason | null][] = [
    ["/", "file-system-root"],
    ["C:\\", "file-system-root"],
    ["\\\\server\\share\\", "file-system-root"],
    ["/home/me", "home"],
    ["/home", "holds-home"],
    ["/etc", "system"],
    ["/etc/nginx", "system"],
    ["/proc/1234", "system"],
    ["/usr/lib/python3", "system"],
    ["/run/lock", "system"],
    ["/tmp", "shared"],
    ["/var", "shared"],
    ["C:\\Windows\\System32", "system"],
    ["C:\\Program Files (x86)\\x", "system"],
    ["C:\\Users", "shared"],
    ["/home/me/project", null],
    ["/home/m", null],
    ["\\\\server\\share\\x", null],
    ["/home/other/project", null],
    ["/etcetera", null],
    ["/usr/local/src/x", null],
    ["/usr/src/linux", null],
    ["/var/www/site", null],
    ["/opt/x", null],
    ["/srv/x", null],
    ["/tmp/x", null],
    ["/run/media/me/disk", null],
    ["/library/x", null],
    ["/app", null],
    ["C:\\work\\x", null],
    ["C:\\Users\\me\\x", null],
  ];
  for (const [root, why] of rows)
    it(`${why ? "has no history begun" : "may have one"}: ${root}`, () => {
      assert.equal(refusedUnasked(root, home), why);
    });
});

describe("an agent in a folder that is not recorded", function () {
  this.timeout(120_000);
  let place: Place;
  beforeEach(() => void (place = makePlace()));
  afterEach(async () => {
    await ended(place);
    place.remove();
  });
  const stores = () => {
    const folder = path.join(place.dataDir, "stores");
    return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  };

  it("creates no store, and logs one line without a stack trace", async () => {
    const folders = [place.env["HOME"]!, "/etc", `/proc/${process.pid}`];
    for (const cwd of [...folders, ...folders])
      for (const name of ["SessionStart", "PreToolUse"]) {
        const { code } = await hook(place, "command", ["claude-code", name], {
          hook_event_name: name,
          session_id: "s1",
          cwd,
          tool_name: "Bash",
          tool_input: { command: "rm -rf x" },
        });
        assert.equal(code, 0);
      }
    await recorded(place);
    assert.deepEqual(stores(), []);
    const lines = logOf(place).trim().split("\n");
    const said = lines.filter((line) => /does not record/.test(line));
    assert.deepEqual(lines, said, "nothing else is said");
    const there = folders.filter((folder) => fs.existsSync(folder));
    assert.equal(said.length, there.length, lines.join("\n"));
  });
});
