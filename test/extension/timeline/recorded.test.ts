import assert from "node:assert/strict";
import { Emitter } from "../../../src/base/event";
import type {
  FolderSession,
  FolderState,
} from "../../../src/extension/session/folders";
import { onDidChangeRecorded } from "../../../src/extension/timeline/recorded";

class Folder {
  private readonly states = new Emitter<void>();
  readonly onDidChangeState = this.states.event;
  readonly session = this as unknown as FolderSession;
  state: FolderState = "starting";

  become(state: FolderState): void {
    this.state = state;
    this.states.fire();
  }
}

describe("folders that begin or cease to be recorded", () => {
  const changes = new Emitter<void>();
  const app = new Folder();
  const folders = {
    all: [app.session],
    onDidChangeFolders: changes.event,
  };
  let told = 0;
  const following = onDidChangeRecorded(folders, () => told++);
  const tells = (times: number, work: () => void): void => {
    told = 0;
    work();
    assert.equal(told, times);
  };

  it("are reported once, and not when only something else changes", () => {
    tells(0, () => app.become("ready"));
    tells(1, () => app.become("failed"));
    tells(0, () => app.become("refused"));
    tells(1, () => app.become("ready"));
  });

  it("are also reported for those that came later, and no longer for those that went", () => {
    const lib = new Folder();
    folders.all = [lib.session];
    tells(1, () => changes.fire());
    tells(1, () => lib.become("failed"));
    tells(0, () => app.become("failed"));
    following.dispose();
    tells(0, () => lib.become("ready"));
  });
});
