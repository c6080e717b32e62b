import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../../../../src/base/disk";
import { JournalFile } from "../../../../src/engine/store/journal/journalFile";
import type { JournalRecord } from "../../../../src/engine/store/journal/records";
import { layoutOf } from "../../../../src/engine/store/layout";
import { errorOf, stateAt } from "../../../helpers/history";
import { quickDisk } from "../../../helpers/quickDisk";
import { workspaceForEach } from "../../../helpers/tempWorkspace";

/** Two processes read one journal, and one of them fails to write. */
describe("a journal that several processes read", () => {
  const makeWorkspace = workspaceForEach();
  const journalOf = (storeDir: string) =>
    path.join(storeDir, "journal", "1.log");

  it("a record that was rolled back is dropped by those who read it", async () => {
    const workspace = makeWorkspace({ a: "0" });
    let whenWritten: (() => void) | undefined;
    const disk: Disk = {
      ...quickDisk,
      sync(fd) {
        const hook = whenWritten;
        whenWritten = undefined;
        if (!hook) return quickDisk.sync(fd);
        hook();
        throw Object.assign(new Error("full"), { code: "ENOSPC" });
      },
    };
    const writer = await workspace.open({ disk });
    writer.checkpoint({ name: "zero" });
    const reader = await workspace.open();
    assert.equal(reader.list().total, 1);
    // The reader reads between the write and the failure of its sync.
    whenWritten = () => assert.equal(reader.list().total, 2);
    assert.throws(() => writer.checkpoint({ name: "none", capture: false }));
    const made = writer.checkpoint({ name: "some", capture: false });
    for (const engine of [writer, reader]) {
      const names = engine.list().checkpoints.map((found) => found.name);
      assert.deepEqual(names, ["some", "zero"]);
      assert.equal(engine.get("latest").id, made.id);
    }
    reader.rename("latest", "renamed");
    assert.equal(writer.get("latest").name, "renamed");
  });

  it("of two that append at once, the second is told and its record counts for nobody", async () => {
    const workspace = makeWorkspace({ a: "0" });
    const engine = await workspace.open();
    engine.checkpoint();
    const layout = layoutOf(workspace.storeDir);
    let meanwhile = () => {};
    const disk: Disk = {
      ...quickDisk,
      write(fd, bytes) {
        meanwhile();
        return quickDisk.write(fd, bytes);
      },
    };
    const [first, second] = [quickDisk, disk].map((on) => {
      const journal = new JournalFile(on, layout, 1);
      assert.ok(journal.readNew());
      return journal;
    });
    const settled = (id: string): JournalRecord => ({
      t: "settled",
      ids: [id],
    });
    meanwhile = () => first!.append([settled("first")]);
    const error = errorOf(
      () => second!.append([settled("second")]),
      "store-locked",
    );
    assert.equal(error.problem, "written-by-others");
    const reader = new JournalFile(quickDisk, layout, 1);
    const last = reader
      .readNew()!
      .frames.filter(({ seq }) => seq === first!.seq);
    assert.deepEqual(last[0]!.record, settled("first"));
    first!.assertInPlace();
    for (const journal of [first, second]) journal!.close();
  });

  it("a tail that a killed process left is truncated, not appended to", async () => {
    const workspace = makeWorkspace({ a: "0" });
    const engine = await workspace.open();
    engine.checkpoint();
    engine.close();
    fs.appendFileSync(journalOf(workspace.storeDir), "CKJ1 half a frame");
    const again = await workspace.open();
    workspace.write("a", "1");
    again.checkpoint();
    again.close();
    const last = await workspace.open();
    assert.equal(last.list().total, 2);
    assert.deepEqual(last.verify().damaged, []);
  });

  it("a process that missed two rewritten journals writes to the newest", async () => {
    const workspace = makeWorkspace({ a: "0" });
    const sleeper = await workspace.open();
    sleeper.checkpoint({ name: "zero" });
    const journals = path.join(workspace.storeDir, "journal");
    const old = fs.readFileSync(path.join(journals, "1.log"));
    // Another process rewrote it twice, and could not remove the first.
    for (const n of [2, 3]) {
      const other = await workspace.open();
      fs.rmSync(path.join(workspace.storeDir, "index"), { recursive: true });
      fs.mkdirSync(path.join(workspace.storeDir, "index"));
      fs.copyFileSync(
        path.join(journals, `${n - 1}.log`),
        path.join(journals, `${n}.log`),
      );
      fs.rmSync(path.join(journals, `${n - 1}.log`));
      other.close();
    }
    fs.writeFileSync(path.join(journals, "1.log"), old);
    workspace.write("a", "1");
    const made = sleeper.checkpoint({ name: "one" });
    const other = await workspace.open();
    assert.equal(other.get("one").id, made.id);
    assert.equal(stateAt(other, "one").get("a")?.bytes.toString(), "1");
  });
});
