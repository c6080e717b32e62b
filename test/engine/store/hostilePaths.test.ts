import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { contentHash } from "../../../src/engine/store/packs/hash";
import {
  encodeFrame,
  scanFrames,
} from "../../../src/engine/store/journal/journal";
import type {
  BeginRecord,
  CheckpointRecord,
  JournalRecord,
} from "../../../src/engine/store/journal/records";
import { bornVersion } from "../../helpers/bornVersion";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a journal that names paths outside the folder", () => {
  const makeWorkspace = workspaceForEach();
  const hash = contentHash(Buffer.from("a"));
  const bad = ["../out", "/etc/x", "a/../../b", ".git/hooks/x", "b//c", ""];

  it("does not add them to the history", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open();
    engine.checkpoint();
    const { at, git, task } = { at: Date.now(), git: null, task: null };
    engine.close();
    const journal = path.join(workspace.storeDir, "journal/1.log");
    const { seq } = scanFrames(fs.readFileSync(journal)).frames.at(-1)!;
    const moment: JournalRecord = {
      ...{ t: "moment", n: 2, at, source: "outside", full: true },
      ...{
        born: [...bad, "good"].map((name) => bornVersion(name, hash)),
        died: [],
        blobs: [],
      },
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

  it("writes none of them when it finishes an interrupted restore", async () => {
    const workspace = makeWorkspace({ a: "a" });
    const engine = await workspace.open();
    const guard = engine.checkpoint();
    engine.close();
    const after = { hash, mode: 0o644, sizeBytes: 1 };
    const before = { ...after, hash: contentHash(Buffer.from("old")) };
    const begin: BeginRecord = {
      ...{ t: "begin", id: "hostile", at: Date.now(), source: "editor" },
      ...{ guard: guard.id, moment: guard.moment, blobs: [] },
      plan: {
        ...{ id: "hostile", verb: "restore", base: 1, createdAt: "" },
        target: { label: "#1", moment: 1, checkpoint: null },
        scope: { paths: [], source: null },
        writes: [
          // Already done, so that the rest has to follow.
          { path: "a", action: "replace", before, after },
          { path: "../out", action: "create", before: null, after },
          { path: "inside", action: "create", before: null, after },
        ],
        ...{ deletes: [], leftAlone: [], unsaved: [], changedByOthers: [] },
      },
    };
    const journal = path.join(workspace.storeDir, "journal/1.log");
    const { seq } = scanFrames(fs.readFileSync(journal)).frames.at(-1)!;
    fs.appendFileSync(journal, encodeFrame(seq + 1, begin));
    await workspace.open();
    assert.equal(workspace.text("inside"), "a", "it was ended");
    assert.equal(fs.existsSync(path.join(workspace.root, "../out")), false);
  });
});
