// A history longer than what a view loads at once.
import assert from "node:assert/strict";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { projectDir } from "../editor/paths.mjs";
import { openStage } from "./stage.mjs";

const MANY = 250;

export function longHistoryScenes() {
  describe("a lot of", () => {
    let stage;
    before(async () => {
      const names = Array.from({ length: 1200 }, (_, i) => `data/f${i}.txt`);
      const many = Object.fromEntries(names.map((name) => [name, `${name}\n`]));
      stage = await openStage({ files: many });
    });
    after(() => stage?.close());

    it("files in a checkpoint are shown in part, and completely on request", async () => {
      await stage.window.expand(stage.row("Session start"));
      await stage.window.expand(stage.row("data"));
      await stage.row("f0.txt").waitFor();
      await stage.timeline.locator(".monaco-list").press("End");
      const more = stage.row("Load more");
      assert.match(await more.innerText(), /200 left/);
      await stage.window.screenshot("many-files");
      await more.click();
      await more.waitFor({ state: "hidden" });
      await stage.window.scrollTo(stage.timeline, "f1199.txt");
    });

    it("checkpoints are loaded while scrolling", async () => {
      await stage.timeline.locator(".monaco-list").press("Home");
      await stage.window.collapse(stage.row("Session start"));
      await createMany(stage, MANY);
      await stage.row(`step ${MANY}`).waitFor();
      const oldest = await stage.window.scrollTo(stage.timeline, "step 1");
      assert.match(await oldest.innerText(), /#1\b/);
      const rows = await stage.window.rowTexts(stage.timeline);
      assert.equal(rows.at(-1).label, "Session start");
      assert.ok(!rows.some(({ label }) => label === "Load more"));
    });
  });
}

/** Creates checkpoints in one process, like an agent. */
export async function createMany({ folder, server }, count) {
  const client = new Client({ name: "ui-test", version: "1" });
  const at = ["--workspace", folder, "--store", server.globalStorageDir];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(projectDir, "dist", "mcp.js"), ...at],
      env: { ...process.env, HOME: server.homeDir },
    }),
  );
  try {
    for (let n = 1; n <= count; n++) {
      const { isError, content } = await client.callTool({
        name: "checkpoint_create",
        arguments: { name: `step ${n}` },
      });
      assert.ok(!isError, JSON.stringify(content));
    }
  } finally {
    await client.close();
  }
}
