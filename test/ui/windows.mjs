// Two windows on one folder; an extension host that is killed.
import assert from "node:assert/strict";
import { until } from "../host/until.mjs";
import { kill } from "../host/processes.mjs";
import { files } from "./files.mjs";
import { openStage } from "./stage.mjs";

export function windowScenes() {
  describe("two windows on one folder", () => {
    let stage;
    let second;
    before(async () => {
      stage = await openStage({ files });
      second = await stage.desk.open(stage.folder);
      await stage.showTimeline(second);
    });
    after(async () => {
      await second?.close();
      await stage?.close();
    });

    it("show each other's checkpoints", async () => {
      await stage.window.toFront();
      await stage.create("from the first");
      await stage.row("from the first", second).waitFor();
      await second.toFront();
      await second.runCommand("Checkpoint: Create with Description...");
      await second.inputBox.enter("from the second");
      await until("the description is asked for", async () => {
        return (await second.inputBox.title()).includes("2 of 2");
      });
      await second.inputBox.enter("");
      await stage.row("from the second").waitFor();
    });

    it("record both windows' edits, and a restore in one shows in the other", async () => {
      await stage.window.toFront();
      await stage.window.openFile("README.md");
      await stage.window.typeInEditor("one\n");
      await stage.window.save();
      await second.toFront();
      await second.openFile("ideas.md");
      await second.typeInEditor("two\n");
      await second.save();
      for (const name of ["README.md", "ideas.md"])
        await stage.window
          .rows(stage.timeline)
          .filter({ hasText: name })
          .first()
          .waitFor();
      await stage.window.toFront();
      await stage.askToRestore("from the first");
      await stage.window.dialog.press("Restore");
      await stage.untilFile("notes/ideas.md", files["notes/ideas.md"]);
      await until("the other window shows it", async () => {
        return (await second.editorText()) === files["notes/ideas.md"];
      });
    });
  });

  describe("an extension host that is killed in the middle of recording", () => {
    let stage;
    before(async () => (stage = await openStage({ files })));
    after(() => stage?.close());

    it("comes back with everything that was reported, and goes on", async () => {
      await stage.create("before the crash");
      const known = stage
        .json("list", "--limit", "1000")
        .checkpoints.map(({ id }) => id);
      const host = await until("the hosts of other windows are gone", () => {
        const [only, ...others] = stage.server.hostPids();
        return others.length === 0 && only;
      });
      for (let i = 0; i < 3000; i++)
        stage.write(`big/d${i % 30}/f${i}.txt`, `content ${i}\n`.repeat(50));
      await until(
        "the capture has begun",
        async () => {
          const text = await stage.window
            .statusBarItem("checkpoint-dev.checkpoint.checkpoint.status")
            .innerHTML();
          return text.includes("sync") || text.includes("loading");
        },
        3000,
      ).catch(() => {}); // It may be quicker than we look.
      kill(host, "SIGKILL");
      await until("another host runs", () =>
        stage.server.hostPids().some((pid) => pid !== host),
      );
      const sessions = () =>
        stage.window
          .rows(stage.timeline)
          .filter({ hasText: "Session start" })
          .count();
      await until("a session begins", async () => (await sessions()) === 2);
      await stage.row("before the crash").waitFor();
      await stage.create("after the crash");
      await stage.untilHere("after the crash");
      const ids = stage
        .json("list", "--limit", "1000")
        .checkpoints.map(({ id }) => id);
      for (const id of known) assert.ok(ids.includes(id), id);
      assert.equal(stage.json("verify").ok, true);
      const names = ["name:before the crash", "name:after the crash"];
      assert.equal(stage.json("diff", ...names).added.length, 3000);
      await stage.askToRestore("before the crash");
      await stage.window.dialog.press("Restore");
      await until("the files are gone again", () => !stage.exists("big"));
      assert.equal(stage.read("README.md"), files["README.md"]);
      await stage.untilHere("before the crash");
      kill(stage.server.hostPids()[0], "SIGKILL");
      await until("a session begins", async () => (await sessions()) === 3);
      await stage.untilHere("before the crash");
    });
  });
}
