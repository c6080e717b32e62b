import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { exactBytes } from "../../../src/engine/model/exactText";
import {
  lineCounts,
  unifiedPatch,
  type PatchRequest,
} from "../../../src/engine/model/textDiff";
import { SYMLINK } from "../../../src/engine/model/version";

const text = (s: string) => Buffer.from(s);

describe("textDiff", () => {
  describe("line counts", () => {
    const cases: [string, string, number, number][] = [
      ["", "", 0, 0],
      ["a\n", "a\n", 0, 0],
      ["", "a\nb\n", 2, 0],
      ["a\nb\n", "", 0, 2],
      ["a\nb\nc\n", "a\nx\nc\n", 1, 1],
      ["a", "a\n", 1, 1],
      ["a\r\n", "a\n", 1, 1],
      ["a\nb\nc\n", "c\na\nb\n", 1, 1],
      ["x\n\n\ny\n", "x\n\n\n\ny\n", 1, 0],
    ];
    for (const [old, now, added, removed] of cases)
      it(`of ${JSON.stringify(old)} to ${JSON.stringify(now)} are +${added} -${removed}`, () => {
        assert.deepEqual(lineCounts(text(old), text(now)), { added, removed });
      });

    it("are absent for binary content", () => {
      assert.equal(lineCounts(text("a\n"), text("a\0")), null);
      assert.equal(lineCounts(text("a\0"), text("a\n")), null);
    });

    it("call a late NUL text, as git does", () => {
      const late = text("x".repeat(8000) + "\0");
      assert.deepEqual(lineCounts(text(""), late), { added: 1, removed: 0 });
    });

    it("stay quick on large texts that share lines in another order", () => {
      const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i}\n`);
      const shuffled = [...lines].sort();
      const started = performance.now();
      const counts = lineCounts(text(lines.join("")), text(shuffled.join("")));
      assert.ok(performance.now() - started < 10_000);
      assert.equal(counts?.added, counts?.removed);
    });
  });

  describe("the patch", () => {
    const file = (
      old: string | null,
      now: string | null,
      more: Partial<PatchRequest> = {},
    ) =>
      unifiedPatch({
        path: "f.txt",
        old: old === null ? null : text(old),
        new: now === null ? null : text(now),
        ...more,
      });

    it("of a changed line has three lines of context", () => {
      const old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
      assert.equal(
        file(old, old.replace("5", "five")),
        "diff --git a/f.txt b/f.txt\n--- a/f.txt\n+++ b/f.txt\n" +
          "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
      );
    });

    it("of a new file without a last line end says so", () => {
      assert.equal(
        file(null, "a"),
        "diff --git a/f.txt b/f.txt\nnew file mode 100644\n--- /dev/null\n+++ b/f.txt\n" +
          "@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n",
      );
    });

    it("of a deleted executable names its mode", () => {
      assert.equal(
        file("a\n", null, { oldMode: 0o755 }),
        "diff --git a/f.txt b/f.txt\ndeleted file mode 100755\n--- a/f.txt\n+++ /dev/null\n" +
          "@@ -1 +0,0 @@\n-a\n",
      );
    });

    it("of a rename with nothing else has no hunks", () => {
      assert.equal(
        file("a\n", "a\n", { from: "old name" }),
        "diff --git a/old name b/f.txt\nrename from old name\nrename to f.txt\n",
      );
    });

    it("of a new mode alone has no hunks", () => {
      assert.equal(
        file("a\n", "a\n", { oldMode: 0o644, newMode: 0o755 }),
        "diff --git a/f.txt b/f.txt\nold mode 100644\nnew mode 100755\n",
      );
    });

    it("is empty where git sees no change", () => {
      assert.equal(file("a\n", "a\n"), "");
      assert.equal(file("a", "a", { oldMode: 0o644, newMode: 0o600 }), "");
      assert.equal(file(null, null), "");
    });

    it("of binary content says only that it differs", () => {
      assert.equal(
        file("a\0", "b\0"),
        "diff --git a/f.txt b/f.txt\nBinary files a/f.txt and b/f.txt differ\n",
      );
      assert.match(file(null, "b\0"), /\nBinary files \/dev\/null and b\/f/);
    });

    it("keeps bytes that are not UTF-8", () => {
      const patch = unifiedPatch({
        path: "f",
        old: Buffer.from("caf\xe9\n", "latin1"),
        new: Buffer.from("th\xe9\n", "latin1"),
      });
      const bytes = Buffer.from(exactBytes(patch)).toString("latin1");
      assert.match(bytes, /\n-caf\xe9\n\+th\xe9\n$/);
    });

    it("quotes a name with a tab, a quote or a line end", () => {
      const patch = file("a\n", "b\n", { path: 'x\t"y"\n\\z' });
      assert.match(patch, /^--- "a\/x\\t\\"y\\"\\n\\\\z"$/m);
    });
  });

  it("gives git apply what it needs to turn 200 old trees into the new ones", () => {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-diff-"));
    let cases = 0;
    try {
      fc.assert(
        fc.property(trees, (files) => {
          const dir = path.join(root, String(cases++));
          fs.mkdirSync(dir);
          applyAndCompare(dir, files);
        }),
        { numRuns: 200 },
      );
    } finally {
      fs.rmSync(root, { recursive: true, force: true });
    }
  });
});

interface Entry {
  bytes: Buffer;
  mode: number;
}

interface Case {
  path: string;
  from: string | undefined;
  old: Entry | null;
  now: Entry | null;
  context: number;
}

const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "b", "c", "", "}", "  x") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "a\r",
      "-- a/x",
      "++ b/x",
      "@@ -1 +1 @@",
      "\\ No newline at end of file",
      "diff --git a/q b/q",
      "caf\xe9",
      "\xff\xfe",
      "tail \t",
    ),
  },
);
const content = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, ends]) =>
    Buffer.from(lines.join("\n") + (ends ? "\n" : ""), "latin1"),
  );
/** A text and an edit of it, so that hunks and contexts occur. */
const edited = fc
  .tuple(
    content,
    fc.array(
      fc.tuple(fc.nat(40), fc.nat(3), fc.array(line, { maxLength: 3 })),
      {
        maxLength: 4,
      },
    ),
  )
  .map(([old, edits]): [Buffer, Buffer] => {
    const lines = old.toString("latin1").split("\n");
    for (const [at, removed, added] of edits)
      lines.splice(Math.min(at, lines.length), removed, ...added);
    return [old, Buffer.from(lines.join("\n"), "latin1")];
  });
const mode = fc.constantFrom(0o644, 0o755);
const link: fc.Arbitrary<Entry> = fc
  .constantFrom("nowhere", "../up", "a b\tc")
  .map((target) => ({ bytes: Buffer.from(target), mode: SYMLINK }));
const file: fc.Arbitrary<Entry> = fc.record({ bytes: content, mode });
const entry = fc.oneof(
  { weight: 5, arbitrary: file },
  { weight: 1, arbitrary: link },
);
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(edited, mode, mode).map(([[old, now], a, b]) => ({
      old: { bytes: old, mode: a },
      now: { bytes: now, mode: b },
    })),
  },
  { weight: 1, arbitrary: entry.map((old) => ({ old, now: null })) },
  { weight: 1, arbitrary: entry.map((now) => ({ old: null, now })) },
  { weight: 1, arbitrary: fc.record({ old: entry, now: entry }) },
);
const name = fc.constantFrom(
  "a",
  "b c",
  "tab\there",
  'quo"te',
  "back\\slash",
  "new\nline",
  "ünï/日本 😀.txt",
  "dir/sub dir/x",
  "trailing ",
  "b/a/b",
  "dash -",
  "\x01\x7f",
);
const trees: fc.Arbitrary<Case[]> = fc
  .uniqueArray(
    fc.record({
      path: name,
      isRenamed: fc.boolean(),
      change,
      context: fc.integer({ min: 1, max: 4 }),
    }),
    { selector: (c) => c.path, minLength: 1, maxLength: 5 },
  )
  .map((cases) =>
    cases.map(({ path, isRenamed, change, context }) => ({
      path,
      from:
        isRenamed && change.old && change.now ? `from/${path}.old` : undefined,
      ...change,
      context,
    })),
  );

function applyAndCompare(dir: string, cases: Case[]): void {
  for (const { path: to, from, old } of cases) {
    if (old) put(path.join(dir, from ?? to), old);
  }
  const patch = cases
    .map(({ path, from, old, now, context }) =>
      unifiedPatch({
        path,
        from,
        old: old?.bytes ?? null,
        new: now?.bytes ?? null,
        oldMode: old?.mode,
        newMode: now?.mode,
        context,
      }),
    )
    .join("");
  if (patch !== "") {
    const run = spawnSync("git", ["apply", "--whitespace=nowarn"], {
      cwd: dir,
      input: exactBytes(patch),
      env: { PATH: process.env["PATH"], GIT_CONFIG_NOSYSTEM: "1", HOME: dir },
    });
    assert.equal(run.status, 0, `${run.stderr.toString()}\n${patch}`);
  }
  const expected = new Map<string, string>();
  for (const { path, now } of cases)
    if (now) expected.set(path, shown(now.bytes, now.mode));
  assert.deepEqual(readTree(dir), new Map([...expected].sort()), patch);
}

function put(file: string, { bytes, mode }: Entry): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (mode === SYMLINK) fs.symlinkSync(bytes, file);
  else {
    fs.writeFileSync(file, bytes);
    fs.chmodSync(file, mode);
  }
}

function readTree(dir: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of fs.readdirSync(dir, { recursive: true }) as string[]) {
    const at = path.join(dir, name);
    const stat = fs.lstatSync(at);
    if (stat.isSymbolicLink())
      found.set(name, shown(Buffer.from(fs.readlinkSync(at)), SYMLINK));
    else if (stat.isFile())
      found.set(
        name,
        shown(fs.readFileSync(at), stat.mode & 0o100 ? 0o755 : 0o644),
      );
  }
  return new Map([...found].sort());
}

function shown(bytes: Buffer, mode: number): string {
  return `${mode.toString(8)} ${bytes.toString("latin1")}`;
}
