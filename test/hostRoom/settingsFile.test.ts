import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { CheckpointError } from "../../src/engine/model/errors";
import { defaultSettings } from "../../src/engine/model/settings";
import { settingsFor } from "../../src/host/openFor";
import { readSettingsFile } from "../../src/host/settingsFile";

describe("config.json", () => {
  let data: string;
  beforeEach(() => {
    data = fs.mkdtempSync(path.join(os.tmpdir(), "config-"));
  });
  afterEach(() => fs.rmSync(data, { recursive: true, force: true }));

  const write = (text: string) =>
    fs.writeFileSync(path.join(data, "config.json"), text);
  const problem = (text: string) => {
    write(text);
    try {
      readSettingsFile(data);
    } catch (error) {
      assert.ok(CheckpointError.is(error, "bad-input"));
      assert.match(error.hint ?? "", /config\.json/);
      return error.message;
    }
    return null;
  };

  it("need not be there", () => {
    assert.deepEqual(readSettingsFile(data), {});
  });

  it("gives the settings it names", () => {
    write('{"exclude": ["big/**"], "maxFileSizeBytes": 5}');
    assert.deepEqual(readSettingsFile(data), {
      exclude: ["big/**"],
      maxFileSizeBytes: 5,
    });
  });

  it("may begin with a byte order mark", () => {
    write('\uFEFF{"budgetFiles": 7}\r\n');
    assert.deepEqual(readSettingsFile(data), { budgetFiles: 7 });
  });

  it("says what is wrong with it", () => {
    assert.match(problem("{") ?? "", /cannot be read/);
    assert.match(problem("[]") ?? "", /one object/);
    assert.match(
      problem('{"exclued": []}') ?? "",
      /“exclued” is not a setting/,
    );
    assert.match(problem('{"exclude": "x"}') ?? "", /exclude/);
    assert.match(problem('{"budgetFiles": -1}') ?? "", /budgetFiles/);
  });

  it("yields to the settings of the folder's editor, and globs add up", () => {
    write('{"exclude": ["a"], "budgetFiles": 7}');
    const location = {
      root: "/w",
      storeDir: "/s",
      home: "/h",
      dataDir: data,
      isExplicit: false,
      settings: { exclude: ["b"] },
    };
    assert.deepEqual(
      settingsFor(location, { exclude: ["c"], include: ["d"] }),
      {
        budgetFiles: 7,
        exclude: ["b", "c"],
        include: [...defaultSettings.include, "d"],
      },
    );
  });
});
