import assert from "node:assert/strict";
import type { StopRequest, TimelineStop } from "../../../src/engine/api";
import type { FolderSession } from "../../../src/extension/session/folders";
import { parsePlayhead } from "../../../src/extension/timeMachine/memory";
import type { Move } from "../../../src/extension/timeMachine/protocol";
import { Playhead } from "../../../src/extension/timeMachine/playhead";

/** A folder whose moments are at these seconds. */
function folder(name: string, ...seconds: number[]): FolderSession {
  const at = (n: number) => new Date(seconds[n - 1]! * 1000).toISOString();
  const stop = (n: number): TimelineStop | null =>
    n < 1 || n > seconds.length
      ? null
      : {
          ...{ moment: n, at: at(n), source: "editor", title: null },
          ...{ prompt: null, checkpoint: null },
          ...{ isFirst: n === 1, isLast: n === seconds.length },
        };
  const timelineStop = (request: StopRequest) => {
    const { moment = 1, by = "moment", isBack = false } = request;
    if (request.at !== undefined) {
      const until = seconds.filter((s) => s * 1000 <= Date.parse(request.at!));
      return Promise.resolve(stop(Math.max(1, until.length)));
    }
    if (by === "here") return Promise.resolve(stop(moment));
    if (by === "end") return Promise.resolve(stop(isBack ? 1 : seconds.length));
    return Promise.resolve(stop(moment + (isBack ? -1 : 1)));
  };
  const uri = { toString: () => `file:///${name}` };
  return {
    ...{ folder: { name, uri }, state: "ready" },
    engine: { timelineStop },
  } as unknown as FolderSession;
}

describe("the playhead", () => {
  const walk = async (playhead: Playhead, isBack: boolean) => {
    const seen: string[] = [];
    for (let i = 0; i < 20; i++) {
      const stop = await playhead.move(
        { to: "step", by: "moment", isBack },
        ...(["moment", {}] as const),
      );
      seen.push(playhead.all.map(({ place }) => place.stop.moment).join("+"));
      if (!stop || (isBack ? stop.isFirst : stop.isNow)) break;
    }
    return seen;
  };

  it("goes through the moments of several folders in the order of their times, there and back", async () => {
    const all = [folder("a", 10, 20, 50), folder("b", 10, 30, 40, 60)];
    const playhead = new Playhead({ all }, undefined);
    await playhead.move({ to: "now" }, "moment", {});
    const back = await walk(playhead, true);
    assert.deepEqual(back, ["3+3", "2+3", "2+2", "2+1", "1+1"]);
    const on = await walk(playhead, false);
    assert.deepEqual(on, ["2+1", "2+2", "2+3", "3+3", "3+4"]);
  });

  it("leaves out a folder at times before its history began", async () => {
    const all = [folder("a", 10, 20, 30), folder("b", 25, 40)];
    const playhead = new Playhead({ all }, undefined);
    const go = async (move: Move) => {
      const stop = await playhead.move(move, "moment", {});
      const at = playhead.all.map(
        ({ session, place }) => session.folder.name + place.stop.moment,
      );
      return `${at.join("+")} at ${stop!.atMs / 1000}${stop!.isNow ? " now" : ""}`;
    };
    const start = await go({ to: "step", by: "end", isBack: true });
    assert.equal(start, "a1 at 10");
    assert.equal(await go({ to: "here" }), "a1 at 10");
    assert.equal(await go({ to: "time", atMs: 24_000 }), "a2 at 20");
    assert.equal(await go({ to: "time", atMs: 25_000 }), "a2+b1 at 25");
    assert.equal(await go({ to: "time", atMs: 1000 }), "a1 at 10");
    assert.equal((await playhead.placeIn(all[1]!)) === undefined, true);
    const on = await walk(playhead, false);
    assert.deepEqual(on, ["2", "2+1", "3+1", "3+2"]);
    const back = await walk(playhead, true);
    assert.deepEqual(back, ["3+1", "2+1", "2", "1"]);
    const late = new Playhead({ all: [folder("a", 10), all[1]!] }, undefined);
    const stop = await late.move({ to: "time", atMs: 12_000 }, "moment", {});
    assert.equal(stop?.isNow, false, "the other folder has a later state");
  });

  it("goes on to the current state where no further step is", async () => {
    const all = [folder("a", 10, 20)];
    const playhead = new Playhead({ all }, undefined);
    const stop = await playhead.move(
      { to: "step", by: "moment", isBack: false },
      ...(["moment", {}] as const),
    );
    assert.equal(stop?.isNow, true);
    const first = await playhead.move(
      { to: "step", by: "end", isBack: true },
      ...(["moment", {}] as const),
    );
    assert.equal(first?.isFirst, true);
  });

  it("is at no place while it is cancelled, and at none in an empty window", async () => {
    const all = [folder("a", 10, 20)];
    const playhead = new Playhead({ all }, undefined);
    await playhead.move({ to: "now" }, "moment", {});
    const cancelled = await playhead.move(
      { to: "time", atMs: 10_000 },
      ...(["moment", {}, () => true] as const),
    );
    assert.equal(cancelled, undefined);
    assert.equal(playhead.all[0]?.place.stop.moment, 2);
    const nowhere = new Playhead({ all: [] }, undefined);
    assert.equal(await nowhere.move({ to: "now" }, "moment", {}), null);
  });

  it("goes back to where it was before the window was reloaded", async () => {
    const all = [folder("a", 10, 20, 30)];
    const before = new Playhead({ all }, undefined);
    await before.move({ to: "time", atMs: 21_000 }, "moment", {});
    before.chosen = { folder: "file:///a", path: "x.ts", from: "y.ts" };
    const kept = parsePlayhead(JSON.parse(JSON.stringify(before.kept)));
    const after = new Playhead({ all }, kept);
    assert.equal((await after.placeIn(all[0]!))?.stop.moment, 2);
    assert.equal(after.chosen?.path, "x.ts");
    assert.equal(parsePlayhead({ atMs: "soon" }), undefined);
    assert.equal(
      parsePlayhead({
        ...{ atMs: null, against: "now" },
        chosen: { folder: "f", path: "../../x" },
      })?.chosen,
      null,
    );
  });

  it("forgets the old name of a file at the current state, whatever is filtered by", async () => {
    const all = [folder("a", 10, 20)];
    const playhead = new Playhead({ all }, undefined);
    playhead.chosen = { folder: "file:///a", path: "x.ts", from: "y.ts" };
    await playhead.move({ to: "now" }, "moment", {});
    await playhead.learnNames({ against: "now", files: [], total: 0 }, false);
    assert.equal(playhead.chosen.from, null);
  });

  it("tells the stop before, in the steps that are chosen", async () => {
    const all = [folder("a", 10, 20, 30)];
    const playhead = new Playhead({ all }, undefined);
    await playhead.move({ to: "time", atMs: 30_000 }, "moment", {});
    assert.equal(playhead.all[0]?.place.before, 2);
    await playhead.move({ to: "time", atMs: 10_000 }, "moment", {});
    assert.equal(playhead.all[0]?.place.before, null);
  });
});
