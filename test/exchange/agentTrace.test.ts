import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { exportAgentTrace, traceRecord } from "../../src/exchange/agentTrace";
import { TempWorkspace } from "../helpers/tempWorkspace";

/**
 * The rules of the published schema of Agent Trace 0.1.0 (https://agent-trace.dev/schemas/v1/trace-record.json).
 * It allows other fields; nothing here may have one, since it would be a misspelled name.
 */
const contributor = z.strictObject({
  type: z.enum(["human", "ai", "mixed", "unknown"]),
  model_id: z.string().max(250).exactOptional(),
});
const range = z.strictObject({
  start_line: z.int().min(1),
  end_line: z.int().min(1),
});
const record = z.strictObject({
  version: z.string().regex(/^[0-9]+\.[0-9]+\.[0-9]+$/),
  id: z.uuid(),
  timestamp: z.iso.datetime(),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  files: z.array(
    z.strictObject({
      path: z.string(),
      conversations: z.array(
        z.strictObject({
          url: z.url().exactOptional(),
          contributor,
          ranges: z.array(range),
        }),
      ),
    }),
  ),
});

describe("an export as Agent Trace", () => {
  it("tells which lines whom, in which conversation, with which model", async () => {
    const work = new TempWorkspace({ "a.txt": "one\n", "same.txt": "x\n" });
    try {
      const engine = await work.open();
      engine.checkpoint();
      const write = (source: string, text: string, more = {}) => {
        work.write("a.txt", text);
        engine.capture({ source, ...more });
      };
      write("codex", "one\na\nb\n", { thread: "t 1", model: "gpt-9" });
      write("editor", "one\na\nmine\nb\n");
      write("outside", "one\na\nmine\nb\n?\n");
      const { files } = record.parse(traceRecord(engine));
      assert.deepEqual(files, [
        {
          path: "a.txt",
          conversations: [
            {
              url: "urn:checkpoint:thread:t%201",
              contributor: { type: "ai", model_id: "openai/gpt-9" },
              ranges: [
                { start_line: 2, end_line: 2 },
                { start_line: 4, end_line: 4 },
              ],
            },
            {
              contributor: { type: "human" },
              ranges: [{ start_line: 3, end_line: 3 }],
            },
            {
              contributor: { type: "unknown" },
              ranges: [{ start_line: 5, end_line: 5 }],
            },
          ],
        },
      ]);
      // It tells of files, not of what an editor has not saved.
      engine.capture({
        source: "editor",
        unsaved: [
          { path: "same.txt", text: "x\nmine\n" },
          { path: "new.txt", text: "mine\n" },
        ],
      });
      assert.deepEqual(record.parse(traceRecord(engine)).files, files);
      const target = path.join(work.base, "trace.json");
      assert.equal(await exportAgentTrace(engine, target), 1);
      const written: unknown = JSON.parse(fs.readFileSync(target, "utf8"));
      assert.deepEqual(record.parse(written).files, files);
      await assert.rejects(exportAgentTrace(engine, target), /target-taken/);
    } finally {
      work.dispose();
    }
  });
});
