// Bundles each entry that exists, with sql.js's wasm beside them, so that
// nothing at run time needs node_modules. `--tests` also builds the tests.
import { build } from "esbuild";
import fs from "node:fs";
import path from "node:path";

const production = process.argv.includes("--production");
const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  sourcemap: production ? false : "linked",
  minify: production,
  legalComments: "none",
  logLevel: "warning",
};

// Only the extension may import vscode: elsewhere a stray import fails here.
const entries = [
  { in: "src/extension/extension.ts", out: "extension", external: ["vscode"] },
  { in: "src/worker/host.ts", out: "worker" },
  { in: "src/engine/captureThread.ts", out: "captureThread" },
  { in: "src/cli/main.ts", out: "cli", banner: "#!/usr/bin/env node" },
  { in: "src/mcp/main.ts", out: "mcp" },
].filter((entry) => fs.existsSync(entry.in));

fs.mkdirSync("dist", { recursive: true });
await Promise.all(
  entries.map((entry) =>
    build({
      ...common,
      entryPoints: [entry.in],
      outfile: `dist/${entry.out}.js`,
      external: entry.external ?? [],
      // Its other build finds its parts in a way that cannot be bundled.
      alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
      ...(entry.banner ? { banner: { js: entry.banner } } : {}),
    }),
  ),
);
fs.copyFileSync("node_modules/sql.js/dist/sql-wasm.wasm", "dist/sql-wasm.wasm");
for (const entry of entries)
  if (entry.banner) fs.chmodSync(`dist/${entry.out}.js`, 0o755);

if (process.argv.includes("--tests")) {
  const tests = fs
    .readdirSync("test", { recursive: true })
    .filter((name) => /\.(test|entry)\.ts$/.test(name))
    .map((name) => path.join("test", name));
  await build({
    ...common,
    sourcemap: "linked",
    minify: false,
    entryPoints: tests,
    outdir: "out",
    outbase: ".",
    packages: "external",
    external: ["vscode"],
  });
  removeOthers(
    "out/test",
    new Set(tests.map((file) => "out/" + builtFrom(file))),
  );
}

function builtFrom(file) {
  return file.replaceAll("\\", "/").replace(/\.ts$/, ".js");
}

/** Of tests that are gone; the rest stays, for another run may be using it. */
function removeOthers(dir, built) {
  for (const name of fs.readdirSync(dir, { recursive: true })) {
    const file = `${dir}/${name.replaceAll("\\", "/")}`;
    const isStale =
      /\.js(\.map)?$/.test(file) && !built.has(file.replace(/\.map$/, ""));
    if (isStale) fs.rmSync(file, { force: true });
  }
}
