import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../src/engine/api";
import {
  CheckpointError,
  problem,
  type ErrorCode,
} from "../../src/engine/model/errors";
import { SYMLINK } from "../../src/engine/model/version";
import { exportArchive, withArchiveEntries } from "../../src/exchange/archive";
import type { Entry } from "../../src/exchange/entries";
import { exportOf } from "../../src/exchange/exportOf";
import { exportFolder } from "../../src/exchange/folder";
import { exportGit } from "../../src/exchange/gitExport";
import { withGitEntries } from "../../src/exchange/gitImport";
import { importEntries } from "../../src/exchange/importEntries";
import { workspaceForEach, type TempWorkspace } from "../helpers/tempWorkspace";

const is = (code: ErrorCode) => (error: unknown) => {
  assert.ok(CheckpointError.is(error, code), String(error));
  return true;
};
const file = (name: string, text = "x", mode = 0o644): Entry => ({
  path: name,
  mode,
  read: () => Buffer.from(text),
});

describe("what an import refuses", () => {
  const workspace = workspaceForEach();
  let work: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    work = workspace({ "a.txt": "a" });
    engine = await work.open();
    engine.checkpoint();
  });

  const hostile: [string, Entry[]][] = [
    ["a path that climbs out", [file("../evil")]],
    ["a path that climbs out in the middle", [file("a/../../evil")]],
    ["an absolute path", [file("/etc/evil")]],
    ["an empty name", [file("a//b")]],
    ["version control's files", [file("sub/.git/hooks/post-checkout")]],
    ["version control's files in capitals", [file(".GIT/config")]],
    ["a file below a link", [file("l", "/etc", SYMLINK), file("l/passwd")]],
    ["a file below a file", [file("f"), file("f/g")]],
    ["the same path twice", [file("same"), file("same", "y")]],
    ["a name with a zero", [file("a\0b")]],
    ["our own temporary names", [file(".checkpoint-abc-0.tmp/x")]],
  ];
  for (const [what, entries] of hostile)
    it(`refuses ${what}, and records nothing`, () => {
      const moments = engine.status().moments;
      assert.throws(() => importEntries(engine, entries, {}), is("bad-path"));
      assert.equal(engine.status().moments, moments);
      assert.equal(engine.list().total, 1);
    });

  it("also refuses paths outside the workspace in the engine itself", () => {
    for (const name of ["../x", "/x", ".git/config", ""])
      assert.throws(() => engine.importState([file(name)]), is("bad-path"));
    assert.equal(engine.list().total, 1);
  });

  for (const [what, text] of [
    ["is not JSON", "{"],
    ["is of another kind", "{}"],
    ["is of a newer version", '{"format":"checkpoint-export","version":2}'],
    [
      "has no time",
      '{"format":"checkpoint-export","version":1,"checkpoint":{"createdAt":"soon"}}',
    ],
  ] as const)
    it(`refuses a manifest that ${what}`, () => {
      const entries = [file("b"), file(".checkpoint-export.json", text)];
      assert.throws(() => importEntries(engine, entries, {}), is("bad-input"));
      assert.equal(engine.list().total, 1);
    });

  it("ignores dangerous values in a manifest", () => {
    const manifest = {
      format: "checkpoint-export",
      version: 1,
      checkpoint: { createdAt: "2020-01-02T03:04:05Z", kind: "root", name: 5 },
      modes: { b: "4777", l: "644" },
    };
    const entries = [
      file("b"),
      file("l", "target", SYMLINK),
      file(".checkpoint-export.json", JSON.stringify(manifest)),
    ];
    const { checkpoint: made } = importEntries(engine, entries, {});
    assert.equal(made.kind, "manual");
    assert.equal(made.name, null);
    assert.equal(made.createdAt, "2020-01-02T03:04:05.000Z");
    const modes = engine.files("latest").map((f) => [f.path, f.mode]);
    assert.deepEqual(modes, [
      ["b", "644"],
      ["l", "120000"],
    ]);
  });

  it("pins a checkpoint that retention would soon remove", () => {
    const { checkpoint: made } = importEntries(engine, [file("b")], {
      kind: "automatic",
    });
    assert.equal(made.pinned, true);
    const plain = importEntries(engine, [file("b")], {}).checkpoint;
    assert.equal(plain.pinned, false);
  });

  it("refuses a file that is not an archive, and a truncated archive", async () => {
    const bad = path.join(work.base, "bad.tar.gz");
    const bring = () =>
      withArchiveEntries(bad, (entries) => importEntries(engine, entries, {}));
    fs.writeFileSync(bad, "not an archive at all, but long enough".repeat(20));
    await assert.rejects(bring(), is("damaged"));
    const good = path.join(work.base, "good.tar.gz");
    await exportArchive(exportOf(engine, "0"), good);
    fs.writeFileSync(bad, fs.readFileSync(good).subarray(0, 80));
    await assert.rejects(bring(), is("damaged"));
    fs.rmSync(bad);
    await assert.rejects(bring(), is("io"));
    assert.equal(engine.list().total, 1);
  });

  it("refuses a missing ref, and a folder that is not a repository", async () => {
    const repository = path.join(work.base, "repo");
    execFileSync("git", ["init", "-q", repository]);
    const use = (entries: Entry[]) => importEntries(engine, entries, {});
    await assert.rejects(
      withGitEntries({ repository, ref: "--help" }, use),
      is("not-found"),
    );
    await assert.rejects(
      withGitEntries({ repository: work.root, ref: "x" }, use),
      is("not-found"),
    );
  });
});

describe("what an export refuses", () => {
  const workspace = workspaceForEach();
  let work: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    work = workspace({ "a.txt": "a", "b/c.txt": "c" });
    engine = await work.open();
    engine.checkpoint();
  });

  it("explains why a target cannot be written", async () => {
    fs.writeFileSync(path.join(work.base, "file"), "");
    const state = exportOf(engine, "0");
    const inside = (name: string) => path.join(work.base, "file", name);
    for (const tried of [
      exportFolder(state, inside("copy")),
      exportFolder(state, inside("deep/copy")),
      exportArchive(state, inside("copy.tar")),
    ])
      await assert.rejects(tried, is("io"));
  });

  it("chooses the format by the file extension, ignoring case", async () => {
    const to = path.join(work.base, "COPY.TAR");
    await exportArchive(exportOf(engine, "0"), to);
    assert.match(fs.readFileSync(to, "latin1"), /ustar/);
  });

  it("refuses to overwrite anything", async () => {
    const state = exportOf(engine, "0");
    const taken = path.join(work.base, "taken");
    fs.mkdirSync(taken);
    fs.writeFileSync(path.join(taken, "x"), "x");
    await assert.rejects(exportFolder(state, taken), is("refused"));
    const archive = path.join(work.base, "taken.tar");
    fs.writeFileSync(archive, "mine");
    await assert.rejects(exportArchive(state, archive), is("refused"));
    assert.equal(fs.readFileSync(archive, "utf8"), "mine");
    assert.deepEqual(fs.readdirSync(taken), ["x"]);
  });

  for (const hasLinks of [true, false])
    it(`does not touch what another process created at its target meanwhile, ${hasLinks ? "with" : "without"} hard links`, async () => {
      const linkSync = fs.linkSync;
      const state = exportOf(engine, "0");
      /** Returns the state, with `act` run while its first entry is being read. */
      const during = (act: () => void) => ({
        ...state,
        entries: state.entries.map((entry, i) => ({
          ...entry,
          read: () => {
            if (i === 0) act();
            return entry.read();
          },
        })),
      });
      if (!hasLinks)
        fs.linkSync = () => {
          throw Object.assign(new Error("no links"), { code: "EPERM" });
        };
      try {
        const [archive, folder, taken] = ["new.tar", "new", "taken"].map(
          (name) => path.join(work.base, name),
        ) as [string, string, string];
        const put = (file: string) => () => fs.writeFileSync(file, "mine");
        await assert.rejects(
          exportArchive(during(put(archive)), archive),
          is("refused"),
        );
        await assert.rejects(
          exportFolder(during(put(folder)), folder),
          is("refused"),
        );
        const makeTaken = () => {
          fs.mkdirSync(taken);
          put(path.join(taken, "x"))();
        };
        await assert.rejects(
          exportFolder(during(makeTaken), taken),
          is("refused"),
        );
        for (const file of [archive, folder, path.join(taken, "x")])
          assert.equal(fs.readFileSync(file, "utf8"), "mine");
        await exportArchive(state, path.join(work.base, "free.tar"));
      } finally {
        fs.linkSync = linkSync;
      }
      assert.deepEqual(fs.readdirSync(work.base).sort(), [
        "free.tar",
        "new",
        "new.tar",
        "stores",
        "taken",
        "work",
      ]);
    });

  it("never replaces a file that appears at the last moment", async () => {
    const archive = path.join(work.base, "new.tar");
    const linkSync = fs.linkSync;
    fs.linkSync = (from, to) => {
      fs.writeFileSync(archive, "mine");
      linkSync(from, to);
    };
    try {
      const exported = exportArchive(exportOf(engine, "0"), archive);
      await assert.rejects(exported, is("refused"));
    } finally {
      fs.linkSync = linkSync;
    }
    assert.equal(fs.readFileSync(archive, "utf8"), "mine");
  });

  /** A state whose last file cannot be read. */
  const broken = () => {
    const state = exportOf(engine, "0");
    const read = () => {
      throw problem("journal-gone", { folder: "gone" });
    };
    const entries = [...state.entries, { path: "z", mode: 0o644, read }];
    return { ...state, entries };
  };

  it("leaves nothing behind when it fails half way", async () => {
    const folder = path.join(work.base, "new");
    await assert.rejects(exportFolder(broken(), folder), is("damaged"));
    await assert.rejects(
      exportArchive(broken(), path.join(work.base, "new.tgz")),
      is("damaged"),
    );
    assert.deepEqual(fs.readdirSync(work.base).sort(), ["stores", "work"]);
  });

  it("leaves no ref behind when it fails half way", async () => {
    const repository = path.join(work.base, "repo");
    execFileSync("git", ["init", "-q", repository]);
    await assert.rejects(
      exportGit(broken(), { repository, ref: "x" }),
      is("damaged"),
    );
    const refs = execFileSync("git", ["for-each-ref"], { cwd: repository });
    assert.equal(refs.toString(), "");
    const names = ["repo", "stores", "work"];
    assert.deepEqual(fs.readdirSync(work.base).sort(), names);
  });

  it("writes only refs below refs/checkpoints/", async () => {
    const repository = path.join(work.base, "repo");
    execFileSync("git", ["init", "-q", repository]);
    const state = exportOf(engine, "0");
    for (const ref of [
      "refs/heads/main",
      "refs/tags/v1",
      "HEAD:x",
      "a..b",
      "",
      "x\ny",
      "refs/checkpoints/../heads/main",
    ])
      await assert.rejects(
        exportGit(state, { repository, ref }),
        is("bad-input"),
        JSON.stringify(ref),
      );
    execFileSync("git", ["symbolic-ref", "HEAD", "refs/checkpoints/cur"], {
      cwd: repository,
    });
    await assert.rejects(
      exportGit(state, { repository, ref: "cur" }),
      is("refused"),
    );
    const refs = execFileSync("git", ["for-each-ref"], { cwd: repository });
    assert.equal(refs.toString(), "");
  });
});
