// A history longer than what a view loads at once.
import assert from "node:assert/strict";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { projectDir } from "../editor/paths.mjs";
import { until } from "../editor/until.mjs";

const MANY = 250;

export const manyFiles = Object.fromEntries(
  Array.from({ length: 1200 }, (_, i) => `data/f${i}.txt`).map((name) => [
    name,
    `${name}\n`,
  ]),
);

/** In the window of other scenes: its first checkpoint has `manyFiles`. */
export function manyFilesScene(stageOf) {
  it("show a lot of files in part, and all of them on request", async () => {
    const stage = stageOf();
    await stage.window.expand(stage.row("Session start"));
    await stage.window.expand(stage.row("data"));
    await stage.row("f0.txt").waitFor();
    await stage.timeline.locator(".monaco-list").press("End");
    const more = stage.row("Load more");
    assert.match(await more.innerText(), /\d left/);
    await stage.window.screenshot("many-files");
    await more.click();
    await more.waitFor({ state: "hidden" });
    await stage.window.scrollTo(stage.timeline, "f1199.txt");
    await stage.timeline.locator(".monaco-list").press("Home");
    await stage.window.collapse(stage.row("Session start"));
  });
}

/** In the same window, and last: older rows are far away then. */
export function manyCheckpointsScene(stageOf) {
  describe("a lot of checkpoints", () => {
    it("are loaded while scrolling", async () => {
      const stage = stageOf();
      await createMany(stage, MANY);
      await stage.row(`step ${MANY}`).waitFor();
      await stage.window.scrollTo(stage.timeline, "step 1");
      await until("the oldest is the last", async () => {
        await stage.timeline.locator(".monaco-list").press("End");
        const rows = await stage.window.rowTexts(stage.timeline);
        const { label, description } = rows.at(-1);
        return label === "Session start" && /#0\b/.test(description);
      });
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
