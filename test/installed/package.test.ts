import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { repository } from "../helpers/repository";
import { allNodes, installIn, packInto, run } from "./fresh";

// The package as others get it: packed, installed in an empty folder, and used there.
describe("the installed package", function () {
  this.timeout(180_000);
  const base = fs.realpathSync(
    fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-installed-")),
  );
  const fresh = path.join(base, "fresh");
  const env = {
    PATH: process.env["PATH"],
    HOME: path.join(base, "home"),
    XDG_DATA_HOME: path.join(base, "data"),
    TMPDIR: process.env["TMPDIR"],
  };
  const nodes = new Map<string, string>();
  let folders = 0;
  const newFolder = () => path.join(base, `folder-${folders++}`);

  before(() => {
    installIn(fresh, packInto(base));
    const fixtures = path.join(repository, "test", "fixtures", "installed");
    fs.cpSync(fixtures, fresh, { recursive: true });
    for (const [version, program] of allNodes()) nodes.set(version, program);
  });
  after(() => fs.rmSync(base, { recursive: true, force: true }));

  it("has what it needs and no dependencies", () => {
    const installed = path.join(fresh, "node_modules", "checkpoint");
    const { dependencies } = JSON.parse(
      fs.readFileSync(path.join(installed, "package.json"), "utf8"),
    ) as { dependencies?: object };
    assert.deepEqual(dependencies ?? {}, {});
    const files = fs
      .readdirSync(installed, { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"));
    assert.ok(files.includes("dist/library.d.mts"));
    const unwanted = files.filter((name) =>
      /\.map$|^(test|out|media|l10n)\b|(?<!\.d)\.[cm]?ts$/.test(name),
    );
    assert.deepEqual(unwanted, []);
  });

  for (const [module, moduleResolution, uses] of [
    ["node16", "node16", ["uses.mts", "uses.cts"]],
    ["esnext", "bundler", ["uses.mts"]],
  ] as const)
    it(`has types that compile with strict, resolved as ${moduleResolution} does`, async () => {
      const using = fs.readFileSync(path.join(fresh, "uses.txt"), "utf8");
      write(fresh, "uses.mts", using);
      // Without `await using`: TypeScript adds a helper for it, which is a module there.
      write(fresh, "uses.cts", using.replace("await using", "const"));
      const strict = { strict: true, exactOptionalPropertyTypes: true };
      const alone = { noEmit: true, types: [], lib: ["es2022"] };
      const how = { target: "es2022", module, moduleResolution };
      const config = {
        compilerOptions: { ...strict, ...alone, ...how },
        files: uses,
      };
      write(fresh, "tsconfig.json", JSON.stringify(config));
      const tsc = path.join(repository, "node_modules/typescript/bin/tsc");
      await run(process.execPath, [tsc, "-p", "."], { cwd: fresh, env });
    });

  for (const major of ["20", "22", "24"])
    describe(`on Node ${major}`, () => {
      const node = () => {
        const found = [...nodes].find(([version]) =>
          version.startsWith(`${major}.`),
        );
        return found![1];
      };

      for (const program of ["program.mjs", "program.cjs"])
        it(`is used by ${program}, then by the command in the same folder`, async () => {
          const folder = newFolder();
          await run(node(), [program, folder], { cwd: fresh, env });
          const command = path.join("node_modules", "checkpoint", "dist");
          const list = await run(
            node(),
            [path.resolve(fresh, command, "cli.js"), "list", "--json"],
            { cwd: folder, env },
          );
          const { checkpoints } = JSON.parse(list) as {
            checkpoints: { name: string | null }[];
          };
          assert.ok(checkpoints.some(({ name }) => name === "First"));
        });

      it("keeps an agent's loop from breaking the project", async () => {
        const folder = newFolder();
        fs.mkdirSync(folder);
        const read = (name: string) =>
          fs.readFileSync(path.join(folder, name), "utf8");
        const sum = "export const sum = (a, b) => a + b;\n";
        const check =
          'import { sum } from "./math.mjs";\nif (sum(1, 2) !== 3) throw new Error("sum");\n';
        write(folder, "math.mjs", sum);
        write(folder, "check.mjs", check);
        const example = path.join(fresh, `example-${major}`);
        fs.cpSync(
          path.join(fresh, "node_modules/checkpoint/src/library/example"),
          example,
          { recursive: true },
        );
        const said = await run(
          node(),
          [path.join(example, "agentLoop.mjs"), folder],
          { cwd: fresh, env },
        );
        assert.deepEqual(said.trim().split("\n"), [
          "Went back to #0: math.mjs",
          "Went back to #2: check.mjs",
          "product is there, and sum still works.",
        ]);
        assert.equal(read("check.mjs"), check);
        assert.match(read("math.mjs"), /sum.*\n.*product/);
      });
    });
});

function write(folder: string, name: string, text: string): void {
  fs.writeFileSync(path.join(folder, name), text);
}
