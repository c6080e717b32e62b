// What an agent in the editor's chat does with our tools, and what the user is
// asked first. The agent is a fixture: it calls the given tool.
import assert from "node:assert/strict";
import { until } from "../editor/until.mjs";
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

    /** Calls a tool; the answer arrives when the user has decided. */
    const call = (name, input) =>
      chat.send(`@agent ${name} ${JSON.stringify(input)}`);

    it("has each tool once, and those of the MCP server if the user wants them too", async () => {
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

    it("finds the tools of the MCP server, which the editor starts", async () => {
      const answer = await call("mcp_checkpoint_checkpoint_create", {
        name: "made by an agent",
      });
      assert.match(
        await chat.confirmation.text(),
        /Records the current state of the workspace folder/,
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

    it("restores only after the user agreed", async () => {
      stage.write("src/teas.js", shorter);
      const to = { to: "name:start", everything: true };
      const skipped = await call("checkpoint_restore", to);
      assert.match(
        await chat.confirmation.text(),
        /^Restores the whole folder to name:start\. Files that differ will be overwritten/,
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

    it("previews a revert without a question, and asks before applying it", async () => {
      stage.write("src/teas.js", shorter);
      const revert = { source: "outside", since: "name:start" };
      const seen = await call("checkpoint_revert", { ...revert, dryRun: true });
      await seen.whole();
      assert.match(await seen.codeText(), /Nothing has been written/);
      assert.equal(stage.read("src/teas.js"), shorter);
      const done = await call("checkpoint_revert", revert);
      assert.match(
        await chat.confirmation.text(),
        /^What outside changed will be reverted; everything since is kept/,
      );
      await chat.confirmation.press("Allow");
      await done.whole();
      assert.equal(stage.read("src/teas.js"), files["src/teas.js"]);
    });

    it("cannot disguise what the user is asked", async () => {
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
