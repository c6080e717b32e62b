import assert from "node:assert/strict";
import type { Usage } from "../../../src/engine/api";
import { storagePage } from "../../../src/extension/storage/storagePage";

const KB = 1024;
const usage: Usage = {
  ...{ sizeBytes: 300 * KB, quotaBytes: 1024 * KB, packBytes: 200 * KB },
  ...{ journalBytes: 50 * KB, indexBytes: 50 * KB, garbageBytes: 10 * KB },
  byKind: [
    { kind: "automatic", checkpoints: 7, freeableBytes: 40 * KB },
    { kind: "manual", checkpoints: 1, freeableBytes: 0 },
  ],
  byFolder: [
    { path: "src", bytes: 100 * KB, versions: 9 },
    { path: ".", bytes: 50 * KB, versions: 1 },
  ],
  largest: [{ path: `src/<img src=x>"'&.ts`, bytes: 90 * KB, versions: 3 }],
};
const page = storagePage({
  ...{
    folder: "<b>app</b>",
    storeDir: "/store",
    usage,
    freeableBytes: 50 * KB,
  },
  ...{ language: "en", nonce: "abc" },
});

describe("the storage page", () => {
  it("allows no script and no style but its own", () => {
    assert.match(page, /content="default-src 'none'; style-src 'nonce-abc'"/);
    assert.doesNotMatch(page, /<script|\son\w+=|\sstyle=/);
  });

  it("shows names from the workspace as text", () => {
    assert.doesNotMatch(page, /<img|<b>/);
    assert.match(page, /src\/&lt;img src=x&gt;&quot;&#39;&amp;\.ts/);
  });

  it("draws bars relative to the largest row, with their numbers as text", () => {
    const rows = [...page.matchAll(/<tr>[^]*?<\/tr>/g)].map(([row]) => ({
      name: /<th[^>]*>([^<]*)/.exec(row)?.[1],
      width: Number(/class="part" width="([\d.]+)"/.exec(row)?.[1]),
      size: /class="size">([^<]*)/.exec(row)?.[1],
    }));
    assert.deepEqual(rows.slice(0, 2), [
      { name: "src", width: 100, size: "100 KB" },
      { name: "Files at the top level", width: 50, size: "50 KB" },
    ]);
    const kinds = rows.filter(({ name }) => /Automatic|Manual/.test(name!));
    assert.deepEqual(
      kinds.map(({ width }) => width),
      [100, 0],
    );
    assert.match(page, /300 KB of 1(\.0)? MB used/);
    assert.match(page, /Cleaning up now would free about 50 KB\./);
  });

  it("has only links to commands that the editor allows", () => {
    const links = [...page.matchAll(/href="command:([\w.]+)/g)];
    assert.deepEqual(links.map(([, id]) => id).sort(), [
      "checkpoint.cleanUp",
      "checkpoint.removeCopies",
      "checkpoint.verifyStore",
      "workbench.action.openSettings",
    ]);
  });
});
