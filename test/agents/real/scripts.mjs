// What the scripted model does. Each prompt names one of these with PLAY:name.

/** Returns the number of the guard before `rm` in the answer of `checkpoint_list`. */
function guardIn([list]) {
  const text = list.replaceAll('\\"', '"');
  const guard =
    /"number":\s*(\d+)[^{}]*?"kind":\s*"guard",\s*"name":\s*"Before rm/g;
  const found = [...text.matchAll(guard)].pop()?.[1];
  return found ?? /(\d+)[^\n]*Before[^\n]*rm/.exec(text)?.[1] ?? "latest~1";
}

function planIn(results) {
  const text = results.join("\n").replaceAll('\\"', '"');
  return (
    /"plan":\s*"([^"]+)"/.exec(text)?.[1] ??
    /plan:? ["“]?([\w-]{6,})/i.exec(results[2])?.[1] ??
    "none"
  );
}

/** A shell command that ends when a file exists in the home, or after about a minute. */
function waitFor(file) {
  return `n=0; until [ -e ~/${file} ] || [ $n -gt 600 ]; do sleep 0.1; n=$((n+1)); done`;
}

const CREATE = {
  name: "made by the agent",
  task: { current: "rig", completed: ["a"], session: 1, tokens: 5 },
  metadata: { a: { b: [1] } },
};

const sedAndCopy =
  "sed -i s/colour/color/ src/m2.ts src/m3.ts && cp src/m4.ts src/copy4.ts";

export const scripts = {
  one: [
    { write: ["notes.md", "# Notes\nwritten by the write tool\n"] },
    { read: "src/m1.ts" },
    {
      edit: [
        "src/m1.ts",
        "export const value1 = 1;",
        "export const value1 = 1001;",
      ],
    },
    { say: "I wrote notes.md and changed src/m1.ts." },
  ],
  two: [
    { sh: sedAndCopy },
    { sh: "rm -rf build" },
    { sh: "ls src | head -3" },
    { sh: "grep -q nothinglikethis README.md" },
    { sh: "echo half >> docs/p1.md; exit 3" },
    { say: "Sed and rm are done." },
  ],
  // Codex refuses `rm -rf` when nobody can be asked.
  "two-codex": [
    { sh: sedAndCopy },
    { sh: "rm -r build" },
    { sh: "ls src | head -3" },
    { sh: "rm -rf docs" },
    { sh: "echo half >> docs/p1.md; exit 3" },
    { say: "Sed and rm are done." },
  ],
  mcp: [
    { mcp: ["checkpoint_list", { limit: 10 }] },
    { mcp: ["checkpoint_create", CREATE] },
    {
      mcp: [
        "checkpoint_plan_restore",
        (results) => ({ to: guardIn(results), paths: ["build"] }),
      ],
    },
    { mcp: ["checkpoint_restore", (results) => ({ plan: planIn(results) })] },
    { mcp: ["checkpoint_get", { ref: "nonsense-ref" }] },
    { mcp: ["thread_list", {}] },
    { say: "build is back." },
  ],
  list: [{ mcp: ["checkpoint_list", { limit: 10 }] }, { say: "Listed." }],
  // Tests that fail after an edit, with another agent's work in between.
  "tests-pass": [{ sh: "npm test" }, { say: "The tests pass." }],
  elsewhere: [
    { write: ["elsewhere.md", "by the other agent\n"] },
    { say: "Written." },
  ],
  breaks: [
    { read: "src/m40.ts" },
    {
      edit: [
        "src/m40.ts",
        "export const value40 = 40;",
        "export const value40 = 4040;",
      ],
    },
    { sh: "npm test" },
    { say: "The tests fail." },
  ],
  // One file, changed by two agents in turn, a person and a script.
  "shares-first": [
    { read: "src/m50.ts" },
    {
      edit: [
        "src/m50.ts",
        "export const value50 = 50;\n",
        "export const value50 = 50;\nexport const first50 = 1;\n",
      ],
    },
    { say: "Added." },
  ],
  "shares-second": [
    {
      sh: "sed -i 's/^.*first50.*$/&\\nexport const second50 = 2;/' src/m50.ts",
    },
    { say: "Added." },
  ],
  "shares-again": [
    { read: "src/m50.ts" },
    { edit: ["src/m50.ts", "value50 = 50;", "value50 = 5050;"] },
    { say: "Changed." },
  ],
  // Each waits for the other's command, so that both write while both run.
  "at-once-left": [
    {
      sh: `touch ~/left; ${waitFor("right")}; echo '// left' >> src/m51.ts; touch ~/left-wrote; ${waitFor("right-wrote")}`,
    },
    { say: "left done" },
  ],
  "at-once-right": [
    {
      sh: `touch ~/right; ${waitFor("left-wrote")}; echo '// right' >> src/m51.ts; touch ~/right-wrote`,
    },
    { say: "right done" },
  ],
  // Two agents at once in one folder.
  left: [
    { write: ["left.md", "left\n"] },
    { sh: "sleep 2; sed -i s/colour/LEFT/ src/m10.ts; sleep 2" },
    { read: "src/m11.ts" },
    { edit: ["src/m11.ts", "value11 = 11", "value11 = 1111"] },
    { say: "left done" },
  ],
  right: [
    { sh: "sleep 1; sed -i s/colour/RIGHT/ src/m20.ts; sleep 3" },
    { write: ["right.md", "right\n"] },
    { say: "right done" },
  ],
  // A subagent of Claude Code that writes; its own prompt plays "sub".
  agent: [
    {
      tool: [
        "Agent",
        {
          description: "sub",
          prompt: "PLAY:sub do it",
          subagent_type: "general-purpose",
        },
      ],
    },
    { sh: "sleep 3" },
    { say: "The subagent is done." },
  ],
  sub: [
    { write: ["sub.md", "by the subagent\n"] },
    { sh: "sed -i s/colour/SUB/ src/m30.ts" },
    { say: "sub finished" },
  ],
  // Three calls in one answer.
  many: [
    {
      all: [
        { write: ["a.md", "a\n"] },
        { write: ["b.md", "b\n"] },
        { sh: "sed -i s/colour/MANY/ src/m31.ts; rm -rf build" },
      ],
    },
    { say: "all three done" },
  ],
  background: [
    {
      sh: 'sleep 2; node -e \'require("fs").appendFileSync("src/m32.ts","BG")\'',
      extra: { run_in_background: true },
    },
    { write: ["fg.md", "fg\n"] },
    { sh: "sleep 4" },
    { say: "background done" },
  ],
};
