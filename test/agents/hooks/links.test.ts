import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { targetsOf } from "../../../src/agents/hooks/roots";
import { makePlace, type Place } from "../place";

/** Most programs write the file that a link leads to, not the link. */
describe("a link that a tool is about to write", () => {
  let place: Place;
  beforeEach(() => {
    place = makePlace();
    place.write("src/real.txt", "unrecorded");
    fs.symlinkSync("src/real.txt", path.join(place.root, "link"));
    fs.symlinkSync("link", path.join(place.root, "again"));
    fs.symlinkSync("nothing", path.join(place.root, "dangling"));
    fs.symlinkSync(place.dataDir, path.join(place.root, "out"));
  });
  afterEach(() => place.remove());

  const pathsOf = (tool: object) => {
    const { root: cwd, env } = place;
    const event = { kind: "before-tool", roots: [], cwd, tool };
    const at = { env: {}, cwd };
    const [target] = targetsOf(event as never, at as never, env);
    return target;
  };
  const shell = (command: string) => pathsOf({ does: "shell", command });

  it("is guarded with the file it leads to", () => {
    for (const command of ["echo x > link", "cp a link", "tee link < a"])
      assert.deepEqual(shell(command)?.paths, ["link", "src/real.txt"]);
    assert.deepEqual(shell("rm again")?.paths, ["again", "src/real.txt"]);
    assert.deepEqual(shell("echo x > dangling > out")?.paths, [
      "dangling",
      "out",
    ]);
  });

  it("has that file attributed to the tool", () => {
    assert.deepEqual(shell("echo x > link")?.writes, {
      paths: ["link", "src/real.txt"],
      isOpen: false,
    });
  });

  it("counts as that file too when an editing tool names it", () => {
    const target = pathsOf({ does: "write", paths: ["link"] });
    assert.deepEqual(target?.paths, ["link", "src/real.txt"]);
  });
});
