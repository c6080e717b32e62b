import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { readClaims, writeClaims } from "../../src/host/claims";
import type { Claim } from "../../src/recorder/attribution";

const claim: Claim = {
  source: "a",
  thread: "a-thread",
  paths: ["x"],
  isOpen: false,
  sinceMs: 0,
  untilMs: 1000,
  beside: [],
};

describe("the claims of a folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "claims-"));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it("expire, and a damaged file has none", () => {
    writeClaims(folder, "/shop", [claim]);
    assert.equal(readClaims(folder, "/shop", 999).length, 1);
    assert.deepEqual(readClaims(folder, "/shop", 1000), []);
    assert.deepEqual(readClaims(folder, "/other", 0), []);
    const claims = path.join(folder, "hooks", "claims");
    const [file] = fs.readdirSync(claims);
    for (const text of ["", "{", "[5]", '[{"source":5}]', "null"]) {
      fs.writeFileSync(path.join(claims, file ?? ""), text);
      assert.deepEqual(readClaims(folder, "/shop", 0), [], text);
    }
  });

  it("are empty if the file cannot be read", () => {
    fs.symlinkSync("hooks", path.join(folder, "hooks"));
    assert.deepEqual(readClaims(folder, "/shop", 0), []);
  });
});
