import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { voice } from "../../../src/extension/text/voice";
import type { Action } from "../../../src/wording/voice";
import { repository } from "../../helpers/repository";

const ACTIONS: Readonly<Record<Action, true>> = {
  undo: true,
  redo: true,
  verify: true,
  repair: true,
  revert: true,
  "include-others": true,
  "include-uncertain": true,
  setting: true,
  list: true,
  create: true,
  check: true,
  history: true,
  threads: true,
  messages: true,
  plan: true,
  "free-space": true,
  "force-delete": true,
  unpin: true,
  "store-limit": true,
  exclude: true,
  "record-anyway": true,
  "store-elsewhere": true,
  "choose-folder": true,
  adopt: true,
  exchange: true,
  "revert-what": true,
  "revert-since": true,
  "keep-ours": true,
};

describe("the editor's voice", () => {
  const read = (file: string) =>
    JSON.parse(fs.readFileSync(path.join(repository, file), "utf8")) as Record<
      string,
      string
    >;

  it("names actions that the editor has: commands and buttons", () => {
    const titles = Object.entries(read("package.nls.json"))
      .filter(([key]) => key.startsWith("command."))
      .map(([, title]) => title);
    const labels = Object.keys(read("l10n/bundle.l10n.json"));
    const known = new Set([...titles, ...labels]);
    const unknown = Object.keys(ACTIONS).flatMap((name) =>
      [...voice.action(name as Action, "app.ts").matchAll(/“([^”]*)”/g)]
        .map(([, called = ""]) => called)
        .filter((called) => !called.startsWith("checkpoint "))
        .filter((called) => !known.has(called)),
    );
    assert.deepEqual(unknown, []);
  });
});
