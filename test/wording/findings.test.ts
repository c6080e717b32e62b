import assert from "node:assert/strict";
import type { Finding, Repair } from "../../src/engine/model/findings";
import {
  findingText,
  repairText,
  spokenVerification,
} from "../../src/wording/findings";
import { plain } from "../../src/wording/voice";

const reason = "EIO";
const file = "journal/1.log";

const findings: { readonly [K in Finding["kind"]]: Finding & { kind: K } } = {
  "file-unreadable": { kind: "file-unreadable", reason },
  "file-missing-or-damaged": { kind: "file-missing-or-damaged" },
  "record-unreadable": { kind: "record-unreadable" },
  "wrong-hash": { kind: "wrong-hash", slot: 2 },
  "content-lost": { kind: "content-lost", hash: "ab".repeat(32) },
  "bytes-unreadable": { kind: "bytes-unreadable", bytes: 1200 },
  "records-missing": { kind: "records-missing", from: 3, to: 5 },
  "shorter-than-index": { kind: "shorter-than-index" },
  "index-damaged": { kind: "index-damaged" },
  "moment-lost": { kind: "moment-lost", moment: 1234 },
  "records-unreadable": { kind: "records-unreadable", file },
  "record-unusable": { kind: "record-unusable", record: "moment", reason },
  "format-rewritten": { kind: "format-rewritten" },
  "journal-restarted": { kind: "journal-restarted" },
  "journal-shorter": { kind: "journal-shorter", file },
  "files-deleted": { kind: "files-deleted" },
  "cut-off": { kind: "cut-off", file },
};

const repairs: { readonly [K in Repair["kind"]]: Repair & { kind: K } } = {
  "found-elsewhere": { kind: "found-elsewhere", what: "a" },
  "stored-again": { kind: "stored-again", path: "a" },
  "format-written": { kind: "format-written" },
  "journal-rewritten": { kind: "journal-rewritten" },
  "index-rebuilt": { kind: "index-rebuilt" },
};

describe("the words for damage", () => {
  it("continue after the name of a file, and end without a full stop", () => {
    for (const finding of Object.values(findings))
      assert.match(findingText(finding, plain), /^[a-z\d].*[^.]$/);
    for (const repair of Object.values(repairs))
      assert.match(repairText(repair, plain), /^[a-z].*[^.]$/);
  });

  it("group counts, but not the numbers of moments", () => {
    const text = (kind: Finding["kind"]) => findingText(findings[kind], plain);
    assert.equal(text("bytes-unreadable"), "1,200 bytes cannot be read");
    assert.equal(text("moment-lost"), "the record of moment @1234 is lost");
  });

  it("replace the finding in a result for other programs", () => {
    const place = { file, offset: 7, paths: ["a"], checkpoints: [1] };
    const finding = findings["record-unreadable"];
    assert.deepEqual(
      spokenVerification(
        {
          ...{ ok: false, contents: 1, bytes: 2, lost: [] },
          damaged: [{ what: "journal", ...place, finding }],
          repaired: [repairs["index-rebuilt"]],
        },
        plain,
      ),
      {
        ...{ ok: false, contents: 1, bytes: 2, lost: [] },
        damaged: [
          {
            what: "journal",
            ...place,
            detail: "the record here cannot be read",
          },
        ],
        repaired: ["rebuilt the index from the journal"],
      },
    );
  });
});
