import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Layer } from "../../../src/engine/model/version";
import { CheckpointFileSystem } from "../../../src/extension/documents/checkpointFileSystem";
import { momentUri } from "../../../src/extension/documents/checkpointUri";
import type { FolderSession, Folders } from "../../../src/extension/folders";

describe("the documents of the past", () => {
  const session = {
    folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
    engine: {
      // A file of another encoding, and what was typed into its editor.
      read: async (_ref: string, _path: string, layer: Layer) =>
        layer === "unsaved"
          ? Buffer.from("caf\u00e9")
          : Buffer.from("caf\u00e9", "latin1"),
      resolve: async () => ({ at: "2026-01-02T03:04:05.000Z" }),
    },
  } as unknown as FolderSession;
  const files = new CheckpointFileSystem({
    all: [session],
  } as unknown as Folders);

  for (const [layer, bytes] of [
    ["unsaved", Buffer.from("\uFEFFcaf\u00e9")],
    ["disk", Buffer.from("caf\u00e9", "latin1")],
  ] as const)
    it(`say which encoding they have only where we chose it (${layer})`, async () => {
      const uri = momentUri(session, "a.txt", 1, layer);
      assert.deepEqual(Buffer.from(await files.readFile(uri)), bytes);
      assert.equal((await files.stat(uri)).size, bytes.byteLength);
    });
});
