import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { contentHash } from "../../../src/engine/store/hash";
import { encodeFrame, scanFrames } from "../../../src/engine/store/journal";
import type {
  BornRow,
  CheckpointRecord,
  JournalRecord,
} from "../../../src/engine/store/records";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a journal that names paths outside the folder", () => {
  const makeWorkspace = workspaceForEach();
  const hash = contentHash(Buffer.from("a"));
  const row = (name: string): BornRow => {
    return [name, 0, hash, 0o644, 1, 0, null, 0, 0, 0];
  };
  const bad = ["../out", "/etc/x", "a/../../b", ".git/hooks/x", "b//c", ""];

  it("does not bring them into the history", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open();
    engine.checkpoint();
    const { at, git, task } = { at: Date.now(), git: null, task: null };
    engine.close();
    const journal = path.join(workspace.storeDir, "journal/1.log");
    const { seq } = scanFrames(fs.readFileSync(journal)).frames.at(-1)!;
    const moment: JournalRecord = {
      ...{ t: "moment", n: 2, at, source: "outside", full: true },
      ...{ born: [...bad, "good"].map(row), died: [], blobs: [] },
    };
    const checkpoint: CheckpointRecord = {
      ...{ t: "checkpoint", id: "1m7m12qabtxxwtbgmx", number: 1, moment: 2 },
      ...{ kind: "manual", name: "theirs", description: null, at, git, task },
      ...{ source: "editor", metadata: {}, thread: null, message: null },
      pinned: false,
    };
    fs.appendFileSync(
      journal,
      Buffer.concat([
        encodeFrame(seq + 1, moment),
        encodeFrame(seq + 2, checkpoint),
      ]),
    );
    const next = await workspace.open();
    const paths = next.files("theirs").map((file) => file.path);
    assert.deepEqual(paths.sort(), ["a", "good"]);
    next.compact();
    const again = await workspace.reopen(next);
    assert.deepEqual(again.files("theirs").length, 2);
  });
});
