import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Output, type Streams } from "../../../src/cli/text/output";
import { cliFile, cliForEach, resultOf } from "../runCli";

describe("the content of a recorded file", () => {
  const shown = (bytes: string | Uint8Array, stdoutIsTerminal: boolean) => {
    const out: Buffer[] = [];
    const streams: Streams = {
      env: {},
      stdinIsTerminal: true,
      stdoutIsTerminal,
      stderrIsTerminal: true,
      writeOut: (given) => void out.push(Buffer.from(given)),
      writeErr: () => {},
    };
    new Output(streams, false).content(Buffer.from(bytes), "a.txt");
    return Buffer.concat(out);
  };
  const hostile = "\x1b]0;title\x07a\tb\r\n\x1b[2J\u202eabc\u009b31m\rX\n";

  it("is written byte for byte to a file or a pipe", () => {
    assert.equal(shown(hostile, false).toString(), hostile);
    const bytes = Buffer.from([0, 255, 27]);
    assert.deepEqual(shown(bytes, false), bytes);
  });

  it("is escaped on a terminal", () => {
    assert.equal(
      shown(hostile, true).toString(),
      "\\x1b]0;title\\x07a\tb\n\\x1b[2J\\u202eabc\\x9b31m\\x0dX\n",
    );
    assert.equal(
      shown("plain\ttext: ü\n", true).toString(),
      "plain\ttext: ü\n",
    );
    assert.throws(() => shown(Buffer.from([65, 0, 66]), true), {
      code: "bad-input",
    });
  });
});

describe("what the command prints", function () {
  this.timeout(120_000);
  const workspace = cliForEach();

  it("has a version", async () => {
    const work = workspace();
    assert.match(
      await work.prints("--version"),
      /^checkpoint \d+\.\d+\.\d+\n$/,
    );
    assert.match(
      (await work.json<{ version: string }>("--version")).version,
      /^\d/,
    );
  });

  it("explains itself and every verb, with an example", async () => {
    const work = workspace();
    const overview = await work.prints("help");
    assert.equal(await work.prints("--help"), overview);
    const bare = await work.run([], { hasOwnStore: true });
    assert.equal(bare.stdout, overview);
    const { verbs } = await work.json<{
      verbs: {
        verb: string;
        summary: string;
        usage: string;
        examples: [string, string][];
      }[];
    }>("help");
    const wanted =
      "create list show diff restore undo redo cat history deleted rename describe pin " +
      "unpin delete verify status help revert search prune compact usage watch guard " +
      "completion bisect export import";
    const names = verbs.map((verb) => verb.verb);
    for (const name of [
      ...wanted.split(" "),
      "thread record",
      "thread list",
      "thread show",
      "thread edit",
    ])
      assert.ok(names.includes(name), name);
    for (const { verb, summary, usage, examples } of verbs) {
      assert.ok(overview.includes(verb), verb);
      assert.ok(
        summary.length > 10 && summary.length < 90,
        `${verb}: ${summary}`,
      );
      assert.ok(usage.startsWith(`checkpoint ${verb}`), usage);
      assert.ok(examples.length > 0, verb);
      for (const [line] of examples) assert.match(line, /checkpoint /);
    }
    // A long usage is wrapped to several lines, never inside [ ].
    const create = await work.prints("help", "create");
    const [, , ...called] = create.split("\n\n", 2).join("\n\n").split("\n");
    assert.ok(called.length > 1);
    for (const line of called)
      assert.equal(line.split("[").length, line.split("]").length, line);
    const text = await work.prints("help", "thread", "edit");
    assert.match(text, /checkpoint thread edit THREAD \[MESSAGE\]/);
    assert.match(text, /Examples\n {2}checkpoint thread edit chat-1\n/);
    assert.equal(await work.prints("thread", "edit", "--help"), text);
  });

  it("fits its help into a terminal of 80 columns", async () => {
    const work = workspace();
    const { verbs } = await work.json<{ verbs: { verb: string }[] }>("help");
    const pages = ["", "json", "thread", ...verbs.map(({ verb }) => verb)];
    for (const page of pages) {
      const words = page === "" ? [] : page.split(" ");
      for (const line of (await work.prints("help", ...words)).split("\n"))
        assert.ok(line.length <= 80, `${page}: ${line}`);
    }
  });

  it("lists an option's choices before its default", async () => {
    assert.match(
      await workspace().prints("help", "import"),
      /--kind K +Its kind: automatic, [^;]*session\s+\(default: as exported\)\n/,
    );
  });

  it("lists in its help every form of a reference that an error lists", async () => {
    const work = workspace({ a: "a" });
    await work.prints("create");
    const { hint } = await work.problem("show", "99:99");
    const forms = [...hint!.matchAll(/\(([^)]*)\)/g)].flatMap(([, inside]) =>
      inside!.split(", "),
    );
    assert.ok(forms.includes("snapshot-12") && forms.includes("1w"), hint!);
    for (const line of [["help"], ["help", "restore"]]) {
      const help = (await work.prints(...line)).replace(/\s+/g, " ");
      for (const form of [...forms, "latest~2", "“workspace”"])
        assert.ok(help.includes(form), `${line.join(" ")}: ${form}`);
    }
  });

  it("explains verbs that begin with the same word together", async () => {
    const work = workspace();
    const text = await work.prints("help", "thread");
    for (const verb of ["record", "list", "show", "edit"])
      assert.match(text, new RegExp(`checkpoint thread ${verb}`), verb);
    assert.equal(await work.prints("thread", "--help"), text);
    assert.equal(await work.prints("-h", "thread"), text);
    const { verbs } = await work.json<{ verbs: unknown[] }>("help", "thread");
    assert.equal(verbs.length, 4);
    // Required arguments are shown without brackets.
    assert.match(text, /thread record THREAD .*\] --role ROLE \[/);
  });

  const wherePossible = fs.existsSync("/dev/full") ? it : () => {};
  wherePossible("fails when its answer could not be written", async () => {
    const work = workspace({ "a.txt": "a" });
    await work.prints("create");
    for (const verb of [["list"], ["list", "--json"], ["cat", "0", "a.txt"]]) {
      const full = fs.openSync("/dev/full", "w");
      const child = spawnSync(
        process.execPath,
        [cliFile, ...verb, "--store", path.join(work.base, "own")],
        {
          cwd: work.root,
          env: work.env,
          stdio: ["ignore", full, "pipe"],
          encoding: "utf8",
        },
      );
      fs.closeSync(full);
      assert.equal(child.status, 1, verb.join(" "));
      assert.match(child.stderr, /could not be written: the disk is full/);
    }
  });

  it("is plain in a pipe, coloured on request, and plain with NO_COLOR", async () => {
    const work = workspace({ "a.txt": "a" });
    await work.prints("create");
    const list = async (env: Record<string, string>) =>
      (await work.run(["list"], { env })).stdout;
    const isColoured = (text: string) => text.includes("\x1b[");
    assert.equal(isColoured(await list({})), false);
    assert.equal(isColoured(await list({ FORCE_COLOR: "1" })), true);
    assert.equal(
      isColoured(await list({ FORCE_COLOR: "1", NO_COLOR: "1" })),
      false,
    );
  });

  it("shows names with control characters as plain text", async () => {
    const work = workspace({ "a\x1b[31m\n.txt": "a" });
    await work.prints("create", "-m", "evil\x1b]0;title\x07name");
    for (const verb of [["list"], ["show", "0"], ["status"], ["diff", "0"]]) {
      const text = await work.prints(...verb);

      assert.doesNotMatch(text, /[\x00-\x09\x0b-\x1f\x7f]/, verb.join(" "));
    }
    assert.match(await work.prints("show", "0"), /A a\\x1b\[31m\\n\.txt/);
  });

  /** More names than fit into a pipe at once. */
  const withManyNames = () => {
    const work = workspace();
    const name = "a-long-name-".repeat(15);
    for (let i = 0; i < 700; i++) work.write(`${name}/${i}.txt`, "");
    return work;
  };

  it("does not fail if the reader closes the pipe", async () => {
    const work = withManyNames();
    await work.prints("create");
    const child = work.start(["show", "0"]);
    child.stdin!.end();
    child.stdout!.once("data", () => child.stdout!.destroy());
    const { code, stderr } = await resultOf(child);
    assert.equal(stderr, "");
    assert.equal(code, 0);
  });

  it("keeps stdout for the answer: one complete JSON document, however large", async () => {
    const work = withManyNames();
    const { checkpoint } = await work.json<{ checkpoint: { number: number } }>(
      "create",
    );
    assert.equal(checkpoint.number, 0);
    const result = await work.run(["show", "0", "--json"]);
    assert.ok(result.stdout.length > 100_000);
    JSON.parse(result.stdout);
    assert.equal(result.stdout.trimEnd().split("\n").length, 1);
  });

  it("runs from a path with spaces and with nothing but its own files beside it", async () => {
    const work = workspace({ "a.txt": "a" });
    const dist = path.join(work.base, "a place with spaces");
    fs.mkdirSync(dist);
    for (const name of ["cli.js", "captureThread.js", "sql-wasm.wasm"])
      fs.copyFileSync(
        path.join(path.dirname(cliFile), name),
        path.join(dist, name),
      );
    const run = (...args: string[]) =>
      resultOf(
        spawn(process.execPath, [path.join(dist, "cli.js"), ...args], {
          cwd: work.root,
          env: { ...work.env, NODE_PATH: "" },
        }),
      );
    assert.equal(
      (await run("create", "-m", "here")).stdout,
      "#0 here: 1 added\n",
    );
    assert.equal((await run("verify")).code, 0);
  });
});
