import assert from "node:assert/strict";
import { SaidError } from "../../../src/wording/said";
import type { FolderSession } from "../../../src/extension/session/folders";
import { fromEachFolder } from "../../../src/extension/timeline/eachFolder";

describe("rows from several folders", () => {
  const folder = (name: string, state = "ready") =>
    ({ folder: { name }, state }) as unknown as FolderSession;
  const broken = new SaidError("damaged", "It cannot be read.");
  const ask = async ({ folder: { name } }: FolderSession) => {
    if (name.startsWith("broken")) throw broken;
    return [`${name} 1`, `${name} 2`];
  };

  it("are all there but for those of a folder that fails", async () => {
    const all = [folder("a"), folder("broken"), folder("b")];
    const rows = await fromEachFolder({ all }, ask);
    assert.deepEqual(rows, ["a 1", "a 2", "b 1", "b 2"]);
  });

  it("are an error when every folder fails, and none when there is none", async () => {
    const all = [folder("broken"), folder("broken too")];
    await assert.rejects(fromEachFolder({ all }, ask), broken);
    assert.deepEqual(await fromEachFolder({ all: [] }, ask), []);
  });

  it("are not asked of a folder that is not recorded", async () => {
    const all = [folder("broken", "failed"), folder("a")];
    assert.deepEqual(await fromEachFolder({ all }, ask), ["a 1", "a 2"]);
  });
});
