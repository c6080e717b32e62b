// `npm run test:library`: the package as `npm pack` makes it, installed in an empty folder and used
// there on every supported version of Node; and the MCP server, called by the MCP Inspector. Downloads
// what package.json does not name (Node itself, an agent framework, the Inspector). Closes with one
// line `N passed, N failed`.
import { build, runCheck } from "./checks.mjs";
import { install } from "./install.mjs";
import { runMocha } from "./runFile.mjs";
import { findInstalledSuites } from "./suites.mjs";
import { Tally } from "./tally.mjs";

const LIMIT_MS = 10 * 60_000;
const tally = new Tally();

install();
tally.add(await runCheck(build));
if (tally.failed === 0)
  for (const { name, files } of findInstalledSuites())
    tally.add(await runMocha(name, files, { limitMs: LIMIT_MS }));
tally.close();
process.exitCode = tally.failed > 0 ? 1 : 0;
