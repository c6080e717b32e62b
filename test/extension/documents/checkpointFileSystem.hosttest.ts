import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Layer } from "../../../src/engine/model/version";
import { CheckpointFileSystem } from "../../../src/extension/documents/checkpointFileSystem";
import { momentUri } from "../../../src/extension/documents/checkpointUri";
import type {
  FolderSession,
  Folders,
} from "../../../src/extension/session/folders";
import { Playhead } from "../../../src/extension/timeMachine/playhead";
import { PlayheadDocuments } from "../../../src/extension/timeMachine/playheadDocuments";

describe("checkpoint documents", () => {
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
  const folders = { all: [session] } as unknown as Folders;
  const files = new CheckpointFileSystem(
    folders,
    new PlayheadDocuments(new Playhead(folders, undefined)),
  );

  const setting = vscode.workspace.getConfiguration("files");
  const set = (name: string, value: unknown) =>
    setting.update(name, value, vscode.ConfigurationTarget.Global);

  afterEach(async () => {
    await set("encoding", undefined);
    await set("autoGuessEncoding", undefined);
  });

  // If the editor would assume UTF-8 anyway, only “UTF-8” is declared.
  const plain = Buffer.from("caf\u00e9");
  const marked = Buffer.from("\uFEFFcaf\u00e9");
  for (const [name, value, layer, bytes] of [
    ["encoding", undefined, "unsaved", plain],
    ["encoding", "windows1252", "unsaved", marked],
    ["autoGuessEncoding", true, "unsaved", marked],
    ["encoding", "windows1252", "disk", Buffer.from("caf\u00e9", "latin1")],
  ] as const)
    it(`declare their encoding only if needed (${layer}, ${name} ${value})`, async () => {
      await set(name, value);
      const uri = momentUri(session, "a.txt", 1, layer);
      assert.deepEqual(Buffer.from(await files.readFile(uri)), bytes);
      assert.equal((await files.stat(uri)).size, bytes.byteLength);
    });
});
