import assert from "node:assert/strict";
import { dataDir } from "../../src/host/dataDir";

describe("dataDir", () => {
  it("is below XDG_DATA_HOME on Linux", () => {
    const env = { XDG_DATA_HOME: "/data", HOME: "/home/ada" };
    assert.equal(dataDir(env, "linux", "/x"), "/data/checkpoint");
  });

  it("ignores a relative XDG_DATA_HOME, as the specification says", () => {
    const env = { XDG_DATA_HOME: "data", HOME: "/home/ada" };
    assert.equal(
      dataDir(env, "linux", "/x"),
      "/home/ada/.local/share/checkpoint",
    );
  });

  it("falls back to the account's home when the environment is empty", () => {
    assert.equal(
      dataDir({}, "linux", "/home/bob"),
      "/home/bob/.local/share/checkpoint",
    );
  });

  it("ignores an empty or relative HOME", () => {
    for (const HOME of ["", "home/ada"])
      assert.equal(
        dataDir({ HOME }, "linux", "/home/bob"),
        "/home/bob/.local/share/checkpoint",
      );
  });

  it("is in Application Support on macOS", () => {
    assert.equal(
      dataDir({ HOME: "/Users/ada" }, "darwin", "/x"),
      "/Users/ada/Library/Application Support/Checkpoint",
    );
  });

  it("is in LOCALAPPDATA on Windows, or in its default location", () => {
    assert.equal(
      dataDir({ LOCALAPPDATA: "D:\\Local" }, "win32", "C:\\x"),
      "D:\\Local\\Checkpoint",
    );
    assert.equal(
      dataDir({ USERPROFILE: "C:\\Users\\Ada" }, "win32", "C:\\x"),
      "C:\\Users\\Ada\\AppData\\Local\\Checkpoint",
    );
  });
});
