import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "../../helpers/generated";
import { exactBytes } from "../../../src/engine/model/exactText";
import { unifiedPatch } from "../../../src/engine/model/textDiff";
import { SYMLINK } from "../../../src/engine/model/version";

describe("a patch", () => {
  it("lets git apply turn 200 old trees into the new ones", () => {
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
/** A text and an edit of it, to produce hunks and context. */
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
