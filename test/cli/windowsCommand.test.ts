import assert from "node:assert/strict";
import fs from "node:fs";
import { quoteForBatch, windowsCommand } from "../../src/cli/windowsCommand";
import { cliForEach } from "./runCli";

describe("a command on Windows", () => {
  const files = new Set([
    "c:\\node\\node.exe",
    "c:\\node\\npm",
    "c:\\node\\npm.cmd",
    "c:\\work\\npm.cmd",
    "c:\\work\\build.bat",
    "c:\\work\\a&b %x%\\run.cmd",
    "c:\\tools dir\\tool.exe",
    "c:\\node\\odd.name.exe",
  ]);
  const find = (words: string[], env: Record<string, string> = {}) =>
    windowsCommand(words, {
      cwd: "C:\\work",
      env: {
        Path: 'C:\\nothing;C:\\node;;"C:\\tools dir"',
        comspec: "C:\\Windows\\System32\\cmd.exe",
        ...env,
      },
      isFile: (full) => files.has(full.toLowerCase()),
    });
  const batch = (line: string) => ({
    file: "C:\\Windows\\System32\\cmd.exe",
    args: ["/d", "/e:on", "/v:off", "/s", "/c", `"${line}"`],
    windowsVerbatimArguments: true,
  });

  it("is found through PATH and PATHEXT, and started directly if it is a program", () => {
    assert.deepEqual(find(["node", "-e", "a b"]), {
      file: "C:\\node\\node.EXE",
      args: ["-e", "a b"],
    });
    const tool = { file: "C:\\tools dir\\tool.exe", args: [] };
    assert.deepEqual(find(["tool.exe"]), tool);
    assert.deepEqual(find(["tool"], { PATHEXT: ".exe;.cmd" }), tool);
    assert.equal(find(["odd.name"]).file, "C:\\node\\odd.name.EXE");
  });

  it("goes through cmd.exe if it is a batch file, and is never a script without an extension", () => {
    assert.deepEqual(
      find(["npm", "run", "migrate"]),
      batch('"C:\\node\\npm.CMD" "run" "migrate"'),
    );
    assert.deepEqual(
      find([".\\build.bat", ""]),
      batch('"C:\\work\\build.bat" ""'),
    );
    assert.deepEqual(find(["build.bat"]), batch('"C:\\work\\build.bat"'));
    assert.deepEqual(
      find(["a&b %x%/run.cmd"]),
      batch('"C:\\work\\a&b %%cd:~,%x%%cd:~,%\\run.cmd"'),
    );
  });

  it("is taken from the current folder only if PATH does not have it", () => {
    assert.match(find(["npm"]).args.at(-1)!, /C:\\node\\npm/);
    assert.match(find(["npm"], { Path: "" }).args.at(-1)!, /C:\\work\\npm/);
  });

  it("that does not exist is left unchanged", () => {
    assert.deepEqual(find(["nope", "x y"]), { file: "nope", args: ["x y"] });
    assert.deepEqual(find(["C:\\nope.cmd"]), {
      file: "C:\\nope.cmd",
      args: [],
    });
  });

  it("has every argument quoted so that cmd.exe treats it as plain text", () => {
    const rows: [string, string][] = [
      ["plain", '"plain"'],
      ["", '""'],
      ["a b&calc|x>y<z^(!)", '"a b&calc|x>y<z^(!)"'],
      ['say "hi"', '"say ""hi"""'],
      ['a"&calc&"b', '"a""&calc&""b"'],
      ["%PATH%", '"%%cd:~,%PATH%%cd:~,%"'],
      ["C:\\dir\\", '"C:\\dir\\\\"'],
      ['a\\\\"b', '"a\\\\\\\\""b"'],
    ];
    for (const [word, quoted] of rows)
      assert.equal(quoteForBatch(word), quoted, word);
    assert.throws(() => find(["npm", "a\nb"]), { code: "bad-input" });
    // Wherever a word has quotes, they stay in pairs.
    for (const [word] of rows)
      assert.equal((quoteForBatch(word).match(/"/g)!.length - 2) % 2, 0);
  });
});

/**
 * Characters that an argument may contain without causing trouble on either system.
 */
const ARGUMENTS = [
  "run",
  "two words",
  "",
  "a&b|c<d>e^f",
  "(x)",
  // Wine's cmd.exe parses the %cd:~,% of the quoting differently from Windows'.
  ...(process.platform === "win32" ? [] : ["100%", "%PATH%"]),
  'a "quoted" word',
  "C:\\dir\\",
  "!bang!",
  "ünï",
];

describe("a batch file or script under guard and bisect", function () {
  this.timeout(240_000);
  const workspace = cliForEach();
  const show = `
    const fs = require("fs");
    fs.writeFileSync("got.json", JSON.stringify(process.argv.slice(2)));
    process.exit(fs.readFileSync("a.txt", "utf8") === "1" ? 0 : 1);`;

  it("gets its arguments exactly as given", async () => {
    const work = workspace({ "a.txt": "1", "show.js": show });
    const isWindows = process.platform === "win32";
    // As npm writes them.
    if (isWindows)
      work.write("tool.cmd", `@"${process.execPath}" "%~dp0show.js" %*\r\n`);
    else
      work.write(
        "tool",
        `#!/bin/sh\nexec "${process.execPath}" "\${0%/*}/show.js" "$@"\n`,
        0o755,
      );
    const tool = isWindows ? ".\\tool" : "./tool";
    const { code, stderr } = await work.run([
      "guard",
      "--",
      tool,
      ...ARGUMENTS,
    ]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(work.text("got.json")), ARGUMENTS);
    fs.rmSync(work.at("got.json"));
    work.write("a.txt", "2");
    await work.prints("create");
    const bisected = await work.run(["bisect", "0", "1", "--", tool, "x"]);
    assert.equal(bisected.code, 0, bisected.stderr);
    assert.match(bisected.stdout, /^#1 .* is the first bad one/);
  });
});
