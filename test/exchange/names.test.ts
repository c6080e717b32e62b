import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { realDisk } from "../../src/base/realDisk";
import { canBeNamed } from "../../src/base/platformNames";
import type { Entry } from "../../src/exchange/entries";
import type { Export } from "../../src/exchange/exportOf";
import { exportFolder } from "../../src/exchange/folder";
import { importEntries } from "../../src/exchange/importEntries";
import { SYMLINK } from "../../src/engine/model/version";
import { workspaceForEach } from "../helpers/tempWorkspace";

const file = (name: string, text = name, mode = 0o644) => ({
  path: name,
  mode,
  read: () => Buffer.from(text),
});

const onWindows = {
  ...realDisk,
  canBeNamed: (name: string) => canBeNamed(name, "win32"),
};

describe("names that another system has no file for", () => {
  const makeWorkspace = workspaceForEach();

  const stateOf = (entries: Export["entries"]): Export => ({
    ...{ label: "#0", title: "", body: "", createdAt: "2020-01-02T03:04:05Z" },
    entries,
  });
  const namesIn = (folder: string) =>
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path
          .relative(folder, path.join(entry.parentPath, entry.name))
          .replaceAll(path.sep, "/"),
      )
      .sort();

  it("are left out of an exported folder and listed; all others are written", async () => {
    const odd = ["CON", "a:b", "dot.", "lpt1/in a folder", "src/what?"];
    const plain = ["a", "src/b"];
    const target = path.join(makeWorkspace().base, "copy");
    const leftOut = await exportFolder(
      stateOf([...odd, ...plain].map((name) => file(name))),
      target,
      undefined,
      onWindows,
    );
    assert.deepEqual(leftOut, odd);
    assert.deepEqual(namesIn(target), plain);
    assert.equal(fs.readFileSync(path.join(target, "a"), "utf8"), "a");
  });

  it("and links where none can be made are left out as well", async () => {
    const target = path.join(makeWorkspace().base, "copy");
    const withoutLinks = {
      ...realDisk,
      symlink() {
        throw Object.assign(new Error("EPERM: injected"), { code: "EPERM" });
      },
    };
    const leftOut = await exportFolder(
      stateOf([file("a"), file("link", "a", SYMLINK), file("z")]),
      target,
      undefined,
      withoutLinks,
    );
    assert.deepEqual(leftOut, ["link"]);
    assert.deepEqual(namesIn(target), ["a", "z"]);
  });

  const importOn = async (platform: NodeJS.Platform, entries: Entry[]) => {
    const engine = await makeWorkspace().open();
    const { checkpoint, leftOut } = importEntries(
      engine,
      entries,
      {},
      undefined,
      platform,
    );
    const files = engine.files(checkpoint.id, { unsaved: true });
    const paths = files.map((one) => (one.unsaved ? "*" : "") + one.path);
    return { paths: paths.sort(), leftOut };
  };

  it("are left out of an import and listed; all others are taken", async () => {
    const given = ["a", "a:b", "c\\d", "con"].map((name) => file(name));
    assert.deepEqual(await importOn("win32", given), {
      paths: ["a", "con"],
      leftOut: ["a:b", "c\\d"],
    });
    if (process.platform !== "win32")
      assert.deepEqual((await importOn("linux", given)).leftOut, []);
    // What leads out of the folder is still there to be refused as a whole.
    await assert.rejects(importOn("win32", [file("/abs:x")]), {
      code: "bad-path",
    });
  });

  it("are left out and listed when only an unsaved text has one", async () => {
    const unsaved = { "a:b": "eA==", "c:d": "eA==", b: "eA==" };
    const manifest = {
      format: "checkpoint-export",
      version: 1,
      checkpoint: { createdAt: "2020-01-02T03:04:05Z" },
      unsaved,
    };
    const text = JSON.stringify(manifest);
    const exported = file(".checkpoint-export.json", text);
    assert.deepEqual(
      await importOn("win32", [file("b"), file("c:d"), exported]),
      { paths: ["*b", "b"], leftOut: ["c:d", "a:b"] },
    );
  });
});
