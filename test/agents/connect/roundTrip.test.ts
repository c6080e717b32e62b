import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { applyConnect } from "../../../src/agents/connect/applyConnect";
import { connectables } from "../../../src/agents/connect/connectables";
import type { Place as Where } from "../../../src/agents/connect/connection";
import { JsonText } from "../../../src/agents/connect/jsonText";
import {
  isConnected,
  planConnect,
} from "../../../src/agents/connect/planConnect";
import { changeLines } from "../../../src/agents/connect/showPlan";
import { commandText } from "../../../src/agents/commandText";
import { makePlace, type Place } from "../place";

/** Settings that people have: layouts, comments, other tools' hooks and servers. */
const LAYOUTS: Record<string, string> = {
  "two spaces, a comment, another hook and server": `{
  // keep this
  "model": "opus",
  "hooks": {
    "Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ],
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "other hook claude-code" }]
      }
    ]
  },
  "mcpServers": { "other": { "command": "other", "args": ["mcp"] } } /* here */
}
`,
  "tabs and no end of line": '{\n\t"theme": "dark",\n\t"list": [1, 2]\n}',
  "Windows lines": '{\r\n    "theme": "dark"\r\n}\r\n',
  "one line": '{"a":{"b":[]},"hooks":{}}',
  "an empty object": "{}",
  "a byte order mark": '\uFEFF{\n  "a": 1\n}\n',
  "a trailing comma": '{\n  "a": 1,\n}\n',
};

const TOML: Record<string, string> = {
  "tables after": `model = "gpt-5"

[mcp_servers.other]
command = "other"

[profiles.x]
text = """
[mcp_servers.checkpoint]
args = ["mcp"]
"""
`,
  "no end of line": "[features]\nhooks = true # on",
  "Windows lines": "a = 1\r\n\r\n[b]\r\nc = 'x'\r\n",
  empty: "",
};

describe("connecting an agent", () => {
  let place: Place;
  let where: Where;
  const data = () => place.dataDir;

  beforeEach(() => {
    place = makePlace();
    where = {
      scope: "user",
      launcher: "/data/with space/checkpoint",
      home: place.env["HOME"] ?? "",
      workspace: place.root,
      env: {},
      platform: "linux",
    };
  });
  afterEach(() => place.remove());

  const put = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  const commands: string[][] = [];
  /** What Claude Code says of a server called “checkpoint”; null: it has none. */
  let server: string | null;
  beforeEach(() => (server = null));
  const plan = (agent: (typeof connectables)[number], remove: boolean) =>
    planConnect(agent, where, data(), { remove }, () => server);
  const apply = (agent: (typeof connectables)[number], remove: boolean) =>
    applyConnect(plan(agent, remove), data(), (command, args) => {
      commands.push([command, ...args]);
      return true;
    });

  for (const agent of connectables)
    for (const scope of ["user", "project"] as const) {
      it(`${agent.title} (${scope}) in new files, and out of them again`, () => {
        where = { ...where, scope };
        const files = agent.files(where).map(({ file }) => file);
        assert.equal(isConnected(agent, where), false);
        apply(agent, false);
        assert.equal(isConnected(agent, where), true);
        for (const file of files) assert.ok(fs.existsSync(file), file);
        apply(agent, true);
        assert.equal(isConnected(agent, where), false);
        for (const file of files) assert.ok(!fs.existsSync(file), file);
      });

      for (const [name, text] of Object.entries(LAYOUTS))
        it(`${agent.title} (${scope}) leaves a file with ${name} byte for byte as it was`, () => {
          where = { ...where, scope };
          const files = agent
            .files(where)
            .map(({ file }) => file)
            .filter((file) => file.endsWith(".json"))
            // This one is all ours: it is not there before.
            .filter((file) => !file.endsWith("checkpoint.json"));
          for (const file of files) put(file, text);
          apply(agent, false);
          for (const file of files) {
            assert.notEqual(fs.readFileSync(file, "utf8"), text);
            assertKept(fs.readFileSync(file, "utf8"), text);
          }
          // Once more changes nothing more.
          assert.deepEqual(plan(agent, false).edits, []);
          apply(agent, true);
          for (const file of files)
            assert.equal(fs.readFileSync(file, "utf8"), text, file);
        });
    }

  for (const [name, text] of Object.entries(TOML))
    it(`Codex leaves a TOML file with ${name} byte for byte as it was`, () => {
      const codex = connectables.find((one) => one.name === "codex")!;
      const file = path.join(where.home, ".codex", "config.toml");
      put(file, text);
      apply(codex, false);
      const after = fs.readFileSync(file, "utf8");
      assert.ok(after.startsWith(text));
      assert.match(after.slice(text.length), /^\s*\[mcp_servers\.checkpoint\]/);
      // Also when somebody has added something since.
      const eol = after.includes("\r\n") ? "\r\n" : "\n";
      put(file, `${after}${eol}[added]${eol}later = 1${eol}`);
      apply(codex, true);
      const left = fs.readFileSync(file, "utf8");
      assert.ok(left.startsWith(text));
      assert.equal(left.slice(text.length).trim(), `[added]${eol}later = 1`);
      assert.equal(
        left.includes("mcp_servers.checkpoint"),
        text.includes("mcp_servers.checkpoint"),
      );
    });

  it("Codex: a comment before the next table stays when we go", () => {
    const codex = connectables.find((one) => one.name === "codex")!;
    const file = path.join(where.home, ".codex", "config.toml");
    const added = "\n# mine\n\n[added] # too\nlater = 1\n# the end\n";
    put(file, "a = 1\n");
    apply(codex, false);
    put(file, fs.readFileSync(file, "utf8") + added);
    apply(codex, true);
    assert.equal(fs.readFileSync(file, "utf8"), `a = 1\n${added}`);
  });

  it("Codex: what it has added to our server goes with it, wherever it stands", () => {
    const codex = connectables.find((one) => one.name === "codex")!;
    const file = path.join(where.home, ".codex", "config.toml");
    const added = '\n[projects."/shop"]\ntrust_level = "trusted"\n';
    const approval =
      '\n[mcp_servers.checkpoint.tools.checkpoint_list]\napproval_mode = "approve"\n';
    put(file, "a = 1\n");
    apply(codex, false);
    put(file, fs.readFileSync(file, "utf8") + added + approval + added);
    // Connecting anew does not take it for another's.
    apply(codex, false);
    apply(codex, true);
    assert.equal(fs.readFileSync(file, "utf8"), `a = 1\n${added}${added}`);
  });

  it("Codex is not asked for more time than it gives a hook", () => {
    const codex = connectables.find((one) => one.name === "codex")!;
    const { hooks } = JSON.parse(codex.files(where)[0]!.add(null)) as {
      hooks: Record<string, { hooks: { timeout: number }[] }[]>;
    };
    const timeout = (event: string) => hooks[event]?.[0]?.hooks[0]?.timeout;
    assert.equal(timeout("Interrupt"), 3);
    assert.equal(timeout("Stop"), 5);
  });

  for (const agent of connectables)
    it(`${agent.title}: what others add in between stays when we go`, () => {
      const [settings] = agent
        .files(where)
        .filter(({ file }) => /settings|hooks\.json|mcp/.test(file))
        .filter(({ file }) => file.endsWith(".json"));
      assert.ok(settings);
      put(settings.file, '{\n  "mine": true\n}\n');
      apply(agent, false);
      const text = fs.readFileSync(settings.file, "utf8");
      put(settings.file, text.replace('"mine": true', '"mine": [1, 2, 3]'));
      apply(agent, true);
      const left = JSON.parse(fs.readFileSync(settings.file, "utf8")) as Record<
        string,
        unknown
      >;
      assert.deepEqual(left["mine"], [1, 2, 3]);
      assert.doesNotMatch(JSON.stringify(left), /checkpoint/);
    });

  const COMMENTS: [where: string, list: string][] = [
    ["on the line and below", "[\n      {} // c1\n      // c2\n    ]"],
    ["on one line", "[ {} /* c1 */ ]"],
    ["after a comma", "[\n      {}, // c1\n      // c2\n    ]"],
  ];
  for (const [name, list] of COMMENTS)
    it(`leaves comments ${name} after a person’s last hook when it goes`, () => {
      const claude = connectables[0]!;
      const file = claude.files(where)[0]!.file;
      const text = `{\n  "mine": 1,\n  "hooks": {\n    "Stop": ${list}\n  }\n}\n`;
      put(file, text);
      apply(claude, false);
      const connected = fs.readFileSync(file, "utf8");
      put(file, connected.replace('"mine": 1', '"mine": 2'));
      apply(claude, true);
      const left = fs.readFileSync(file, "utf8");
      const comments = (all: string) => all.match(/c\d/g);
      assert.deepEqual(comments(left), comments(text), left);
      assert.deepEqual(new JsonText(left, file).value(), {
        mine: 2,
        hooks: { Stop: [{}] },
      });
    });

  const AFTER_KEYS: [where: string, rest: string][] = [
    ["after a comma", '"last": 1, // c1\n  // c2\n'],
    ["after the value", '"last": 1 /* c1 */ // c2\n'],
    ["on their own lines", '"last": 1\n  // c1\n  /* c2 */\n'],
    ["before its own hooks", '"last": 1, // c1\n  /* c2 */ "hooks": {}\n'],
  ];
  for (const agent of connectables)
    for (const [name, rest] of AFTER_KEYS)
      it(`${agent.title}: leaves comments ${name} when it goes`, () => {
        const { file } = agent.files(where).at(-1)!;
        if (!file.endsWith(".json")) return;
        put(file, `{\n  "mine": 1,\n  ${rest}}\n`);
        apply(agent, false);
        const connected = fs.readFileSync(file, "utf8");
        put(file, connected.replace('"mine": 1', '"mine": 2'));
        apply(agent, true);
        const left = fs.readFileSync(file, "utf8");
        assert.deepEqual(left.match(/c\d/g), ["c1", "c2"], left);
        const { mine, last } = new JsonText(left, file).value();
        assert.deepEqual({ mine, last }, { mine: 2, last: 1 });
      });

  it("leaves a comment that was written before our hook", () => {
    const claude = connectables[0]!;
    const [settings] = claude.files(where);
    for (const tail of ["\n]", "]", " /* c2 */ ]", ",\n]"]) {
      const ours = '{"hooks":[{"command":"checkpoint hook claude-code Stop"}]}';
      const text = `{"hooks":{"Stop":[{}, // c1, here\n${ours}${tail}}}`;
      const left = settings!.remove(text) ?? "";
      assert.match(left, /c1, here/);
      assert.equal(left.includes("c2"), tail.includes("c2"));
      const { hooks } = new JsonText(left, "settings").value();
      assert.deepEqual(hooks, { Stop: [{}] });
    }
  });

  it("says which part of the settings is not what it has to be", () => {
    const cases: [agent: string, text: string, part: string][] = [
      ["gemini", '{"hooks": []}', "hooks"],
      ["gemini", '{"hooks": "x"}', "hooks"],
      ["gemini", '{"hooks": null}', "hooks"],
      ["gemini", '{"mcpServers": null}', "mcpServers"],
      ["gemini", '{"mcpServers": []}', "mcpServers"],
      ["cursor", '{"hooks": []}', "hooks"],
    ];
    for (const [name, text, part] of cases) {
      const agent = connectables.find((one) => one.name === name)!;
      const file = agent.files(where)[0]!.file;
      put(file, text);
      assert.throws(() => apply(agent, false), {
        code: "bad-input",
        message: `“${part}” in ${file} is not an object.`,
      });
      assert.equal(fs.readFileSync(file, "utf8"), text);
    }
  });

  it("keeps a copy of the settings, for this account alone", () => {
    const claude = connectables[0]!;
    const [settings] = claude.files(where);
    put(settings?.file ?? "", '{"a":1}');
    apply(claude, false);
    const folder = path.join(data(), "backups");
    const [copy] = fs.readdirSync(folder);
    const file = path.join(folder, copy ?? "");
    assert.equal(fs.readFileSync(file, "utf8"), '{"a":1}');
    assert.equal(fs.statSync(file).mode & 0o077, 0);
  });

  it("writes through a link, and keeps the permissions", () => {
    const claude = connectables[0]!;
    const [settings] = claude.files(where);
    const real = path.join(place.root, "dotfiles.json");
    put(real, '{"a":1}');
    fs.chmodSync(real, 0o640);
    fs.mkdirSync(path.dirname(settings?.file ?? ""), { recursive: true });
    fs.symlinkSync(real, settings?.file ?? "");
    apply(claude, false);
    assert.ok(fs.lstatSync(settings?.file ?? "").isSymbolicLink());
    assert.match(fs.readFileSync(real, "utf8"), /hook claude-code/);
    assert.equal(fs.statSync(real).mode & 0o777, 0o640);
  });

  it("leaves a link to a file that is not there as it was", () => {
    const claude = connectables[0]!;
    const file = claude.files(where)[0]!.file;
    const real = path.join(place.root, "dotfiles", "claude.json");
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const link = path.relative(path.dirname(file), real);
    fs.symlinkSync(link, file);
    apply(claude, false);
    assert.equal(fs.readlinkSync(file), link);
    assert.match(fs.readFileSync(real, "utf8"), /hook claude-code/);
    apply(claude, true);
    assert.equal(fs.readlinkSync(file), link);
    assert.equal(fs.existsSync(real), false);
  });

  it("refuses settings that it cannot read, and another's server of our name", () => {
    const gemini = connectables.find((one) => one.name === "gemini")!;
    const [settings] = gemini.files(where);
    const file = settings?.file ?? "";
    for (const text of [
      "{ not json",
      "[1]",
      '{"hooks":{"BeforeTool":{}}}',
      '{"mcpServers":{"checkpoint":{"command":"/other","args":["serve"]}}}',
    ]) {
      put(file, text);
      assert.throws(() => apply(gemini, false), { code: "bad-input" });
      assert.equal(fs.readFileSync(file, "utf8"), text);
    }
    const codex = connectables.find((one) => one.name === "codex")!;
    const toml = path.join(where.home, ".codex", "config.toml");
    for (const text of [
      "mcp_servers = { other = { command = 'x' } }\n",
      "[mcp_servers.checkpoint]\ncommand = 'theirs'\nargs = ['serve']\n",
      // Whatever is added would stand inside what has no end.
      "model = [\n",
      'notes = """\nno end\n',
      "a = 1 }\n",
    ]) {
      put(toml, text);
      assert.throws(() => apply(codex, false), { code: "bad-input" });
      assert.equal(fs.readFileSync(toml, "utf8"), text);
    }
  });

  it("puts back what it wrote when a later file cannot be written", () => {
    const codex = connectables.find((one) => one.name === "codex")!;
    const hooks = path.join(where.home, ".codex", "hooks.json");
    put(hooks, "{}");
    const planned = plan(codex, false);
    // A file stands where the folder of the second would be.
    const broken = path.join(hooks, "config.toml");
    const edits = planned.edits.map((edit, i) =>
      i === 1 ? { ...edit, file: broken } : edit,
    );
    assert.throws(() => applyConnect({ ...planned, edits }, data()), {
      code: "io",
      hint: "Check its permissions; every file is as it was.",
    });
    assert.equal(fs.readFileSync(hooks, "utf8"), "{}");
    assert.equal(isConnected(codex, where), false);
  });

  it("writes nothing over what somebody changed while a person was asked", () => {
    const codex = connectables.find((one) => one.name === "codex")!;
    const [hooks, config] = codex.files(where).map(({ file }) => file);
    put(config!, "a = 1\n");
    const planned = plan(codex, false);
    put(config!, "a = 2\n");
    assert.throws(() => applyConnect(planned, data()), {
      code: "plan-changed",
    });
    assert.equal(fs.readFileSync(config!, "utf8"), "a = 2\n");
    assert.equal(fs.existsSync(hooks!), false);
  });

  it("names the file in which another's server of our name stands", () => {
    const gemini = connectables.find((one) => one.name === "gemini")!;
    const file = path.join(where.home, ".gemini", "settings.json");
    put(file, '{"mcpServers":{"checkpoint":{"command":"/other"}}}');
    assert.throws(
      () => apply(gemini, false),
      (error: Error) => error.message.includes(file),
    );
  });

  it("Cursor: hears of every tool that it edits with, before and after", () => {
    const cursor = connectables.find((one) => one.name === "cursor")!;
    const { hooks } = JSON.parse(cursor.files(where)[0]!.add(null)) as {
      hooks: Record<string, { matcher: string }[]>;
    };
    for (const event of ["preToolUse", "postToolUse", "postToolUseFailure"])
      for (const tool of ["Write", "StrReplace", "EditNotebook", "Delete"])
        assert.match(tool, new RegExp(hooks[event]![0]!.matcher), event);
  });

  it("hears of tools that fail as well: what they claimed is let go of", () => {
    for (const [name, event] of [
      ["claude-code", "PostToolUseFailure"],
      ["copilot", "postToolUseFailure"],
    ] as const) {
      const agent = connectables.find((one) => one.name === name)!;
      const [settings] = agent.files(where);
      const hooks = (
        JSON.parse(settings!.add(null)) as {
          hooks: Record<string, unknown>;
        }
      ).hooks;
      assert.match(
        JSON.stringify(hooks[event]),
        new RegExp(`hook ${name} ${event}`),
      );
    }
  });

  it("writes where a person has told the agent to keep its settings", () => {
    const env = {
      CLAUDE_CONFIG_DIR: "/moved/claude",
      CODEX_HOME: "/moved/codex",
      GEMINI_CLI_HOME: "/moved/gemini",
      COPILOT_HOME: "/moved/copilot",
    };
    const files = (scope: Where["scope"]) =>
      connectables
        .filter(({ name }) => name !== "cursor")
        .flatMap((agent) => agent.files({ ...where, scope, env }))
        .map(({ file }) => file);
    assert.deepEqual(files("user"), [
      path.join("/moved/claude", "settings.json"),
      path.join("/moved/codex", "hooks.json"),
      path.join("/moved/codex", "config.toml"),
      path.join("/moved/gemini", ".gemini", "settings.json"),
      path.join("/moved/copilot", "hooks", "checkpoint.json"),
      path.join("/moved/copilot", "mcp-config.json"),
    ]);
    for (const file of files("project"))
      assert.ok(file.startsWith(place.root), file);
  });

  it("gives Gemini CLI a line for PowerShell, which it runs hooks with on Windows", () => {
    const gemini = connectables.find((one) => one.name === "gemini")!;
    const launcher = "C:\\Users\\Ann O'Neil\\checkpoint.cmd";
    const windows: Where = { ...where, platform: "win32", launcher };
    const text = gemini.files(windows)[0]!.add(null);
    const { hooks } = JSON.parse(text) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    assert.equal(
      hooks["BeforeTool"]?.[0]?.hooks[0]?.command,
      "& 'C:\\Users\\Ann O''Neil\\checkpoint.cmd' hook gemini BeforeTool; exit 0",
    );
    assert.equal(gemini.files(windows)[0]!.remove(text), null);
  });

  const ADD = [
    ...["claude", "mcp", "add", "--scope", "user", "checkpoint"],
    ...["--", "/data/with space/checkpoint", "mcp"],
  ];
  const REMOVE = ["claude", "mcp", "remove", "--scope", "user", "checkpoint"];

  it("has Claude Code's own command add the server, and take it out", () => {
    commands.length = 0;
    apply(connectables[0]!, false);
    assert.deepEqual(commands, [ADD]);
    server = said("User", "/data/with space/checkpoint");
    apply(connectables[0]!, true);
    assert.deepEqual(commands, [ADD, REMOVE]);
  });

  it("shows that an earlier server of ours is taken out of Claude Code before", () => {
    commands.length = 0;
    server = said("User", "/elsewhere/bin/checkpoint");
    const lines = changeLines(plan(connectables[0]!, false));
    assert.deepEqual(lines.slice(-2), [
      `Run: ${REMOVE.join(" ")}`,
      `Run: ${commandText(ADD)}`,
    ]);
    apply(connectables[0]!, false);
    assert.deepEqual(commands, [REMOVE, ADD]);
  });

  it("refuses when Claude Code has another's server of our name, and leaves it there", () => {
    commands.length = 0;
    for (const theirs of [
      said("User", "npx", "-y checkpoint-server"),
      said("User", "/theirs/checkpoint", "serve"),
      "checkpoint:\n  Scope: User config\n  Type: http\n  URL: https://a.b/mcp\n",
    ]) {
      server = theirs;
      assert.throws(() => apply(connectables[0]!, false), {
        code: "bad-input",
        message:
          "Claude Code has another MCP server called “checkpoint” already.",
      });
      apply(connectables[0]!, true);
    }
    // One of this folder alone is in nobody's way, and hides what else there is.
    server = said("Local", "/data/with space/checkpoint");
    apply(connectables[0]!, false);
    assert.deepEqual(commands, [ADD]);
  });
});

/** As `claude mcp get checkpoint` prints it. */
function said(scope: string, command: string, args = "mcp"): string {
  return [
    "checkpoint:",
    `  Scope: ${scope} config (available in all your projects)`,
    "  Status: ✓ Connected",
    "  Type: stdio",
    `  Command: ${command}`,
    `  Args: ${args}`,
    "  Environment:",
    "",
    'To remove this server, run: claude mcp remove "checkpoint" -s user',
    "",
  ].join("\n");
}

/** Every line of the old text that says something is still there. */
function assertKept(after: string, before: string): void {
  const squeeze = (text: string) => text.replace(/\s+/g, "");
  const whole = squeeze(after);
  for (const piece of ["//keepthis", '"model":"opus"', "saydone", "/*here*/"])
    if (squeeze(before).includes(piece))
      assert.ok(whole.includes(piece), piece);
}
