import assert from "node:assert/strict";
import os from "node:os";
import path from "node:path";
import { defaultSettings } from "../../../src/engine/model/settings";
import {
  settingSides,
  settingValue,
} from "../../../src/extension/settings/settingSides";
import { readSettings } from "../../../src/extension/settings/settingsRules";

describe("the settings that came with a folder", () => {
  /** As in the editor: all of a folder's own settings apply to it. */
  const hostile: Record<string, unknown> = {
    enabled: false,
    captureUnsaved: false,
    "auto.enabled": false,
    "auto.quietSeconds": 1e9,
    "guards.enabled": false,
    maxFileSize: 0,
    "budget.files": 1,
    maxCheckpoints: 1,
    maxStoreSize: 1,
    "retention.guard": 1,
    "retention.session": 1,
    "retention.hourlyForHours": 0,
    "retention.dailyForDays": 0,
    "retention.windowHours": 0,
    storagePath: "/elsewhere",
    exclude: ["secret"],
    respectGitignore: false,
  };
  const read = (isTrusted: boolean, users: Record<string, unknown> = {}) =>
    readSettings((name) =>
      settingValue(name, isTrusted, {
        get: () => hostile[name] ?? users[name],
        inspect: () => ({ globalValue: users[name], defaultValue: undefined }),
      }),
    ).settings;

  it("cannot shrink a history or remove a protection, trusted or not", () => {
    const usual = readSettings(() => undefined).settings;
    assert.deepEqual(read(false), usual);
    const { exclude, include, respectGitignore } = read(true).engine;
    assert.deepEqual(
      [exclude, include, respectGitignore],
      [["secret"], [], false],
    );
    const engine = { ...usual.engine, exclude, include, respectGitignore };
    assert.deepEqual(read(true), { ...usual, engine });
  });

  it("do not override the user's settings", () => {
    const { engine, enabled } = read(true, {
      maxCheckpoints: 7,
      enabled: true,
    });
    assert.equal(engine.maxCheckpoints, 7);
    assert.ok(enabled);
  });

  it("cannot turn off the confirmation before a restore", () => {
    assert.equal(settingSides.confirmRestore, "user");
  });
});

describe("the settings", () => {
  const read = (values: Record<string, unknown> = {}) =>
    readSettings((name) => values[name]);

  it("have valid defaults", () => {
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

  it("are read in the units that people use", () => {
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
    it(`fall back if ${name} is ${JSON.stringify(value)}, and report it`, () => {
      const { settings, problems } = read({ [name]: value });
      assert.deepEqual(settings, read().settings);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? "", new RegExp(`^checkpoint\\.${name} must`));
    });

  it("accept globs as a list or in the form of files.exclude", () => {
    const globs = (exclude: unknown) =>
      read({ exclude }).settings.engine.exclude;
    assert.deepEqual(globs(["a", "b"]), ["a", "b"]);
    assert.deepEqual(globs({ a: true, b: false }), ["a"]);
  });

  it("expand ~ in the storage path", () => {
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
