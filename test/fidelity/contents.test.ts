import assert from "node:assert/strict";
import fs from "node:fs";
import { stateAt } from "../helpers/history";
import { roundTrip } from "../helpers/roundTrip";
import { workspaceForEach } from "../helpers/tempWorkspace";
import { noise } from "../helpers/random";

describe("contents come back byte for byte", () => {
  const makeWorkspace = workspaceForEach();
  const kinds: Record<string, Uint8Array | string> = {
    "a binary file with every byte": Buffer.from(
      Array.from({ length: 256 }, (_, i) => i),
    ),
    "a file with NUL bytes alone": Buffer.alloc(5000),
    "text with CRLF ends of line": "one\r\ntwo\r\n",
    "text with mixed ends of line": "one\r\ntwo\nthree\rfour",
    "text without a last end of line": "one\ntwo",
    "text with a byte order mark": Buffer.from("\ufeffhello\n"),
    "UTF-16 text": Buffer.from("\ufeffgrüße\n", "utf16le"),
    "Latin-1 text": Buffer.from("caf\xe9 na\xefve\n", "latin1"),
    "bytes that are no text at all": Buffer.from([
      0xff, 0xfe, 0xfd, 0xc0, 0x80,
    ]),
    "an empty file": "",
    "a file that cannot be compressed": noise(300_000),
    "a file that compresses to nothing": Buffer.alloc(2_000_000, "ab"),
  };
  for (const [what, content] of Object.entries(kinds)) {
    it(`${what} that was changed`, async () => {
      const workspace = makeWorkspace({ "a/file": content, other: "same" });
      await roundTrip(workspace, () => workspace.write("a/file", "changed"));
    });
    it(`${what} that was deleted`, async () => {
      const workspace = makeWorkspace({ "a/file": content, other: "same" });
      await roundTrip(workspace, () => workspace.remove("a"));
    });
  }

  for (const mode of [0o644, 0o755, 0o600, 0o444, 0o555, 0o640])
    it(`a file of mode ${mode.toString(8)}`, async () => {
      const workspace = makeWorkspace();
      workspace.write("run.sh", "#!/bin/sh\n", mode);
      await roundTrip(workspace, () => {
        workspace.remove("run.sh");
        workspace.write("run.sh", "#!/bin/sh\nexit 1\n", 0o664);
      });
    });

  it("an executable bit that alone was changed", async () => {
    const workspace = makeWorkspace();
    workspace.write("run.sh", "#!/bin/sh\n", 0o644);
    await roundTrip(workspace, () =>
      fs.chmodSync(workspace.at("run.sh"), 0o755),
    );
  });

  it("a read-only file at the path of another one", async () => {
    const workspace = makeWorkspace({ a: "writable" });
    await roundTrip(workspace, () => workspace.write("a", "locked", 0o444));
  });

  it("many files with one content are stored once", async () => {
    const content = noise(200_000);
    const workspace = makeWorkspace();
    for (let i = 0; i < 20; i++) workspace.write(`copy-${i}`, content);
    const engine = await workspace.open();
    engine.checkpoint();
    assert.ok(engine.status().sizeBytes < 300_000);
    for (const entry of stateAt(engine, "0").values())
      assert.ok(entry.bytes.equals(content));
  });

  it("content equal to the last version records nothing", async () => {
    const workspace = makeWorkspace({ a: "same" });
    const engine = await workspace.open();
    const first = engine.capture();
    workspace.write("a", "same");
    const second = engine.capture();
    assert.equal(second.isNew, false);
    assert.equal(second.moment, first.moment);
    assert.equal(engine.history("a").length, 1);
  });

  it("a file of the largest size is recorded, one byte more is listed as skipped", async () => {
    const workspace = makeWorkspace();
    workspace.write("fits", Buffer.alloc(1000, 1));
    workspace.write("large", Buffer.alloc(1001, 1));
    const engine = await workspace.open({
      settings: { maxFileSizeBytes: 1000 },
    });
    const checkpoint = engine.checkpoint();
    assert.deepEqual(checkpoint.skipped, [
      { path: "large", reason: "too-large" },
    ]);
    assert.deepEqual([...stateAt(engine, "0").keys()], ["fits"]);
  });
});
