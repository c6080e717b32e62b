import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  attribute,
  readClaims,
  writeClaims,
  type Claim,
} from "../../src/host/claims";
import { attributing } from "../../src/host/attributing";
import { TempWorkspace } from "../helpers/tempWorkspace";

const claim = (source: string, paths: string[] | null): Claim => ({
  source,
  thread: `${source}-thread`,
  paths,
  untilMs: 1000,
});

describe("claims", () => {
  it("give claimed files to those who claim them, and the rest to nobody known", () => {
    const claims = [claim("a", ["src/x.ts"]), claim("b", ["y.ts"])];
    assert.deepEqual(attribute(claims, null, "outside"), {
      first: [
        { source: "a", thread: "a-thread", paths: ["src/x.ts"] },
        { source: "b", thread: "b-thread", paths: ["y.ts"] },
      ],
      rest: { source: "outside", thread: null },
    });
    // Only what is asked about; a folder means what is below it.
    assert.deepEqual(
      attribute(claims, ["src"], "outside").first.map(({ source }) => source),
      ["a"],
    );
  });

  it("give anything to the one agent that runs a command, but not to one of two", () => {
    const one = attribute([claim("a", null)], null, "outside");
    assert.equal(one.rest.source, "a");
    const two = [claim("a", null), claim("b", null)];
    assert.equal(attribute(two, null, "outside").rest.source, "outside");
    assert.equal(attribute([claim("a", null)], null, "b").rest.source, "b");
  });

  it("give a file to the conversation that claims it, also when another of the same agent looks", () => {
    const theirs: Claim = { ...claim("a", ["x.ts"]), thread: "theirs" };
    const own: Claim = { ...claim("a", ["y.ts"]), thread: "own" };
    assert.deepEqual(attribute([theirs, own], null, "a", "own"), {
      first: [{ source: "a", thread: "theirs", paths: ["x.ts"] }],
      rest: { source: "a", thread: null },
    });
  });

  it("end with their time, and a damaged file has none", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "claims-"));
    try {
      writeClaims(folder, "/shop", [claim("a", ["x"])]);
      assert.equal(readClaims(folder, "/shop", 999).length, 1);
      assert.deepEqual(readClaims(folder, "/shop", 1000), []);
      assert.deepEqual(readClaims(folder, "/other", 0), []);
      const claims = path.join(folder, "hooks", "claims");
      const [file] = fs.readdirSync(claims);
      for (const text of ["", "{", "[5]", '[{"source":5}]', "null"]) {
        fs.writeFileSync(path.join(claims, file ?? ""), text);
        assert.deepEqual(readClaims(folder, "/shop", 0), [], text);
      }
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it("that cannot be reached cost a name, never a change", async () => {
    const workspace = new TempWorkspace({ "a.txt": "1" });
    const data = path.join(workspace.base, "data");
    try {
      const engine = attributing(await workspace.open(), data, () => 0);
      fs.mkdirSync(data);
      fs.symlinkSync("hooks", path.join(data, "hooks"));
      const { recorded } = engine.capture({ source: "outside" });
      assert.deepEqual(recorded.added, ["a.txt"]);
    } finally {
      workspace.dispose();
    }
  });

  it("do not make what is skipped be told twice", async () => {
    const workspace = new TempWorkspace({ "a.txt": "1", "huge.txt": "12345" });
    const data = path.join(workspace.base, "data");
    try {
      const settings = { maxFileSizeBytes: 3 };
      const inner = await workspace.open({ settings });
      const engine = attributing(inner, data, () => 0);
      engine.capture({ source: "outside" });
      writeClaims(data, engine.root, [claim("robot", ["a.txt"])]);
      workspace.write("a.txt", "2");
      const { skipped } = engine.capture({ source: "outside" });
      assert.deepEqual(skipped, [{ path: "huge.txt", reason: "too-large" }]);
    } finally {
      workspace.dispose();
    }
  });

  it("name the author of a capture, whoever captures, but never of a save in the editor", async () => {
    const workspace = new TempWorkspace({ "a.txt": "1", "b.txt": "1" });
    const data = path.join(workspace.base, "data");
    try {
      const engine = attributing(await workspace.open(), data, () => 0);
      engine.capture({ source: "outside" });
      writeClaims(data, engine.root, [claim("robot", ["a.txt"])]);
      workspace.write("a.txt", "2");
      workspace.write("b.txt", "2");
      const result = engine.capture({ source: "outside" });
      assert.deepEqual(result.recorded.modified, ["a.txt", "b.txt"]);
      const author = (file: string) => engine.history(file)[0]?.source;
      assert.equal(author("a.txt"), "robot");
      assert.equal(author("b.txt"), "outside");

      workspace.write("a.txt", "3");
      engine.capture({ paths: ["a.txt"], source: "editor" });
      assert.equal(author("a.txt"), "editor");

      workspace.write("a.txt", "4");
      workspace.write("b.txt", "4");
      engine.checkpoint({ source: "cli", name: "mine" });
      assert.equal(author("a.txt"), "robot");
      assert.notEqual(author("b.txt"), "robot");
    } finally {
      workspace.dispose();
    }
  });

  it("made while the files are looked at count all the same", async () => {
    const workspace = new TempWorkspace({ "a.txt": "1", "b.txt": "1" });
    const data = path.join(workspace.base, "data");
    try {
      const engine = attributing(await workspace.open(), data, () => 0);
      engine.capture({ source: "outside" });
      const author = (file: string) => engine.history(file)[0]?.source;
      /** An agent claims and writes just when others begin to read. */
      const meanwhile = (text: string) => {
        let isDone = false;
        return {
          isCancelled: () => {
            if (!isDone) {
              isDone = true;
              writeClaims(data, engine.root, [claim("robot", ["a.txt"])]);
              workspace.write("a.txt", text);
            }
            return false;
          },
        };
      };
      workspace.write("b.txt", "2");
      const seen = engine.capture({ source: "outside" }, meanwhile("2"));
      assert.deepEqual(seen.recorded.modified, ["a.txt", "b.txt"]);
      assert.equal(author("a.txt"), "robot");
      assert.equal(author("b.txt"), "outside");

      writeClaims(data, engine.root, []);
      workspace.write("b.txt", "3");
      const made = engine.checkpoint({ source: "cli" }, meanwhile("3"));
      assert.equal(author("a.txt"), "robot");
      assert.notEqual(author("b.txt"), "robot");
      assert.equal(engine.read(made.id, "a.txt")?.toString(), "3");
      assert.equal(engine.list().total, 1);
    } finally {
      workspace.dispose();
    }
  });

  it("name the author also of what is written between two looks", async () => {
    const workspace = new TempWorkspace({ "a.txt": "1", "b.txt": "1" });
    const data = path.join(workspace.base, "data");
    try {
      const inner = await workspace.open();
      inner.capture({ source: "outside" });
      const plain = inner.capture.bind(inner);
      let isWritten = false;
      inner.capture = (request, run) => {
        // Claimed files were looked at: now the agent writes one.
        if (!request?.paths && !isWritten) workspace.write("a.txt", "2");
        isWritten ||= !request?.paths;
        return plain(request, run);
      };
      const engine = attributing(inner, data, () => 0);
      writeClaims(data, engine.root, [claim("robot", ["a.txt"])]);
      workspace.write("b.txt", "2");
      engine.capture({ source: "outside" });
      assert.ok(isWritten);
      assert.equal(engine.history("a.txt")[0]?.source, "robot");
      assert.equal(engine.history("b.txt")[0]?.source, "outside");
    } finally {
      workspace.dispose();
    }
  });
});
