// Plays a conversation with a real agent, and compares what Checkpoint recorded with the
// truth.
import fs from "node:fs";
import path from "node:path";
import { Place } from "./place.mjs";

export const COLUMNS = [
  "events",
  "authors",
  "guard",
  "thread",
  "answers",
  "MCP",
  "revert",
  "removal",
];

const AUTHORED = [
  "notes.md",
  "src/m1.ts",
  "src/m2.ts",
  "src/m3.ts",
  "src/copy4.ts",
  "docs/p1.md",
  "build/out/b1.js",
];

const IMPORTED = ["claude-code", "codex", "copilot", "gemini", "qwen"];

/** Connects the agent, plays, compares, goes back, and disconnects. Returns the checks. */
export async function drive(name, agent, { base, programs, packages, url }) {
  const checks = [];
  const check = (column, title, isTrue, detail = "") =>
    checks.push({
      column,
      title,
      isTrue: Boolean(isTrue),
      detail: `${detail}`,
    });
  const place = new Place(base, name, [programs], agent.env(url));
  try {
    agent.prepare(place.home, { url, workspace: place.workspace, packages });
    if (agent.login) await place.run(agent.login(url));
    const before = place.texts(agent.settings);
    const connected = await place.checkpoint("connect", name, "-y");
    check(
      "events",
      "it can be connected",
      connected.status === 0,
      connected.stderr,
    );
    const stopRecorder = place.recordHooks();
    const prompts = [
      "PLAY:one please write",
      `PLAY:${agent.two ?? "two"} sed and rm`,
      "PLAY:mcp bring build back",
    ];
    const said = [];
    for (const [i, prompt] of prompts.entries()) {
      const words = [...(i === 0 ? agent.first : agent.next), prompt];
      const { status, stdout, stderr } = await place.run(words);
      said.push(stdout + stderr);
      check(
        "events",
        `it ends well after “${prompt}”`,
        status === 0,
        stdout + stderr,
      );
    }
    await place.recorded();
    checkSaid(check, said);
    await checkRecord(
      check,
      place,
      name,
      agent.hasPrompts === false ? [] : prompts,
      agent.asks === true,
    );
    await checkTranscript(check, place, name, prompts.length);
    if (agent.rewound) await checkRewound(check, place, name, agent);
    await checkGoingBack(check, place, name);
    stopRecorder();
    const removed = await place.checkpoint("connect", name, "--remove", "-y");
    check(
      "removal",
      "it can be disconnected",
      removed.status === 0,
      removed.stderr,
    );
    check(
      "removal",
      "its settings are what they were, byte for byte",
      JSON.stringify(place.texts(agent.settings)) === JSON.stringify(before),
      place.texts(agent.settings),
    );
    const calls = place.calls();
    check(
      "events",
      "every hook succeeds",
      calls.every(({ code }) => code === 0),
    );
    check(
      "events",
      "nothing went wrong in a hook",
      place.log() === "",
      place.log(),
    );
    return { checks, calls };
  } catch (error) {
    check("events", "it can be driven", false, error.stack);
    return { checks, calls: place.calls() };
  } finally {
    place.endDaemons();
  }
}

/** An agent must not complain of our hooks or our server. */
function checkSaid(check, said) {
  const lines = said
    .join("\n")
    .split("\n")
    .filter(
      (line) =>
        /warn|error|deprecat/i.test(line) &&
        /hook|mcp|checkpoint|schema/i.test(line) &&
        !/nonsense-ref|bypass-hook-trust|checkpoint_get|code: not-found|\(error code:/.test(
          line,
        ),
    );
  check("MCP", "it has no complaint", lines.length === 0, lines.join("\n"));
}

async function checkRecord(check, place, source, prompts, asks) {
  const { checkpoints } = await place.json("list", "--limit", "100");
  const isBy = (one) => one.source === source;
  const sessions = checkpoints.filter(
    (one) => one.kind === "session" && isBy(one),
  );
  check("events", "its session has a checkpoint", sessions.length > 0);
  const guard = checkpoints.find(
    ({ kind, name }) =>
      kind === "guard" && /^Before rm .*build/.test(name ?? ""),
  );
  check(
    "guard",
    "a guard precedes rm and names the folder",
    guard,
    names(checkpoints, "guard"),
  );
  const messages = await messagesOf(place, source);
  const asked = messages
    .filter(({ role }) => role === "user")
    .map(({ text }) => text.replace(/^"|"$/g, ""));
  check(
    "thread",
    "it has one message per prompt",
    same(asked, prompts),
    JSON.stringify(asked),
  );
  const answers = messages
    .filter(({ role }) => role === "agent")
    .map(({ text }) => text);
  const wanted = [
    "I wrote notes.md and changed src/m1.ts.",
    "Sed and rm are done.",
    "build is back.",
  ];
  check(
    "answers",
    "they are what it said last",
    same(answers, wanted),
    JSON.stringify(answers),
  );
  for (const file of AUTHORED) {
    const { versions } = await place.json("history", file);
    const written = versions.find(
      (one) => one.source !== "outside" && one.source !== "restore",
    );
    const author = (written ?? versions[0])?.source;
    check("authors", `${file} is its own`, author === source, author);
  }
  const made = checkpoints.find(({ name }) => name === "made by the agent");
  check(
    "MCP",
    "it makes a checkpoint under its name",
    made?.source === source,
    made?.source,
  );
  check(
    "MCP",
    "that checkpoint has its conversation",
    made?.thread,
    JSON.stringify(made),
  );
  // Without a terminal, an agent that can ask the person answers no for them.
  const isBack = place.has("build/out/b30.js");
  check(
    "MCP",
    "it restores the folder, if nobody has to agree",
    isBack !== asks,
  );
}

/** Its transcript, which `import-conversations` reads, must have what its hooks reported. */
async function checkTranscript(check, place, name, count) {
  if (!IMPORTED.includes(name)) return;
  // In a new history everything that was said is too old to be imported.
  const store = ["--store", path.join(place.home, "new-history")];
  await place.json("create", ...store);
  const { leftOut } = await place.json("import-conversations", name, ...store);
  const title = "its transcript has the prompts and answers";
  check("thread", title, leftOut === 2 * count, leftOut);
}

async function checkRewound(check, place, source, agent) {
  const [file] = fs
    .readdirSync(place.home, { recursive: true })
    .filter((name) => /projects\/.*\.jsonl$/.test(name));
  const rows = fs
    .readFileSync(path.join(place.home, file), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  await place.run([...agent.rewound(rows), "PLAY:list after a rewind"]);
  await place.recorded();
  const messages = await messagesOf(place, source);
  const deleted = messages.map((one) => one.deleted);
  check(
    "thread",
    "what it was rewound past is marked",
    same(deleted, [false, false, true, true, true, true, false, false]),
    JSON.stringify(messages),
  );
}

async function checkGoingBack(check, place, source) {
  const messages = await messagesOf(place, source);
  place.write("docs/p5.md", "a person's line\n");
  const now = place.hash();
  const first = messages.find(({ role }) => role === "user");
  if (first) {
    await place.checkpoint("thread", "edit", first.thread, first.id, "-y");
    const start = await place.status();
    const title = "the first message brings back the start";
    check("revert", title, start === "", start);
    await place.checkpoint("undo", "-y");
    const isUndone = place.hash() === now;
    check("revert", "that can be undone", isUndone, await place.status());
  }
  await place.checkpoint("revert", "--source", source, "-y");
  const left = await place.status();
  check(
    "revert",
    "reverting it leaves only the person's line",
    left === "M docs/p5.md",
    left,
  );
  await place.checkpoint("undo", "-y");
  check(
    "revert",
    "that can be undone too",
    place.hash() === now,
    await place.status(),
  );
}

async function threadsOf(place, source) {
  const { threads } = await place.json("thread", "list");
  return threads.filter((one) => one.source === source);
}

/** Returns the messages of all conversations with an agent, oldest first. */
async function messagesOf(place, source) {
  const found = [];
  for (const { id } of (await threadsOf(place, source)).reverse()) {
    const shown = await place.json("thread", "show", id);
    const messages = shown.messages ?? shown.thread.messages;
    found.push(...messages.map((one) => ({ ...one, thread: id })));
  }
  return found;
}

function names(checkpoints, wanted) {
  return checkpoints
    .filter(({ kind }) => kind === wanted)
    .map(({ name }) => name)
    .join("; ");
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
