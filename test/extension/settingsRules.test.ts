import assert from "node:assert/strict";
import os from "node:os";
import path from "node:path";
import { defaultSettings } from "../../src/engine/model/settings";
import { readSettings } from "../../src/extension/settingsRules";

describe("the settings", () => {
  const read = (values: Record<string, unknown> = {}) =>
    readSettings((name) => values[name]);

  it("have defaults that need no correction", () => {
    const { settings, problems } = read();
    assert.deepEqual(problems, []);
    assert.deepEqual(settings.engine, defaultSettings);
    assert.deepEqual(settings.automatic, {
      enabled: true,
      quietMs: 8000,
      minIntervalMs: 30_000,
      afterFiles: 50,
    });
    assert.equal(settings.storagePath, null);
  });

  it("are read in the units a person uses", () => {
    const { settings } = read({ maxFileSize: 2, "auto.quietSeconds": 0.5 });
    assert.equal(settings.engine.maxFileSizeBytes, 2 * 1024 * 1024);
    assert.equal(settings.automatic.quietMs, 500);
  });

  const wrong: [name: string, value: unknown][] = [
    ["enabled", "yes"],
    ["auto.quietSeconds", -1],
    ["auto.quietSeconds", "8"],
    ["auto.afterFiles", 0],
    ["maxStoreSize", Infinity],
    ["exclude", "**/x"],
    ["exclude", [1]],
    ["include", [""]],
    ["storagePath", "relative/folder"],
    ["storagePath", 3],
  ];
  for (const [name, value] of wrong)
    it(`fall back when ${name} is ${JSON.stringify(value)}, and say so`, () => {
      const { settings, problems } = read({ [name]: value });
      assert.deepEqual(settings, read().settings);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? "", new RegExp(`^checkpoint\\.${name} must`));
    });

  it("take globs as a list or as files.exclude has them", () => {
    const globs = (exclude: unknown) =>
      read({ exclude }).settings.engine.exclude;
    assert.deepEqual(globs(["a", "b"]), ["a", "b"]);
    assert.deepEqual(globs({ a: true, b: false }), ["a"]);
  });

  it("understand a home folder in the storage path", () => {
    assert.equal(
      read({ storagePath: "~/history" }).settings.storagePath,
      path.join(os.homedir(), "history"),
    );
  });

  it("turn off every guard at once", () => {
    assert.deepEqual(read({ "guards.enabled": false }).settings.guards, {
      terminal: false,
      fileOperations: false,
      branchSwitch: false,
    });
  });
});
