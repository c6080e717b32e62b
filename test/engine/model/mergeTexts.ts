import fc from "../../helpers/generated";
import { merge3 } from "../../../src/engine/model/merge";

// Texts to merge, for merge.test.ts and mergeLikeGit.test.ts.

export const bytes = (text: string) => Buffer.from(text, "latin1");
const labels = { ours: "now", theirs: "before" };

export function merge(base: string, ours: string, theirs: string) {
  const merged = merge3({
    base: bytes(base),
    ours: bytes(ours),
    theirs: bytes(theirs),
    labels,
  });
  const out = merged.ok ? merged.bytes : merged.merged;
  return {
    ok: merged.ok,
    text: out && Buffer.from(out).toString("latin1"),
    conflicts: merged.ok ? 0 : merged.conflicts,
  };
}

export type Texts = [base: string, ours: string, theirs: string];
type Edit = { at: number; removed: number; added: string[] };

export const edits = (line: fc.Arbitrary<string>): fc.Arbitrary<Edit[]> =>
  fc.array(
    fc.record({
      at: fc.nat(20),
      removed: fc.nat(2),
      added: fc.array(line, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  );

export function edit(lines: string[], list: Edit[]): string[] {
  const out = [...lines];
  for (const { at, removed, added } of list)
    out.splice(Math.min(at, out.length), removed, ...added);
  return out;
}
