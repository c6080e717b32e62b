// `npm run test:ui [-- --only several]`: the scenes that open many windows of a real VS Code,
// which take too long for `npm test`: several windows and folders, histories in trouble,
// another language, the chat.
// Ends with one line `N passed, N failed`.
import fs from "node:fs";
import { parseArgs } from "node:util";
import { build, editor, pack, runCheck } from "./checks.mjs";
import { install } from "./install.mjs";
import { wantedBy } from "./only.mjs";
import { vsix } from "./paths.mjs";
import { runWindow } from "./runWindow.mjs";
import { Tally } from "./tally.mjs";

const SUITES = ["ui/severalWindows", "ui/otherWindows"];

const { values } = parseArgs({ options: { only: { type: "string" } } });
const wanted = SUITES.filter(wantedBy(values.only, SUITES));
const tally = new Tally();

install();
const gettingEditor = Promise.all(editor.map(runCheck));
for (const step of [pack, build])
  if (tally.failed === 0) tally.add(await runCheck(step));
// What is unavailable is reported by the suites.
await gettingEditor;
if (tally.failed === 0)
  await Promise.all(
    wanted.map(async (name) => tally.add(await runWindow(name))),
  );
fs.rmSync(vsix, { force: true });
tally.close();
process.exitCode = tally.failed > 0 ? 1 : 0;
