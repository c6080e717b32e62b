// What an agent of the editor's chat does with our tools, and what the person is
// asked before. The agent is the fixture's: it calls the tool that it is told.
import assert from "node:assert/strict";
import { until } from "../host/until.mjs";
import { openChatStage } from "./chatStage.mjs";
import { files } from "./files.mjs";

const shorter = "export const teas = { sencha: 60 };\n";

export function agentScenes() {
  describe("an agent in the chat", () => {
    let stage;
    let chat;
    before(async () => {
      ({ stage, chat } = await openChatStage());
      await stage.create("start");
    });
    after(async () => {
      stage?.server.updateSettings({
        "checkpoint.agents.mcpServer": undefined,
      });
      await stage?.close();
    });

    /** Calls a tool; the answer comes when the person has decided. */
    const call = (name, input) =>
      chat.send(`@agent ${name} ${JSON.stringify(input)}`);

    it("has each tool once, and those of the MCP server when the person wants them too", async () => {
      const tools = async () => {
        const answer = await chat.ask("@agent tools");
        const names = (await answer.text()).split(" ");
        return names.filter((name) => name.endsWith("checkpoint_create"));
      };
      assert.deepEqual(await tools(), ["checkpoint_create"]);
      await stage.window.changeSettings({
        "checkpoint.agents.mcpServer": "on",
      });
      await until("the server is asked for its tools", async () => {
        return (await tools()).length === 2;
      });
    });

    it("finds the tools of the MCP server, which the editor starts for it", async () => {
      const answer = await call("mcp_checkpoint_checkpoint_create", {
        name: "made by an agent",
      });
      assert.match(
        await chat.confirmation.text(),
        /Records the workspace folder as it is now/,
      );
      await stage.window.screenshot("chat-mcp");
      await chat.confirmation.press("Allow");
      await answer.whole();
      assert.match(await answer.codeText(), /"name":"made by an agent"/);
      await stage.row("made by an agent").waitFor();
      // Reading changes nothing, so nobody is asked.
      const list = await call("mcp_checkpoint_checkpoint_list", { limit: 1 });
      await list.whole();
      assert.match(await list.codeText(), /"name":"made by an agent"/);
    });

    it("restores only after the person agreed", async () => {
      stage.write("src/teas.js", shorter);
      const to = { to: "name:start", everything: true };
      const skipped = await call("checkpoint_restore", to);
      assert.match(
        await chat.confirmation.text(),
        /^The whole folder goes back to name:start\. Files that differ are overwritten/,
      );
      await stage.window.screenshot("chat-agent");
      await chat.confirmation.press("Skip");
      await skipped.whole();
      assert.equal(stage.read("src/teas.js"), shorter);
      const restored = await call("checkpoint_restore", to);
      await chat.confirmation.press("Allow");
      await restored.whole();
      assert.equal(stage.read("src/teas.js"), files["src/teas.js"]);
      await stage.untilHere("start");
    });

    it("sees what a revert would do without a question, and asks to do it", async () => {
      stage.write("src/teas.js", shorter);
      const revert = { source: "outside", since: "name:start" };
      const seen = await call("checkpoint_revert", { ...revert, dryRun: true });
      await seen.whole();
      assert.match(await seen.codeText(), /Nothing has been written/);
      assert.equal(stage.read("src/teas.js"), shorter);
      const done = await call("checkpoint_revert", revert);
      assert.match(
        await chat.confirmation.text(),
        /^What outside changed is taken back; everything since is kept/,
      );
      await chat.confirmation.press("Allow");
      await done.whole();
      assert.equal(stage.read("src/teas.js"), files["src/teas.js"]);
    });

    it("cannot dress up what the person is asked", async () => {
      const answer = await call("checkpoint_delete", {
        refs: ["name:*x* [y](http://z)"],
      });
      const asked = await chat.confirmation.text();
      assert.ok(asked.includes("*x* [y](http://z)"), asked);
      await chat.confirmation.press("Skip");
      await answer.whole();
    });
  });
}
