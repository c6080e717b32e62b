import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../../src/base/event";
import type { Engine, EngineEvent } from "../../../src/engine/api";
import { Baselines } from "../../../src/extension/documents/baseline";
import type {
  Folders,
  FolderSession,
} from "../../../src/extension/session/folders";
import { TempWorkspace } from "../../helpers/tempWorkspace";
import { api, until } from "../host/support";

describe("the baseline", () => {
  const window = vscode.window as unknown as Window;
  const { showInformationMessage } = window;
  let workspace: TempWorkspace;
  let engine: Engine;
  let session: FolderSession;
  let told: string[];
  const events = new Emitter<{ session: FolderSession; event: EngineEvent }>();
  const made: Baselines[] = [];

  before(() => api());
  beforeEach(async () => {
    told = [];
    window.showInformationMessage = async (text) => void told.push(text);
    workspace = new TempWorkspace({ "a.txt": "one\n" });
    engine = await workspace.open();
    session = {
      folder: {
        ...{ name: "work", index: 0 },
        uri: vscode.Uri.file(workspace.root),
      },
      engine: { resolve: async (ref: string) => engine.resolve(ref) },
      pathOf: () => "a.txt",
    } as unknown as FolderSession;
    engine.onDidChange((event) => events.fire({ session, event }));
  });
  afterEach(() => {
    for (const each of made.splice(0)) each.dispose();
    workspace.dispose();
    Object.assign(window, { showInformationMessage });
  });

  function open(memory: vscode.Memento): Baselines {
    const folders = {
      all: [session],
      of: () => session,
      onDidChangeFolders: new Emitter<void>().event,
      onDidChange: events.event,
    } as unknown as Folders;
    const baselines = new Baselines(folders, memory);
    made.push(baselines);
    return baselines;
  }

  const file = () => vscode.Uri.file(workspace.at("a.txt"));

  it("is dropped when its checkpoint is deleted, and says so once", async () => {
    const baselines = open(memento());
    const [first, second] = [engine.checkpoint(), engine.checkpoint()];
    await baselines.set(session, first);
    assert.ok(baselines.originalOf(file()));
    engine.delete([`#${second.number}`]);
    assert.deepEqual(baselines.numbers, [first.number]);
    engine.delete([`#${first.number}`]);
    await until("it is dropped", () => told.length > 0);
    assert.deepEqual(baselines.numbers, []);
    assert.equal(baselines.isBaseline(session, first.number), false);
    assert.equal(baselines.originalOf(file()), undefined);
    assert.deepEqual(told, [
      `Checkpoint #${first.number} was the baseline and has been deleted. The gutter no longer compares with it.`,
    ]);
  });

  it("is dropped when another process deleted its checkpoint", async () => {
    const baselines = open(memento());
    const first = engine.checkpoint();
    engine.checkpoint();
    await baselines.set(session, first);
    const other = await workspace.open();
    other.delete([`#${first.number}`]);
    assert.deepEqual(baselines.numbers, [first.number]);
    engine.refresh();
    await until("it is dropped", () => baselines.numbers.length === 0);
  });

  it("is dropped at the start when its checkpoint was deleted before", async () => {
    const memory = memento();
    const [first, second] = [engine.checkpoint(), engine.checkpoint()];
    await open(memory).set(session, first);
    made.pop()?.dispose();
    engine.delete([`#${first.number}`]);
    const baselines = open(memory);
    await until("it is dropped", () => baselines.numbers.length === 0);
    await baselines.set(session, second);
    assert.deepEqual(open(memory).numbers, [second.number]);
  });

  it("stays while the history cannot be asked", async () => {
    const memory = memento();
    const first = engine.checkpoint();
    await open(memory).set(session, first);
    let isAsked = false;
    Object.assign(session.engine, {
      resolve: () => {
        isAsked = true;
        return Promise.reject(new Error("The store is locked."));
      },
    });
    const baselines = open(memory);
    await until("it was asked", () => isAsked);
    assert.deepEqual(baselines.numbers, [first.number]);
    assert.deepEqual(told, []);
  });
});

function memento(): vscode.Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: <T>(key: string, or?: T) => (kept.get(key) ?? or) as T,
    update: async (key, value) => void kept.set(key, value),
  };
}

interface Window {
  showInformationMessage: (text: string) => Promise<string | undefined>;
}
