import assert from "node:assert/strict";
import { Emitter } from "../../../src/base/event";
import type {
  FolderSession,
  FolderState,
} from "../../../src/extension/session/folders";
import { askAhead } from "../../../src/extension/timeline/askAhead";

describe("the first rows", () => {
  it("are asked for once, as soon as a folder is recorded", () => {
    const states = new Emitter<void>();
    const changes = new Emitter<void>();
    let asked = 0;
    const folder = {
      state: "starting" as FolderState,
      onDidChangeState: states.event,
    };
    const folders = {
      all: [folder as unknown as FolderSession],
      onDidChangeFolders: changes.event,
    };
    const become = (state: FolderState): number => {
      folder.state = state;
      states.fire();
      return asked;
    };
    const ahead = askAhead(folders, () => {
      asked++;
      return Promise.reject(new Error("The view says so."));
    });
    assert.equal(become("starting"), 0);
    assert.equal(become("ready"), 1);
    assert.equal(become("paused"), 1);
    assert.equal(become("ready"), 1);
    ahead.dispose();
  });
});
