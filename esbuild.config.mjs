// Bundles each entry that exists, with sql.js's wasm beside them, so that
// nothing at run time needs node_modules. `--tests` also builds the tests, `--unit`
// only those of `npm run test:unit`; `--watch` builds all and rebuilds on every save.
import { build, context } from "esbuild";
import fs from "node:fs";
import path from "node:path";
import { isUnit } from "./test/run/suites.mjs";

/** One pair of lines for all bundles, which the editor's build task waits for. */
const progress = {
  name: "progress",
  setup(build) {
    build.onStart(() => {
      if (underWay++ === 0) console.log("Building");
    });
    build.onEnd(() => {
      if (--underWay === 0) console.log("Built");
    });
  },
};
let underWay = 0;
const A_DAY_MS = 86_400_000;

const production = process.argv.includes("--production");
const isWatching = process.argv.includes("--watch");
const withUnit = process.argv.includes("--unit");
const withTests = isWatching || process.argv.includes("--tests");
const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  sourcemap: production ? false : "linked",
  minify: production,
  loader: { ".md": "text" },
  legalComments: "none",
  logLevel: "warning",
};

// Only the extension may import vscode: elsewhere a stray import fails here.
const entries = [
  { in: "src/extension/extension.ts", out: "extension", external: ["vscode"] },
  { in: "src/worker/host.ts", out: "worker" },
  { in: "src/engine/captureThread.ts", out: "captureThread" },
  { in: "src/cli/main.ts", out: "cli", banner: "#!/usr/bin/env node" },
  { in: "src/cli/answerTables.ts", out: "answerTables" },
  { in: "src/mcp/main.ts", out: "mcp" },
  { in: "src/agents/hooks/workerMain.ts", out: "hookWorker" },
  { in: "src/library/library.ts", out: "library" },
].filter((entry) => fs.existsSync(entry.in));

fs.mkdirSync("dist", { recursive: true });
await Promise.all(
  entries.map((entry) =>
    run({
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
// What runs in a page of the editor, which has neither Node nor the file system.
await run({
  ...common,
  platform: "browser",
  target: "es2022",
  format: "iife",
  entryPoints: {
    timeMachine: "src/extension/timeMachine/page/main.ts",
    "timeMachine.style": "src/extension/timeMachine/page/style.css",
  },
  entryNames: "[name]",
  outdir: "dist",
  define: { "process.platform": '"browser"' },
});
const copies = {
  "node_modules/sql.js/dist/sql-wasm.wasm": "sql-wasm.wasm",
  "src/library/library.mjs": "library.mjs",
  "src/library/library.d.mts": "library.d.mts",
  "src/library/checkpoint.d.ts": "library.d.ts",
};
for (const [from, to] of Object.entries(copies))
  fs.copyFileSync(from, `dist/${to}`);
for (const entry of entries)
  if (entry.banner) fs.chmodSync(`dist/${entry.out}.js`, 0o755);

if (withTests || withUnit) {
  const tests = fs
    .readdirSync("test", { recursive: true })
    .filter((name) => /\.(test|entry)\.ts$/.test(name))
    .map((name) => path.join("test", name));
  await buildTests(withUnit ? tests.filter(isOfUnit) : tests);
  removeOthers(
    "out/test",
    new Set(tests.map((file) => "out/" + builtFrom(file))),
  );
}

/**
 * What several tests import is built once, into chunks, because bundling it into each
 * of them takes ten times as long. esbuild splits only ES modules, so a second pass
 * converts them. When watching, each test is a bundle: only what changed is built.
 */
async function buildTests(entryPoints) {
  const options = {
    ...common,
    sourcemap: "linked",
    sourcesContent: false, // The sources are there.
    minify: false,
  };
  const bundled = {
    ...options,
    entryPoints,
    outdir: "out",
    outbase: ".",
    packages: "external",
    external: ["vscode"],
  };
  if (isWatching) return run(bundled);
  const { metafile } = await build({
    ...bundled,
    format: "esm",
    splitting: true,
    chunkNames: "test/chunks/[hash]",
    metafile: true,
  });
  const files = Object.keys(metafile.outputs);
  await build({
    ...options,
    bundle: false,
    loader: {},
    // Node's own import() of a CommonJS module puts all its exports into `default`.
    supported: { "dynamic-import": false },
    entryPoints: files.filter((file) => file.endsWith(".js")),
    outdir: "out",
    outbase: "out",
    allowOverwrite: true,
  });
}

/** Builds once, or keeps building. New test files are found at the next start. */
async function run(options) {
  if (!isWatching) return build(options);
  const watched = await context({ ...options, plugins: [progress] });
  await watched.rebuild();
  await watched.watch();
}

/** True for a unit test, and for a program that such a test starts. */
function isOfUnit(file) {
  const name = file.replaceAll("\\", "/").replace(/^test\//, "");
  return (
    /^(engine|host)\/.*\.entry\.ts$/.test(name) ||
    isUnit(name.replace(/\.test\.ts$/, ""))
  );
}

function builtFrom(file) {
  return file.replaceAll("\\", "/").replace(/\.ts$/, ".js");
}

/** Of tests that are gone; the rest stays, for another run may be using it. */
function removeOthers(dir, built) {
  for (const name of fs.readdirSync(dir, { recursive: true })) {
    const file = `${dir}/${name.replaceAll("\\", "/")}`;
    const isStale = file.startsWith(`${dir}/chunks/`)
      ? fs.statSync(file).mtimeMs < Date.now() - A_DAY_MS
      : /\.js(\.map)?$/.test(file) && !built.has(file.replace(/\.map$/, ""));
    if (isStale) fs.rmSync(file, { force: true });
  }
}
