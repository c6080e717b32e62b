import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { sleepSync } from "../../../../src/base/processes";
import { FaultyDisk } from "../../../helpers/faultyDisk";
import { quickDisk } from "../../../helpers/quickDisk";
import { TempWorkspace } from "../../../helpers/tempWorkspace";
import { noise } from "../../../helpers/random";

describe("a saved index", () => {
  let workspace: TempWorkspace;
  beforeEach(() => (workspace = new TempWorkspace({ a: "a" })));
  afterEach(() => workspace.dispose());

  /** Only a file's timestamps are new: nobody waits for that record. */
  function touch(): void {
    fs.utimesSync(workspace.at("a"), 1, 1);
    sleepSync(60); // timestamps that are too new are not recorded
  }

  function cutPower(disk: FaultyDisk): void {
    disk.arm(1, { kind: "power", names: false });
    assert.throws(() => disk.unlink("anything"));
    disk.crash();
  }

  async function damageAtOpening(disk = quickDisk): Promise<string[]> {
    const engine = await workspace.open({ disk });
    const seen: string[] = [];
    engine.onDidChange((event) => {
      if (event.type === "damaged") seen.push(event.finding.kind);
    });
    await Promise.resolve();
    return seen;
  }

  it("has no more than the journal has after a power cut", async () => {
    const disk = new FaultyDisk(workspace.storeDir);
    const engine = await workspace.open({ disk, threads: false });
    engine.checkpoint();
    for (let i = 0; i < 30; i++) engine.rename("0", `${i}`);
    touch();
    engine.capture();
    engine.close();
    cutPower(disk);
    assert.deepEqual(await damageAtOpening(), []);
  });

  it("nor more of what another process wrote", async () => {
    const disk = new FaultyDisk(workspace.storeDir);
    const other = await workspace.open({ disk, threads: false });
    const engine = await workspace.open({ disk, threads: false });
    other.checkpoint();
    for (let i = 0; i < 30; i++) other.rename("0", `${i}`);
    touch();
    other.capture();
    engine.refresh();
    engine.close();
    cutPower(disk);
    assert.deepEqual(await damageAtOpening(), []);
  });

  it("is not damaged if its journal is being rewritten at that instant", async () => {
    const other = await workspace.open();
    other.checkpoint();
    const text = () => noise(6000).toString("base64");
    for (let i = 0; i < 60; i++) other.describe("0", text());
    other.compact();
    for (let i = 0; i < 130; i++) other.describe("0", text());
    let isDone = false;
    const readFile = (file: string) => {
      const bytes = quickDisk.readFile(file);
      if (file.endsWith(".sqlite") && !isDone) {
        isDone = true;
        other.compact();
      }
      return bytes;
    };
    assert.deepEqual(await damageAtOpening({ ...quickDisk, readFile }), []);
    const journals = path.join(workspace.storeDir, "journal");
    assert.deepEqual(fs.readdirSync(journals), ["3.log"]);
  });
});
