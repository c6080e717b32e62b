// The workspace of `npm start`: a small tea timer with a few checkpoints.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { projectDir } from "./paths.mjs";

/**
 * Writes the sample and records its history in the store. Everything else that the
 * command writes goes to `homeDir`, not to the account that runs this. Without a
 * built command, only the final files are written.
 */
export async function prepareSample(folder, storeDir, homeDir) {
  const cli = path.join(projectDir, "dist", "cli.js");
  const canRecord = fs.existsSync(cli);
  const env = { ...process.env, HOME: homeDir, XDG_DATA_HOME: undefined };
  for (const chapter of story) {
    applyChapter(folder, chapter);
    if (chapter.create && canRecord)
      execFileSync(
        process.execPath,
        [
          ...[cli, "create", ...chapter.create],
          ...["--workspace", folder, "--store", storeDir],
        ],
        { stdio: ["ignore", "ignore", "inherit"], env },
      );
  }
}

function applyChapter(folder, { files = {}, replace = {}, remove = [] }) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  for (const [name, [from, to]] of Object.entries(replace)) {
    const file = path.join(folder, name);
    const before = fs.readFileSync(file, "utf8");
    if (!before.includes(from)) throw new Error(`${name} lacks "${from}"`);
    fs.writeFileSync(file, before.replace(from, to));
  }
  for (const name of remove) fs.rmSync(path.join(folder, name));
}

const story = [
  {
    files: {
      "README.md": `# Steep

A tea timer for the terminal. Pick a tea, put the kettle on, and Steep tells
you when to pour.

    node src/main.js sencha
`,
      "package.json": `{
  "name": "steep",
  "version": "0.1.0",
  "type": "module",
  "scripts": {
    "start": "node src/main.js",
    "test": "node --test"
  }
}
`,
      ".gitignore": "node_modules/\n*.log\n",
      "IDEAS.md": `# Ideas

- A gentle chime instead of a beep
- Second infusions take a little longer
- Remember the last tea
`,
      "src/teas.js": `// Seconds to steep, and degrees Celsius.
export const teas = {
  sencha: { seconds: 90, celsius: 75 },
  assam: { seconds: 240, celsius: 100 },
  oolong: { seconds: 180, celsius: 90 },
};
`,
      "src/main.js": `import { countDown } from "./timer.js";
import { teas } from "./teas.js";

const tea = teas[process.argv[2]];
countDown(tea.seconds, () => console.log("Pour."));
`,
      "src/timer.js": `export function countDown(seconds, done) {
  setTimeout(done, seconds * 1000);
}
`,
    },
    create: ["-m", "First sketch", "-d", "It counts, it pours, nothing else."],
  },
  {
    files: {
      "src/format.js": `/** Renders seconds the way a kitchen clock does. */
export function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  return \`\${minutes}:\${String(seconds % 60).padStart(2, "0")}\`;
}
`,
      "src/timer.js": `import { clock } from "./format.js";

export function countDown(seconds, done) {
  let left = seconds;
  const tick = setInterval(() => {
    left -= 1;
    process.stdout.write(\`\\r\${clock(left)} \`);
    if (left > 0) return;
    clearInterval(tick);
    done();
  }, 1000);
}
`,
    },
    create: ["-m", "Show the time left"],
  },
  {
    files: {
      "test/format.test.js": `import assert from "node:assert/strict";
import test from "node:test";
import { clock } from "../src/format.js";

test("seconds have two digits", () => {
  assert.equal(clock(65), "1:05");
});

test("a full minute", () => {
  assert.equal(clock(60), "1:00");
});
`,
      "src/main.js": `import { countDown } from "./timer.js";
import { teas } from "./teas.js";

const name = process.argv[2] ?? "sencha";
const tea = teas[name];
if (!tea) {
  console.error(\`No tea called \${name}. Try: \${Object.keys(teas).join(", ")}\`);
  process.exit(1);
}
console.log(\`\${name}: \${tea.celsius} °C\`);
countDown(tea.seconds, () => console.log("Pour."));
`,
    },
    replace: {
      "src/teas.js": [
        "};",
        `  darjeeling: { seconds: 180, celsius: 95 },
  rooibos: { seconds: 360, celsius: 100 },
};`,
      ],
    },
    remove: ["IDEAS.md"],
    create: [
      ...["-m", "Say which teas there are", "--source", "claude-code"],
      ...["-d", "Unknown names no longer crash; two more teas; tests."],
    ],
  },
  {
    replace: {
      "package.json": ['"version": "0.1.0"', '"version": "1.0.0"'],
      "README.md": [
        "    node src/main.js sencha\n",
        "    node src/main.js sencha\n\nTeas: sencha, assam, oolong, darjeeling, rooibos.\n",
      ],
    },
    create: ["-m", "Steep 1.0", "--kind", "feature", "--completed", "timer"],
  },
  // Left for the extension to find when the workspace opens.
  {
    replace: {
      "src/teas.js": ["seconds: 90, celsius: 75", "seconds: 60, celsius: 70"],
    },
  },
];
