import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { Copies, KEPT_MS } from "../../../src/extension/inspect/copies";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("copies that were opened in windows", () => {
  const workspace = workspaceForEach();
  const note = { workspace: "/app", name: "#12 tea" };
  const later = () => Date.now() + KEPT_MS + 60_000;
  const nowhere = () => false;
  let dir: string;
  let copies: Copies;

  beforeEach(() => {
    dir = path.join(workspace().base, "copies");
    copies = new Copies(dir);
  });

  const make = () =>
    copies.make("app #12", note, async (folder) => {
      fs.mkdirSync(path.join(folder, "src"), { recursive: true });
      fs.writeFileSync(path.join(folder, "src", "a.txt"), "then");
      fs.writeFileSync(path.join(folder, "b.txt"), "then");
    });

  it("are removed when they are old, unless a window shows them", async () => {
    const folder = await make();
    assert.equal(await copies.tidy(Date.now(), nowhere), 0);
    assert.equal(
      await copies.tidy(later(), (place) => folder.startsWith(place)),
      0,
    );
    assert.ok(fs.existsSync(path.join(folder, "src", "a.txt")));
    assert.equal(await copies.tidy(later(), nowhere), 1);
    assert.deepEqual(fs.readdirSync(dir), []);
  });

  for (const [what, change] of [
    ["changed", (at: string) => fs.writeFileSync(`${at}/src/a.txt`, "mine")],
    ["created", (at: string) => fs.writeFileSync(`${at}/src/new.txt`, "")],
    ["deleted", (at: string) => fs.rmSync(`${at}/b.txt`)],
    [
      "changed with its old time",
      (at: string) => {
        const { atime, mtime } = fs.statSync(`${at}/b.txt`);
        fs.writeFileSync(`${at}/b.txt`, "mine");
        fs.utimesSync(`${at}/b.txt`, atime, mtime);
      },
    ],
  ] as const)
    it(`are never removed unasked if a file in them was ${what}`, async () => {
      const folder = await make();
      const [made] = await copies.list();
      assert.equal(made?.isChanged, false);
      // The clock of the disk must have moved on.
      const stamp = path.join(dir, "stamp");
      do fs.writeFileSync(stamp, "");
      while (fs.statSync(stamp).ctimeMs <= made.at);
      fs.rmSync(stamp);
      change(folder);
      assert.equal((await copies.list())[0]?.isChanged, true);
      assert.equal(await copies.tidy(later(), nowhere), 0);
      assert.ok(fs.existsSync(folder));
    });

  it("leave nothing behind if they cannot be made", async () => {
    const failing = copies.make("app", note, async (folder) => {
      fs.mkdirSync(folder);
      throw new Error("injected");
    });
    await assert.rejects(failing, /injected/);
    assert.deepEqual(fs.readdirSync(dir), []);
  });
});
