import assert from "node:assert/strict";
import path from "node:path";
import { DiskStory } from "../diskStory";
import type { Mounted } from "../mounts";
import { mount } from "../mounts";

describe("a folder on a server whose clock is behind", function () {
  this.timeout(300_000);
  let disk: Mounted;
  let story: DiskStory;
  before(() => (disk = mount("sshfs")));
  after(() => {
    story?.dispose();
    disk?.dispose();
  });

  it("records every change of the same size within a second", async () => {
    const ahead = ["faketime", "-f", "+7m"];
    story = new DiskStory(disk.dir, "the workspace", false, ahead);
    for (let i = 0; i < 6; i++) {
      story.write("same", `text ${i}`);
      const number = await story.create(`change ${i}`);
      const there = await story.does("cat", String(number), "same");
      assert.match(JSON.stringify(there), new RegExp(`text ${i}`));
      // In place and immediately, so that size and whole seconds are unchanged.
      story.write("same", `TEXT ${i}`);
      await story.create(`change ${i} again`);
    }
    await story.isWhole();
    assert.equal(path.dirname(path.dirname(story.root)), disk.dir);
  });
});
