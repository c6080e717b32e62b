import assert from "node:assert/strict";
import { Emitter } from "../../../src/base/event";
import type { EngineEvent } from "../../../src/engine/api";
import { CheckpointError } from "../../../src/engine/model/errors";
import type { Folders, FolderSession } from "../../../src/extension/folders";
import { TimelineData } from "../../../src/extension/views/timelineData";
import { checkpoint } from "./checkpoints";

describe("the timeline's rows when a folder fails to answer", () => {
  const broken = new CheckpointError("internal", "The recorder stopped.");
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
          throw new CheckpointError("not-found", "");
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

  it("are compared anew after another process may have deleted one", async () => {
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
