import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import type { FolderSession } from "../../../src/extension/session/folders";
import { namesOf } from "../../../src/extension/timeMachine/fileNames";
import type { Comparison } from "../../../src/extension/timeMachine/protocol";
import { ManualClock, MINUTE } from "../../helpers/manualClock";
import { TempWorkspace } from "../../helpers/tempWorkspace";

const TEXT = "one\ntwo\nthree\nfour\n";

describe("the names of a file", () => {
  let workspace: TempWorkspace;
  let engine: Engine;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    workspace = new TempWorkspace({ "first.txt": TEXT });
    engine = await workspace.open({ clock });
    engine.checkpoint({ kind: "session", source: "editor" });
  });
  afterEach(() => workspace.dispose());

  /** Renames a file and changes it. */
  function rename(from: string, to: string): number {
    clock.advance(MINUTE);
    const text = `${TEXT}${to}\n`;
    workspace.rename(from, to);
    workspace.write(to, text);
    return engine.capture({ paths: [from, to], source: "editor" }).moment;
  }

  const namesAt = (moment: number, against: Comparison, path: string) => {
    const stop = engine.timelineStop({ moment, by: "here" })!;
    const session = { engine } as unknown as FolderSession;
    const place = { stop, before: null };
    return namesOf({ against }, { session, place }, path);
  };

  it("are found from its name now, or beside the stop before from its name then", async () => {
    const second = rename("first.txt", "second.txt");
    rename("second.txt", "third.txt");
    assert.deepEqual(await namesAt(1, "now", "third.txt"), {
      ...{ then: "first.txt", now: "third.txt" },
    });
    assert.deepEqual(await namesAt(second, "now", "third.txt"), {
      ...{ then: "second.txt", now: "third.txt" },
    });
    assert.deepEqual(await namesAt(second, "before", "second.txt"), {
      ...{ then: "second.txt", now: "third.txt" },
    });
  });

  it("are one name for a file that was not renamed, also if it is gone", async () => {
    const last = rename("first.txt", "second.txt");
    for (const against of ["now", "before"] as const)
      assert.deepEqual(await namesAt(last, against, "second.txt"), {
        ...{ then: "second.txt", now: "second.txt" },
      });
    workspace.remove("second.txt");
    engine.capture({ paths: ["second.txt"], source: "editor" });
    assert.deepEqual(await namesAt(last, "now", "second.txt"), {
      ...{ then: "second.txt", now: "second.txt" },
    });
  });
});
