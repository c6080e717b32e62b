import assert from "node:assert/strict";
import { PassThrough, Writable } from "node:stream";
import { ask, consentFor, isYes } from "../../src/cli/confirm";
import { Context } from "../../src/cli/context";
import { exitCodeOf } from "../../src/cli/exitCodes";
import {
  openPicker,
  pick,
  pickerLines,
  pressKey,
  type Picker,
} from "../../src/cli/picker";
import { ScratchCopy } from "../../src/cli/scratchCopy";
import { ProgressLine, progressLine } from "../../src/cli/text/progress";
import type { FileEntry } from "../../src/engine/model/version";
import type { Scratch } from "../../src/host/scratch";
import { terminal } from "./terminal";

describe("consent", () => {
  const ways = { yes: false, isJson: false, isTerminal: false };

  it("is asked for on a terminal and required as an option without one", () => {
    assert.equal(consentFor({ ...ways, isTerminal: true }), "ask");
    assert.equal(consentFor(ways), "missing");
    assert.equal(consentFor({ ...ways, yes: true }), "given");
    assert.equal(consentFor({ ...ways, isTerminal: true, yes: true }), "given");
  });

  it("is never asked for if a program reads the output", () => {
    assert.equal(
      consentFor({ ...ways, isTerminal: true, isJson: true }),
      "missing",
    );
  });

  it("is only given by yes", () => {
    for (const yes of ["y", "Y", "yes", " YES "]) assert.ok(isYes(yes), yes);
    for (const no of ["", "n", "yep", "ye", "j", "1"])
      assert.ok(!isYes(no), no);
  });
});

describe("the question", () => {
  /** Asks, and sends these keys as soon as the question is shown. */
  async function answer(keys: string) {
    const input = new PassThrough();
    let shown = "";
    const output = new Writable({
      write(chunk: Buffer, _encoding, done) {
        const wasAsked = shown.includes("[y/N]");
        shown += chunk.toString();
        if (!wasAsked && shown.includes("[y/N]"))
          setImmediate(() => input.write(keys));
        done();
      },
    });
    const result = await ask("Go ahead?", input, output).catch(
      (error: unknown) => (error as { code: string }).code,
    );
    return { result, line: shown.slice(shown.lastIndexOf("\n") + 1) };
  }

  it("accepts an answer, and ends its line whatever key is pressed", async () => {
    for (const [keys, result] of [
      ["y\r", true],
      ["n\r", false],
      ["\r", false],
      ["\x03", "cancelled"], // Ctrl-C
      ["\x04", false], // Ctrl-D
    ] as const)
      // The next output starts on a new line.
      assert.deepEqual(await answer(keys), { result, line: "" });
  });
});

describe("the progress line", () => {
  function run() {
    let nowMs = 0;
    const written: string[] = [];
    const line = new ProgressLine(
      (text) => written.push(text),
      () => nowMs,
      () => 40,
    );
    const report = (atMs: number, done: number) => {
      nowMs = atMs;
      line.report({ phase: "read", done, total: 200 });
    };
    return { line, written, report };
  }

  it("shows nothing for the first second", () => {
    const { line, written, report } = run();
    report(0, 1);
    report(999, 2);
    line.clear();
    assert.deepEqual(written, []);
  });

  it("is shown while a scratch copy is made, which yields in between", async () => {
    const written: string[] = [];
    const files = Array.from({ length: 40 }, () => ({}) as FileEntry);
    const { now } = Date;
    let nowMs = 0;
    Date.now = () => (nowMs += 60);
    try {
      const context = new Context(
        terminal((text) => void written.push(text)),
        {},
        "/",
      );
      const scratch = {
        *moving() {
          yield* files.keys();
          return { written: 40, removed: 0, leftOut: [] };
        },
        *copying() {
          return [];
        },
        keepLinksOff: () => [],
      } as unknown as Scratch;
      const make = ScratchCopy as unknown as new (
        ...given: unknown[]
      ) => ScratchCopy;
      await new make(context, scratch).moveTo(files);
    } finally {
      Date.now = now;
    }
    assert.match(written.join(""), /Writing files: \d+ of 40 .*\r\x1b\[K$/s);
  });

  it("then shows the progress from time to time, and is cleared", () => {
    const { line, written, report } = run();
    report(1000, 10);
    report(1050, 11);
    report(1200, 100);
    line.clear();
    assert.deepEqual(written, [
      "\r\x1b[KRecording files: 10 of 200 (5%)",
      "\r\x1b[KRecording files: 100 of 200 (50%)",
      "\r\x1b[K",
    ]);
  });

  it("names the process being waited for, and since when it has been writing", () => {
    const holder = { pid: 12, host: "here", sinceMs: Date.now() };
    assert.match(
      progressLine({ phase: "wait", done: 0, total: null, holder }),
      /^Waiting for process 12 on here.* since \d\d:\d\d:\d\d\.$/,
    );
  });
});

describe("the picker", () => {
  const items = Array.from({ length: 10 }, (_, i) => `item ${i}`);
  const press = (picker: Picker, ...names: string[]): Picker =>
    names.reduce((now, name) => {
      const step = pressKey(now, { name });
      assert.ok("picker" in step);
      return step.picker;
    }, picker);

  it("starts at the newest and moves with the arrow keys, not beyond the ends", () => {
    const picker = openPicker(items, 4);
    assert.equal(picker.at, 9);
    assert.equal(press(picker, "down").at, 9);
    assert.equal(press(picker, "up", "up", "down").at, 8);
    assert.equal(press(picker, "home", "up").at, 0);
    assert.equal(press(picker, "home", "pagedown").at, 4);
  });

  it("shows what fits, with the current item marked", () => {
    const lines = (picker: Picker) => pickerLines(picker, 80);
    assert.deepEqual(lines(openPicker(items, 3)), [
      "  item 7",
      "  item 8",
      "> item 9",
    ]);
    assert.deepEqual(lines(press(openPicker(items, 3), "up", "up", "up")), [
      "> item 6",
      "  item 7",
      "  item 8",
    ]);
    assert.deepEqual(pickerLines(openPicker(["long line"], 3), 6), ["> lon"]);
    assert.deepEqual(pickerLines(openPicker(["名前です"], 3), 8), ["> 名前"]);
  });

  it("exits with the code for Ctrl-C, and restores the terminal", async () => {
    const modes: boolean[] = [];
    const press = (keys: string) => {
      const stdin = Object.assign(new PassThrough(), {
        setRawMode: (isRaw: boolean) => void modes.push(isRaw),
      });
      const stderr = new PassThrough();
      stderr.once("data", () => stdin.write(keys));
      const terminal = { stdin, stderr } as unknown as NodeJS.Process;
      return pick("Which?", ["a", "b"], terminal).catch(exitCodeOf);
    };
    assert.equal(await press("\x03"), 130);
    assert.equal(await press("q"), null);
    assert.equal(await press("\r"), 1);
    assert.deepEqual(modes, [true, false, true, false, true, false]);
  });

  it("picks with Enter, cancels with Esc, q and Ctrl-D, exits with Ctrl-C", () => {
    const picker = press(openPicker(items, 4), "up");
    assert.deepEqual(pressKey(picker, { name: "return" }), { picked: 8 });
    for (const key of [
      { name: "escape" },
      { name: "q" },
      { name: "d", ctrl: true },
    ])
      assert.deepEqual(pressKey(picker, key), { cancelled: true });
    const interrupt = { name: "c", ctrl: true };
    assert.deepEqual(pressKey(picker, interrupt), { interrupted: true });
    assert.equal(press(picker, "x").at, 8);
  });
});
