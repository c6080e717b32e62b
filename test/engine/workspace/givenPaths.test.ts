import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { workspaceForEach } from "../../helpers/tempWorkspace";
import { settledDisk } from "../../helpers/shiftedDisk";
import { WatchedDisk } from "./watchedDisk";

/** Maximum number of file system calls for one given path, whatever else exists. */
const FEW = 12;

describe("a capture of given paths", () => {
  const makeWorkspace = workspaceForEach();

  const start = async () => {
    const files: Record<string, string> = { ".gitignore": "*.log\n" };
    for (let i = 0; i < 500; i++) files[`many/dir${i % 10}/f${i}`] = `${i}`;
    const workspace = makeWorkspace(files);
    const watched = new WatchedDisk(workspace.root, settledDisk);
    const engine = await workspace.open({ disk: watched.disk });
    // Timestamps within the clock's resolution are not trusted and read again.
    await setTimeout(50);
    engine.checkpoint();
    watched.calls.length = 0;
    return { workspace, watched, engine };
  };

  it("takes a few calls for one changed file among 500, and lists no folder", async () => {
    const { workspace, watched, engine } = await start();
    workspace.write("many/dir3/f3", "changed");
    const { recorded } = engine.capture({ paths: ["many/dir3/f3"] });
    assert.deepEqual(recorded.modified, ["many/dir3/f3"]);
    assert.deepEqual(watched.asked("readFolder"), []);
    assert.ok(watched.asked("lstat").length <= FEW, shown(watched));
    assert.deepEqual(watched.asked("open"), ["many/dir3/f3"]);
  });

  it("takes as few for a file that is new, gone or ignored", async () => {
    const { workspace, watched, engine } = await start();
    workspace.write("many/dir3/new", "new");
    workspace.remove("many/dir4/f4");
    workspace.write("many/dir5/x.log", "ignored");
    const paths = ["many/dir3/new", "many/dir4/f4", "many/dir5/x.log"];
    const { recorded } = engine.capture({ paths });
    assert.deepEqual(recorded, {
      added: ["many/dir3/new"],
      modified: [],
      deleted: ["many/dir4/f4"],
    });
    assert.deepEqual(watched.asked("readFolder"), []);
    assert.ok(watched.asked("lstat").length <= 3 * FEW, shown(watched));
    assert.deepEqual(watched.asked("open"), ["many/dir3/new"]);
  });

  it("lists a given folder and those below it, and no other", async () => {
    const { workspace, watched, engine } = await start();
    workspace.write("many/dir3/deep/new", "new");
    workspace.write("many/dir4/f4", "changed, and not told");
    const { recorded } = engine.capture({ paths: ["many/dir3"] });
    assert.deepEqual(recorded.added, ["many/dir3/deep/new"]);
    assert.deepEqual(recorded.modified, []);
    assert.deepEqual(watched.asked("readFolder"), [
      "many/dir3",
      "many/dir3/deep",
    ]);
    assert.ok(watched.asked("lstat").length <= 51 + FEW, shown(watched));
  });

  it("checks a path once if it is given twice, or together with a parent folder", async () => {
    const { workspace, watched, engine } = await start();
    workspace.write("many/dir3/f3", "changed");
    const told = ["many/dir3/f3", "many/dir3", "many/dir3/f3", "many/dir3/f13"];
    engine.capture({ paths: told });
    const times = (path: string) =>
      watched.asked("lstat").filter((asked) => asked === path).length;
    assert.equal(times("many/dir3/f13"), 1, shown(watched));
    assert.deepEqual(watched.asked("open"), ["many/dir3/f3"]);
  });

  const shown = (watched: WatchedDisk) => watched.asked("lstat").join("\n");
});
