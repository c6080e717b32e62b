import assert from "node:assert/strict";
import { canBeNamed } from "../../src/base/platformNames";

const REFUSED = [
  ...["con", "CON", "Prn", "aux", "nul", "com1", "COM9", "lpt1", "LPT9"],
  ...["con.txt", "nul.tar.gz", "aux .h", "com1 .x", "COM¹", "conin$"],
  ...["ends with a dot.", "ends with a space ", "..."],
  ...["a:b", "a?", "a*", "<a", "a>", "a|b", 'a"b', "a\\b", "a\nb", "\x01"],
];
const TAKEN = [
  ...["console.ts", "icon", "com", "com10", "lpt", "nulls", "auxiliary.c"],
  ...[".gitignore", ".con", "a.b.c", " begins with a space", "käse", "a'b`c"],
];

describe("names that Windows does not allow", () => {
  for (const name of REFUSED)
    it(`are recognised: ${JSON.stringify(name)}`, () => {
      for (const path of [name, `src/${name}`, `${name}/file`]) {
        assert.equal(canBeNamed(path, "win32"), false, path);
        for (const platform of ["linux", "darwin"] as const)
          assert.equal(canBeNamed(path, platform), true, path);
      }
    });

  it("do not include others", () => {
    for (const name of TAKEN)
      for (const path of [name, `src/${name}`, `${name}/file`])
        assert.equal(canBeNamed(path, "win32"), true, path);
  });
});
