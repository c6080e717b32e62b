import assert from "node:assert/strict";
import fs from "node:fs";
import { restore } from "../helpers/history";
import { roundTrip } from "../helpers/roundTrip";
import { workspaceForEach } from "../helpers/tempWorkspace";

describe("names are restored exactly", () => {
  const makeWorkspace = workspaceForEach();
  const names = {
    spaces: " a  file with spaces ",
    quotes: `it's "quoted" \`here\``,
    "a newline": "first\nsecond",
    "control characters": "bell\x07tab\tesc\x1b",
    "a backslash": "not\\a\\folder",
    emoji: "🧪👩‍👩‍👧‍👦",
    "composed letters (NFC)": "\u00e9t\u00e9",
    "decomposed letters (NFD)": "e\u0301te\u0301",
    "a leading dash": "-rf",
    "a leading dot": ".hidden",
    "only dots": "...",
    "a colon and a star": "c:*?<>|",
    "a percent sign and a hash": "100%25#part",
    "letters of many scripts": "日本語-עברית-العربية",
    "a glob": "[abc]{x,y}!",
    "a very long name": "n".repeat(255),
    "the replacement character": "really \ufffd here",
  };
  for (const [what, name] of Object.entries(names))
    it(`a file and a folder with ${what}`, async () => {
      const workspace = makeWorkspace({
        [`top/${name}`]: "as a file",
        [`${name}/inside`]: "in a folder",
      });
      await roundTrip(workspace, () => {
        workspace.write(`top/${name}`, "changed");
        workspace.remove(name);
      });
    });

  it("NFC and NFD spellings of one name are two files", async () => {
    const workspace = makeWorkspace({
      "\u00e9": "composed",
      "e\u0301": "decomposed",
    });
    await roundTrip(workspace, () => workspace.remove("\u00e9"));
  });

  it("a deeply nested file", async () => {
    // Wine searches each parent folder at every call.
    const length = process.platform === "win32" ? 80 : 200;
    const deep = Array.from({ length }, (_, i) => `d${i}`).join("/");
    const workspace = makeWorkspace({ [`${deep}/file`]: "deep", top: "x" });
    await roundTrip(workspace, () => workspace.remove("d0"));
  });

  it("a case-only rename", async () => {
    const workspace = makeWorkspace({
      "Readme.md": "text",
      "src/App.ts": "code",
    });
    await roundTrip(workspace, () => {
      workspace.rename("Readme.md", "README.md");
      workspace.rename("src/App.ts", "Src/app.ts");
    });
  });

  it("names that are not UTF-8 are listed as skipped, once, and left alone", async () => {
    const workspace = makeWorkspace({ a: "1" });
    const odd = Buffer.concat([
      Buffer.from(workspace.root + "/"),
      Buffer.from([0x66, 0xff, 0x66]),
    ]);
    fs.writeFileSync(odd, "cannot be named");
    const engine = await workspace.open();
    const first = engine.checkpoint();
    assert.deepEqual(
      first.skipped.map((entry) => entry.reason),
      ["name"],
    );
    const again = engine.capture();
    assert.equal(again.isNew, false, "an unchanged folder is no new moment");
    assert.deepEqual(again.skipped, first.skipped);
    workspace.write("a", "2");
    restore(engine, { to: "0" });
    assert.equal(fs.readFileSync(odd, "utf8"), "cannot be named");
    assert.equal(workspace.text("a"), "1");
  });
});
