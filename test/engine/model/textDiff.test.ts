import assert from "node:assert/strict";
import { exactBytes } from "../../../src/engine/model/exactText";
import { lineChanges } from "../../../src/engine/model/lineChanges";
import {
  lineCounts,
  unifiedPatch,
  type PatchRequest,
} from "../../../src/engine/model/textDiff";

const text = (s: string) => Buffer.from(s);

/** Repeatable pseudo-random integers below a limit. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

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

    it("treat a late NUL as text, like git", () => {
      const late = text("x".repeat(8000) + "\0");
      assert.deepEqual(lineCounts(text(""), late), { added: 1, removed: 0 });
    });

    it("are the lines of the changes, in 2,000 generated texts", () => {
      const random = numbersFrom(7);
      for (let n = 0; n < 2_000; n++) {
        const kinds = [2, 3, 6, 20][random(4)]!;
        const lines = () =>
          Array.from({ length: random(14) }, () => `${random(kinds)}\n`);
        const old = lines();
        const now = random(2)
          ? lines()
          : [...old.filter(() => random(4) > 0), ...lines().slice(0, 2)];
        const changes = lineChanges(old, now);
        const sum = (key: "newCount" | "oldCount") =>
          changes.reduce((total, change) => total + change[key], 0);
        assert.deepEqual(
          lineCounts(text(old.join("")), text(now.join(""))),
          { added: sum("newCount"), removed: sum("oldCount") },
          JSON.stringify([old, now]),
        );
      }
    });

    it("are those of git for large texts with the same lines in a different order", () => {
      const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i}\n`);
      const sorted = [...lines].sort();
      // What `git diff --numstat` prints. A complete search would take minutes.
      assert.deepEqual(
        lineCounts(text(lines.join("")), text(sorted.join(""))),
        { added: 9_998, removed: 9_998 },
      );
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

    it("of a new file without a final newline contains git's note", () => {
      assert.equal(
        file(null, "a"),
        "diff --git a/f.txt b/f.txt\nnew file mode 100644\n--- /dev/null\n+++ b/f.txt\n" +
          "@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n",
      );
    });

    it("of a deleted executable includes its mode", () => {
      assert.equal(
        file("a\n", null, { oldMode: 0o755 }),
        "diff --git a/f.txt b/f.txt\ndeleted file mode 100755\n--- a/f.txt\n+++ /dev/null\n" +
          "@@ -1 +0,0 @@\n-a\n",
      );
    });

    it("of a plain rename has no hunks", () => {
      assert.equal(
        file("a\n", "a\n", { from: "old name" }),
        "diff --git a/old name b/f.txt\nrename from old name\nrename to f.txt\n",
      );
    });

    it("of a mode change alone has no hunks", () => {
      assert.equal(
        file("a\n", "a\n", { oldMode: 0o644, newMode: 0o755 }),
        "diff --git a/f.txt b/f.txt\nold mode 100644\nnew mode 100755\n",
      );
    });

    it("is empty if git sees no change", () => {
      assert.equal(file("a\n", "a\n"), "");
      assert.equal(file("a", "a", { oldMode: 0o644, newMode: 0o600 }), "");
      assert.equal(file(null, null), "");
    });

    it("of binary content only states that it differs", () => {
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

    it("quotes a name with a tab, a quote or a newline", () => {
      const patch = file("a\n", "b\n", { path: 'x\t"y"\n\\z' });
      assert.match(patch, /^--- "a\/x\\t\\"y\\"\\n\\\\z"$/m);
    });
  });
});
