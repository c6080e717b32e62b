// Records a past in a folder, for the scenes of the time machine: `ROOT HOME [weeks]`. A working day
// with several authors, prompts, checks, a restore, files of every kind, which ends half an hour ago;
// or three weeks, of which retention has thinned out the first.
import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../src/base/homeDir";
import type { Engine } from "../../src/engine/api";
import { openEngine } from "../../src/engine/openEngine";
import { storeDirFor } from "../../src/host/stores";
import { DAY, HOUR, ManualClock, MINUTE } from "../helpers/manualClock";
import { quickDisk } from "../helpers/quickDisk";
import { Random } from "../helpers/random";
import { assetsDir } from "../helpers/repository";

/** An image of two pixels. */
const IMAGE =
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGM4EWADRAAKawKpAbUFfgAAAABJRU5ErkJggg==";

class Day {
  private turns = 0;

  constructor(
    private readonly root: string,
    private readonly engine: Engine,
    private readonly clock: ManualClock,
    private readonly random: Random,
  ) {}

  get now(): number {
    return this.clock.at;
  }

  wait(ms: number): this {
    this.clock.advance(ms);
    return this;
  }

  write(name: string, content: string | Uint8Array): void {
    const file = path.join(this.root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }

  text(name: string): string {
    return fs.readFileSync(path.join(this.root, name), "utf8");
  }

  remove(name: string): void {
    fs.rmSync(path.join(this.root, name));
  }

  rename(from: string, to: string): void {
    fs.renameSync(path.join(this.root, from), path.join(this.root, to));
  }

  capture(source: string, thread?: string): void {
    this.engine.capture({ source, thread });
  }

  /** A file whose text says where the playhead is. */
  note(text: string, source: string): void {
    this.wait(MINUTE).write("notes.md", `${text}\n`);
    this.capture(source);
  }

  /** Edits a file line by line, as somebody does who saves often. */
  edits(source: string, name: string, times: number, thread?: string): void {
    for (let i = 0; i < times; i++) {
      this.wait(this.random.between(20_000, 4 * MINUTE));
      const lines = this.random.between(1, 9);
      const added = Array.from(
        { length: lines },
        (_, n) => `// ${source} ${i}.${n}\n`,
      );
      this.write(name, this.text(name) + added.join(""));
      this.capture(source, thread);
    }
  }

  automatic(source: string): void {
    this.engine.checkpoint({ kind: "automatic", capture: false, source });
  }

  named(name: string, kind: "manual" | "feature" = "manual"): void {
    this.engine.checkpoint({ kind, name, capture: false });
  }

  turn(source: string, prompt: string, work: (thread: string) => void): void {
    const thread = `${source}-${++this.turns}`;
    this.engine.recordMessage({
      ...{ thread, role: "user", text: prompt, source },
    });
    work(thread);
    this.engine.recordMessage({
      ...{ thread, role: "agent", text: "Done.", source },
    });
  }

  check(label: string, passed: boolean): void {
    this.engine.verdict({ label, passed, source: "cli" });
  }

  restore(to: string): void {
    const plan = this.engine.planRestore({ to });
    this.engine.applyRestore(plan.id, { source: "restore" });
  }
}

function live(day: Day, engine: Engine): void {
  engine.checkpoint({ kind: "session", source: "editor" });
  day.edits("editor", "src/main.js", 5);
  day.edits("editor", "src/teas.js", 4);
  day.named("Before the router");
  day.note("two", "editor");
  day.wait(25 * MINUTE);
  day.turn("claude-code", "Refactor the router to async", (thread) => {
    day.edits("claude-code", "src/router.js", 6, thread);
    day.edits("claude-code", "src/layer.js", 3, thread);
  });
  day.automatic("claude-code");
  day.check("npm test", false);
  day.wait(10 * MINUTE).edits("editor", "src/router.js", 2);
  day.check("npm test", true);
  day.wait(45 * MINUTE);
  day.write("media/cup.png", Buffer.from(IMAGE, "base64"));
  day.write("data/blend.bin", Buffer.from([0, 1, 2, 3, 0, 255]));
  day.capture("outside");
  day.wait(30 * MINUTE).edits("editor", "README.md", 3);
  day.turn("codex", "Use integers for money", (thread) => {
    day.edits("codex", "src/cart.js", 5, thread);
  });
  day.automatic("codex");
  day.check("npm test", true);
  day.note("three", "codex");
  day.named("Cart works", "feature");
  day.wait(70 * MINUTE);
  engine.checkpoint({
    ...{ kind: "automatic", source: "git", capture: false },
    metadata: { git: "Switched to feature/cart" },
  });
  day.write("src/generated.js", "export const made = true;\n".repeat(30));
  day.capture("git");
  day.wait(20 * MINUTE).edits("editor", "src/cart.js", 6);
  day.turn(
    "claude-code",
    "Rename the teas and drop what nobody drinks",
    (thread) => {
      day.rename("src/teas.js", "src/leaves.js");
      day.rename("src/brew.js", "src/pour.js");
      day.rename("src/kettle.js", "src/boiler.js");
      day.write("src/boiler.js", `${day.text("src/boiler.js")}// boils\n`);
      day.remove("IDEAS.md");
      day.wait(MINUTE).capture("claude-code", thread);
      day.edits("claude-code", "src/leaves.js", 4, thread);
      day.edits("claude-code", "src/main.js", 7, thread);
    },
  );
  day.check("npm run lint", false);
  day.check("npm test", false);
  day.wait(12 * MINUTE).restore("Cart works");
  day.wait(8 * MINUTE).restore("latest");
  day.edits("editor", "src/main.js", 4);
  day.edits("codex", "src/layer.js", 3);
  day.check("npm test", true);
  day.note("four", "editor");
  day.wait(90 * MINUTE).edits("editor", "src/cart.js", 3);
  day.automatic("editor");
}

const WEEKS_DAYS = 21;
const LONG_NAME =
  "src/components/navigation/a-file-with-a-name-that-is-longer-than-its-column.test.tsx";

const LONG_PROMPT =
  "Make the countdown survive a reload of the page, and say so in the documentation and in the tests";

function liveWeeks(day: Day, engine: Engine): void {
  engine.checkpoint({ kind: "session", source: "editor" });
  const startMs = day.now;
  for (let n = 0; n < WEEKS_DAYS - 1; n++) {
    day.wait(startMs + n * DAY - day.now);
    day.edits("editor", "src/main.js", 4);
    if (n === 3) day.named("Before the countdown was rewritten from scratch");
    else day.automatic("editor");
    day.wait(2 * HOUR);
    const agent = n % 3 === 0 ? "codex" : "claude-code";
    day.turn(agent, LONG_PROMPT, (thread) => {
      day.write(LONG_NAME, `${n}\n`);
      day.edits(agent, "src/router.js", 2, thread);
    });
    day.automatic(agent);
    day.check("npm test", n % 4 !== 0);
  }
  engine.prune();
}

async function main(): Promise<void> {
  const [root = "", home = "", kind = "day"] = process.argv.slice(2);
  const files = {
    "README.md": "# Steep\n\nA tea timer.\n",
    "notes.md": "one\n",
    "IDEAS.md": "# Ideas\n\n- A gentle chime\n",
    "src/main.js": 'import { steep } from "./router.js";\n\nsteep();\n',
    "src/teas.js": "export const teas = { sencha: 90, assam: 240 };\n",
    "src/router.js": "export function steep() {\n  return 1;\n}\n",
    "src/brew.js": "export const brew = () => {};\n",
    "src/kettle.js": "export const kettle = [\n  90,\n  95,\n  100,\n];\n",
    "src/layer.js": "export const layer = [];\n",
    "src/cart.js": "export const total = 0.1 + 0.2;\n",
  };
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  const real = fs.realpathSync(root);
  const isDay = kind === "day";
  const clock = new ManualClock(
    Date.now() - (isDay ? 11 * HOUR : WEEKS_DAYS * DAY),
  );
  const engine = await openEngine({
    ...{ home: homeDir(), root: real, assetsDir, disk: quickDisk, clock },
    storeDir: storeDirFor(home, real),
  });
  const day = new Day(real, engine, clock, new Random(7));
  if (isDay) live(day, engine);
  else liveWeeks(day, engine);
  engine.close();
  if (clock.at > Date.now()) throw new Error("The day is longer than planned.");
}

void main();
