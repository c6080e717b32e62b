import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { isProblem } from "../../src/engine/model/errors";
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
      assert.ok(isProblem(error, "settings-unreadable"));
      assert.match(error.data.file, /config\.json$/);
      return error.data;
    }
    return null;
  };

  it("is optional", () => {
    assert.deepEqual(readSettingsFile(data), {});
  });

  it("provides the settings it contains", () => {
    write('{"exclude": ["big/**"], "maxFileSizeBytes": 5}');
    assert.deepEqual(readSettingsFile(data), {
      exclude: ["big/**"],
      maxFileSizeBytes: 5,
    });
  });

  it("may start with a byte order mark", () => {
    write('\uFEFF{"budgetFiles": 7}\r\n');
    assert.deepEqual(readSettingsFile(data), { budgetFiles: 7 });
  });

  it("says what is wrong with it", () => {
    const invalid = (text: string) => {
      const data = problem(text);
      assert.ok(data?.fault === "invalid");
      return data.error.data["setting"];
    };
    assert.equal(problem("{")?.fault, "not-json");
    assert.equal(problem("[]")?.fault, "not-an-object");
    const slip = problem('{"exclued": []}');
    assert.ok(slip?.fault === "unknown-setting");
    assert.equal(slip.setting, "exclued");
    assert.equal(invalid('{"exclude": "x"}'), "exclude");
    assert.equal(invalid('{"budgetFiles": -1}'), "budgetFiles");
  });

  it("is overridden by the editor's settings for the folder, and globs are added", () => {
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
