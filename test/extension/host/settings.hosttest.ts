import assert from "node:assert/strict";
import * as vscode from "vscode";
import { settingsOf } from "../../../src/extension/settings/settings";
import { asksBeforeRestore } from "../../../src/extension/timeline/viewSettings";
import {
  api,
  configure,
  nextCheckpoint,
  nextEvent,
  reading,
  type,
  until,
  write,
} from "./support";

describe("settings", () => {
  before(async () => {
    await (await api()).initialize();
  });

  const filesNow = () =>
    reading((engine) => engine.files("0s").map(({ path }) => path));

  it("apply immediately: an excluded file is no longer recorded", async () => {
    await write("notes.log", "one\n");
    await until("it is recorded", async () =>
      (await filesNow()).includes("notes.log"),
    );
    await configure("exclude", ["**/*.log"]);
    await until(
      "it is released",
      async () => !(await filesNow()).includes("notes.log"),
    );
    await configure("exclude", undefined);
    await until("it is followed again", async () =>
      (await filesNow()).includes("notes.log"),
    );
  });

  it("end the recorded unsaved texts when captureUnsaved is turned off", async () => {
    await write("draft.txt", "saved\n");
    const document = await type("draft.txt", "unsaved ");
    const isHeld = () =>
      reading((engine) =>
        engine
          .files("0s", { unsaved: true })
          .some((file) => file.path === "draft.txt" && file.unsaved),
      );
    try {
      await until("the text is recorded", isHeld);
      await configure("captureUnsaved", false);
      await until("it is let go of", async () => !(await isHeld()));
      await configure("captureUnsaved", undefined);
      await until("it is recorded again", isHeld);
    } finally {
      await configure("captureUnsaved", undefined);
      await document.save();
    }
  });

  it("of the timeline are changed by its menu where they take effect", async () => {
    const grouping = () =>
      vscode.workspace.getConfiguration("checkpoint.timeline").get("groupBy");
    await configure("timeline.groupBy", "kind");
    try {
      await vscode.commands.executeCommand("checkpoint.groupBy.branch");
      assert.equal(grouping(), "branch");
    } finally {
      await configure("timeline.groupBy", undefined);
    }
    assert.equal(grouping(), "day");
  });

  it("turn off automatic checkpoints, but not recording", async () => {
    await (await api()).save(); // Nothing waits for its checkpoint any more.
    await configure("auto.enabled", false);
    const none = nextCheckpoint(({ kind }) => kind === "automatic", "", 4000);
    const moment = nextEvent(({ type }) => type === "captured", "moment");
    await write("quiet.txt", "no checkpoint\n");
    await moment;
    await assert.rejects(none, /No/);
    const made = nextCheckpoint(({ kind }) => kind === "automatic");
    await configure("auto.enabled", undefined);
    assert.equal((await made).name, "quiet.txt changed outside the editor");
  });

  it("can be paused and resumed by a command", async () => {
    await vscode.commands.executeCommand("checkpoint.pause");
    const none = nextCheckpoint(({ kind }) => kind === "automatic", "", 4000);
    await write("paused.txt", "no checkpoint\n");
    await assert.rejects(none, /No/);
    const made = nextCheckpoint(({ kind }) => kind === "automatic");
    await vscode.commands.executeCommand("checkpoint.resume");
    await made;
  });

  it("turn recording off and on without a reload", async () => {
    const checkpoints = await api();
    await configure("enabled", false);
    await until("it is off", () =>
      checkpoints.initialize().then(
        () => false,
        (error: { code?: string }) => error.code === "refused",
      ),
    );
    await configure("enabled", undefined);
    await until("it is on", () => checkpoints.initialize().catch(() => false));
    const moment = nextEvent(({ type }) => type === "captured", "moment");
    await write("again.txt", "recorded\n");
    await moment;
  });

  it("of the folder itself change neither retention nor confirmations", async () => {
    const [folder] = vscode.workspace.workspaceFolders!;
    const file = vscode.Uri.joinPath(folder!.uri, ".vscode/settings.json");
    const before = await Promise.resolve(
      vscode.workspace.fs.readFile(file),
    ).catch(() => null);
    const hostile = {
      "checkpoint.enabled": false,
      "checkpoint.confirmRestore": false,
      "checkpoint.guards.enabled": false,
      "checkpoint.maxCheckpoints": 1,
      "checkpoint.retention.windowHours": 0,
      "checkpoint.exclude": ["left-out"],
    };
    const usual = settingsOf(folder!);
    await vscode.workspace.fs.writeFile(
      file,
      Buffer.from(JSON.stringify(hostile)),
    );
    try {
      await until("the file counts", () =>
        settingsOf(folder!).engine.exclude.includes("left-out"),
      );
      const { engine } = usual;
      const exclude = ["left-out"];
      assert.deepEqual(settingsOf(folder!), {
        ...usual,
        engine: { ...engine, exclude },
      });
      assert.equal(asksBeforeRestore(), true);
      const moment = nextEvent(({ type }) => type === "captured", "moment");
      await write("again.txt", "recorded all the same\n");
      await moment;
    } finally {
      if (before) await vscode.workspace.fs.writeFile(file, before);
      else await vscode.workspace.fs.delete(file);
    }
  });

  it("fall back to the default if a value is invalid", async () => {
    await configure("auto.quietSeconds", "soon");
    try {
      const moment = nextEvent(({ type }) => type === "captured", "moment");
      await write("again.txt", "still recorded\n");
      await moment;
    } finally {
      await configure("auto.quietSeconds", undefined);
    }
  });
});
