import assert from "node:assert/strict";
import { Emitter } from "../../../src/base/event";
import type { EngineEvent } from "../../../src/engine/api";
import { SaidError } from "../../../src/wording/said";
import type {
  Folders,
  FolderSession,
} from "../../../src/extension/session/folders";
import { TimelineData } from "../../../src/extension/timeline/timelineData";
import { checkpoint } from "./checkpoints";

describe("the timeline's rows when a folder fails to answer", () => {
  const broken = new SaidError("internal", "The recorder stopped.");
  let isBroken: boolean;
  let newest: number;
  let errors: unknown[];
  let changes: Emitter<{ session: FolderSession; event: EngineEvent }>;
  let session: FolderSession;
  let data: TimelineData;

  beforeEach(async () => {
    isBroken = false;
    newest = 200;
    errors = [];
    changes = new Emitter();
    const nothing = () => ({ dispose() {} });
    session = {
      folder: { name: "app", uri: { toString: () => "file:///app" } },
      state: "ready",
      onDidChangeState: nothing,
      engine: {
        list: async ({ before = newest + 1, limit = 1 }) => {
          if (isBroken) throw broken;
          const checkpoints = Array.from({ length: limit }, (_, i) =>
            checkpoint({ number: before - 1 - i }),
          );
          return { checkpoints, next: before - limit, total: newest };
        },
        resolve: async () => {
          throw new SaidError("not-found", "");
        },
      },
    } as unknown as FolderSession;
    data = new TimelineData(
      {
        all: [session],
        onDidChange: changes.event,
        onDidChangeFolders: nothing,
      } as unknown as Folders,
      (error) => void errors.push(error),
    );
    await data.entries();
  });
  afterEach(() => data.dispose());

  const happens = (type: "refreshed" | "damaged") =>
    new Promise<void>((drawnAnew) => {
      const listening = data.onDidChange(() => {
        listening.dispose();
        drawnAnew();
      });
      changes.fire({ session, event: { type } as EngineEvent });
    });
  const top = async () => (await data.entries())[0]?.members[0].checkpoint;

  it("stay, and are brought up to date with the next event", async () => {
    newest = 201;
    isBroken = true;
    await happens("refreshed");
    assert.equal((await top())?.number, 200);
    assert.deepEqual(errors, [broken]);
    isBroken = false;
    await happens("damaged");
    assert.equal((await top())?.number, 201);
  });

  it("are compared again after another process may have deleted one", async () => {
    const asked: string[] = [];
    Object.assign(session.engine, {
      diff: async (from: string) => {
        asked.push(from);
        return { added: [], modified: [], deleted: [], renamed: [] };
      },
    });
    const look = () => data.changes.of(session, checkpoint({ number: 9 }));
    await look();
    await look();
    assert.deepEqual(asked, ["@8"]);
    await happens("refreshed");
    await look();
    assert.deepEqual(asked, ["@8", "@8"]);
  });

  it("are not taken for all there are", async () => {
    isBroken = true;
    await data.loadMore();
    assert.deepEqual(errors, [broken]);
    assert.deepEqual([data.hasMore, data.remaining], [true, 100]);
  });
});

describe("the timeline's data without its flat list", () => {
  let lists: number[];
  let data: TimelineData;
  const changes = new Emitter<{ session: FolderSession; event: EngineEvent }>();
  const nothing = () => ({ dispose() {} });
  const session = {
    folder: { name: "app", uri: { toString: () => "file:///app" } },
    state: "ready",
    onDidChangeState: nothing,
    engine: {
      list: async ({ limit = 1 }) => {
        lists.push(limit);
        const checkpoints = [checkpoint({ number: 7, moment: 7 })];
        return { checkpoints, next: null, total: 1 };
      },
      resolve: async () => ({ moment: 7 }),
      restores: async () => [],
    },
  } as unknown as FolderSession;

  beforeEach(async () => {
    lists = [];
    data = new TimelineData(
      {
        all: [session],
        onDidChange: changes.event,
        onDidChangeFolders: nothing,
      } as unknown as Folders,
      (error) => assert.fail(String(error)),
    );
    await data.findAll();
  });
  afterEach(() => data.dispose());

  it("knows the current checkpoint and loads no page", async () => {
    await data.findAll();
    assert.deepEqual(data.currentCheckpoint(session), {
      ...{ number: 7, isExact: true },
    });
    assert.deepEqual(lists, [8], "the candidates for the current one, once");
  });

  for (const type of ["created", "edited", "deleted", "refreshed"] as const)
    it(`says that it changed when a checkpoint is ${type}`, async () => {
      const changed = new Promise<void>((resolve) => data.onDidChange(resolve));
      const event = {
        type,
        checkpoint: checkpoint({ number: 7 }),
        numbers: [],
      };
      changes.fire({ session, event: event });
      await changed;
      assert.ok(!lists.includes(100));
    });

  it("loads the page when the list is shown", async () => {
    assert.equal((await data.entries()).length, 1);
    assert.deepEqual(lists, [8, 100]);
  });
});
