import assert from "node:assert/strict";
import { plain } from "../../../src/wording/voice";
import { spawnSync } from "node:child_process";
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

/** Settings as users have them: layouts, comments, other tools' hooks and servers. */
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
  /** What Claude Code prints about a server called “checkpoint”; null if it has none. */
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
      it(`${agent.title} (${scope}) creates new files, and disconnecting removes them`, () => {
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
        it(`${agent.title} (${scope}) and disconnecting leaves a file with ${name} byte for byte unchanged`, () => {
          where = { ...where, scope };
          const files = agent
            .files(where)
            // A file that is entirely ours does not exist before.
            .filter(({ isOwn }) => !isOwn)
            .map(({ file }) => file)
            .filter((file) => file.endsWith(".json"));
          for (const file of files) put(file, text);
          apply(agent, false);
          for (const file of files) {
            assert.notEqual(fs.readFileSync(file, "utf8"), text);
            assertKept(fs.readFileSync(file, "utf8"), text);
          }
          // Connecting again changes nothing.
          assert.deepEqual(plan(agent, false).edits, []);
          apply(agent, true);
          for (const file of files)
            assert.equal(fs.readFileSync(file, "utf8"), text, file);
        });
    }

  for (const [name, text] of Object.entries(TOML))
    it(`Codex and disconnecting leaves a TOML file with ${name} byte for byte unchanged`, () => {
      const codex = connectables.find((one) => one.name === "codex")!;
      const file = path.join(where.home, ".codex", "config.toml");
      put(file, text);
      apply(codex, false);
      const after = fs.readFileSync(file, "utf8");
      assert.ok(after.startsWith(text));
      assert.match(after.slice(text.length), /^\s*\[mcp_servers\.checkpoint\]/);
      // That holds even if something was added since.
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

  it("Codex: a comment before the next table is kept when disconnecting", () => {
    const codex = connectables.find((one) => one.name === "codex")!;
    const file = path.join(where.home, ".codex", "config.toml");
    const added = "\n# mine\n\n[added] # too\nlater = 1\n# the end\n";
    put(file, "a = 1\n");
    apply(codex, false);
    put(file, fs.readFileSync(file, "utf8") + added);
    apply(codex, true);
    assert.equal(fs.readFileSync(file, "utf8"), `a = 1\n${added}`);
  });

  it("Codex: subtables that it added to our server are removed with it, wherever they are", () => {
    const codex = connectables.find((one) => one.name === "codex")!;
    const file = path.join(where.home, ".codex", "config.toml");
    const added = '\n[projects."/shop"]\ntrust_level = "trusted"\n';
    const approval =
      '\n[mcp_servers.checkpoint.tools.checkpoint_list]\napproval_mode = "approve"\n';
    put(file, "a = 1\n");
    apply(codex, false);
    put(file, fs.readFileSync(file, "utf8") + added + approval + added);
    // Connecting again does not mistake it for a different server.
    apply(codex, false);
    apply(codex, true);
    assert.equal(fs.readFileSync(file, "utf8"), `a = 1\n${added}${added}`);
  });

  it("Codex: no timeout exceeds its limit for a hook", () => {
    const codex = connectables.find((one) => one.name === "codex")!;
    const { hooks } = JSON.parse(codex.files(where)[0]!.add(null)) as {
      hooks: Record<string, { hooks: { timeout: number }[] }[]>;
    };
    const timeout = (event: string) => hooks[event]?.[0]?.hooks[0]?.timeout;
    assert.equal(timeout("Interrupt"), 3);
    assert.equal(timeout("Stop"), 5);
  });

  for (const agent of connectables)
    it(`${agent.title}: settings added in the meantime are kept when disconnecting`, () => {
      const [settings] = agent
        .files(where)
        .filter(({ isOwn }) => !isOwn)
        .filter(({ file }) => file.endsWith(".json"));
      // Goose's files are all ours.
      if (agent.name === "goose") return assert.equal(settings, undefined);
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
    it(`keeps comments ${name} after the user’s last hook when disconnecting`, () => {
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
      it(`${agent.title}: keeps comments ${name} when disconnecting`, () => {
        const shared = agent.files(where).filter(({ isOwn }) => !isOwn);
        const file = shared.at(-1)?.file;
        if (!file?.endsWith(".json")) return;
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

  it("keeps a comment before our hook", () => {
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

  it("reports which part of the settings has the wrong type", () => {
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
        data: { file, key: part, wanted: "object" },
      });
      assert.equal(fs.readFileSync(file, "utf8"), text);
    }
  });

  it("keeps a backup of the settings that only this account can read", () => {
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

  for (const agent of connectables) {
    const links: Record<string, (file: string, out: string) => void> = {
      "a link for the file": (file, out) => {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.symlinkSync(out, file);
      },
      "a link to nothing": (file, out) => {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.rmSync(out);
        fs.symlinkSync(out, file);
      },
      "a link to a link": (file, out) => {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.symlinkSync(out, path.join(place.root, "by-the-way"));
        fs.symlinkSync(
          path.relative(
            path.dirname(file),
            path.join(place.root, "by-the-way"),
          ),
          file,
        );
      },
    };
    for (const [what, make] of Object.entries(links))
      it(`${agent.title} (project) writes nothing through ${what} that leads out of the project`, () => {
        where = { ...where, scope: "project" };
        const out = path.join(path.dirname(place.root), "theirs.json");
        put(out, "{}");
        const { file } = agent.files(where)[0]!;
        make(file, out);
        const before = fs.existsSync(out);
        assert.throws(() => plan(agent, false), { code: "not-allowed" });
        assert.throws(() => plan(agent, true), { code: "not-allowed" });
        assert.equal(isConnected(agent, where), false);
        assert.equal(fs.existsSync(out), before);
        if (before) assert.equal(fs.readFileSync(out, "utf8"), "{}");
      });
  }

  it("writes nothing through a folder that leads out of the project", () => {
    const claude = connectables[0]!;
    where = { ...where, scope: "project" };
    const out = path.join(path.dirname(place.root), "elsewhere");
    fs.mkdirSync(out);
    const { file } = claude.files(where)[0]!;
    fs.symlinkSync(out, path.dirname(file));
    assert.throws(() => plan(claude, false), { code: "not-allowed" });
    assert.deepEqual(fs.readdirSync(out), []);
    // The link appears while the user is asked to confirm.
    fs.unlinkSync(path.dirname(file));
    const agreed = plan(claude, false);
    fs.symlinkSync(out, path.dirname(file));
    assert.throws(() => applyConnect(agreed, data(), () => true), {
      code: "not-allowed",
    });
    assert.deepEqual(fs.readdirSync(out), []);
    // A link that stays inside the project is allowed.
    fs.unlinkSync(path.dirname(file));
    fs.mkdirSync(path.join(place.root, "shared"));
    fs.symlinkSync("shared", path.dirname(file));
    apply(claude, false);
    assert.deepEqual(fs.readdirSync(path.join(place.root, "shared")), [
      path.basename(file),
      "skills",
    ]);
  });

  it("does not change a file's other hard link", () => {
    const claude = connectables[0]!;
    where = { ...where, scope: "project" };
    const other = path.join(path.dirname(place.root), "theirs.json");
    put(other, "{}");
    const { file } = claude.files(where)[0]!;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.linkSync(other, file);
    apply(claude, false);
    assert.match(fs.readFileSync(file, "utf8"), /hook claude-code/);
    assert.equal(fs.readFileSync(other, "utf8"), "{}");
  });

  it("creates folders and files that only this account can write, whatever the umask", function () {
    if (process.platform === "win32") return;
    const umask = process.umask(0);
    try {
      for (const scope of ["user", "project"] as const)
        for (const agent of connectables) {
          where = { ...where, scope };
          for (const { file } of (apply(agent, false), agent.files(where)))
            for (const one of [file, path.dirname(file)])
              assert.equal(fs.statSync(one).mode & 0o022, 0, one);
        }
    } finally {
      process.umask(umask);
    }
  });

  it("does not block on a named pipe", function () {
    if (process.platform === "win32") return;
    const claude = connectables[0]!;
    const { file } = claude.files(where)[0]!;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    spawnSync("mkfifo", [file]);
    assert.ok(fs.statSync(file).isFIFO());
    assert.throws(() => plan(claude, false), { code: "io" });
  });

  it("keeps a dangling link", () => {
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

  it("refuses unreadable settings, and a different server of that name", () => {
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
      // Appended text would end up inside an unterminated value.
      "model = [\n",
      'notes = """\nno end\n',
      "a = 1 }\n",
    ]) {
      put(toml, text);
      assert.throws(() => apply(codex, false), { code: "bad-input" });
      assert.equal(fs.readFileSync(toml, "utf8"), text);
    }
  });

  it("rolls back what it wrote when a later file cannot be written", () => {
    const codex = connectables.find((one) => one.name === "codex")!;
    const hooks = path.join(where.home, ".codex", "hooks.json");
    put(hooks, "{}");
    const planned = plan(codex, false);
    // The second file's folder is a file.
    const broken = path.join(hooks, "config.toml");
    const edits = planned.edits.map((edit, i) =>
      i === 1 ? { ...edit, file: broken } : edit,
    );
    assert.throws(() => applyConnect({ ...planned, edits }, data()), {
      code: "io",
      problem: "agent-settings-not-written",
    });
    assert.equal(fs.readFileSync(hooks, "utf8"), "{}");
    assert.equal(isConnected(codex, where), false);
  });

  it("overwrites nothing that changed while the user was asked to confirm", () => {
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

  it("names the file that has a different server of that name", () => {
    const gemini = connectables.find((one) => one.name === "gemini")!;
    const file = path.join(where.home, ".gemini", "settings.json");
    put(file, '{"mcpServers":{"checkpoint":{"command":"/other"}}}');
    assert.throws(() => apply(gemini, false), {
      problem: "agent-server-taken",
      data: { where: file, file },
    });
  });

  it("Cursor: hooks every tool that it edits with, before and after", () => {
    const cursor = connectables.find((one) => one.name === "cursor")!;
    const { hooks } = JSON.parse(cursor.files(where)[0]!.add(null)) as {
      hooks: Record<string, { matcher: string }[]>;
    };
    for (const event of ["preToolUse", "postToolUse", "postToolUseFailure"])
      for (const tool of ["Write", "StrReplace", "EditNotebook", "Delete"])
        assert.match(tool, new RegExp(hooks[event]![0]!.matcher), event);
  });

  it("also hooks tools that fail, so that their claims end", () => {
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

  it("writes where the user has configured the agent to keep its settings", () => {
    const env = {
      CLAUDE_CONFIG_DIR: "/moved/claude",
      CODEX_HOME: "/moved/codex",
      GEMINI_CLI_HOME: "/moved/gemini",
      COPILOT_HOME: "/moved/copilot",
    };
    const files = (scope: Where["scope"]) =>
      connectables
        .filter(({ name }) => /^(claude|codex|gemini|copilot)/.test(name))
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

  it("gives Gemini CLI a PowerShell line on Windows, where it runs hooks with it", () => {
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

  it("uses Claude Code's own command to add the server and to remove it", () => {
    commands.length = 0;
    apply(connectables[0]!, false);
    assert.deepEqual(commands, [ADD]);
    server = said("User", "/data/with space/checkpoint");
    apply(connectables[0]!, true);
    assert.deepEqual(commands, [ADD, REMOVE]);
  });

  it("shows that an earlier server of ours is first removed from Claude Code", () => {
    commands.length = 0;
    server = said("User", "/elsewhere/bin/checkpoint");
    const lines = changeLines(plan(connectables[0]!, false), plain);
    assert.deepEqual(lines.slice(-2), [
      `Run: ${REMOVE.join(" ")}`,
      `Run: ${commandText(ADD)}`,
    ]);
    apply(connectables[0]!, false);
    assert.deepEqual(commands, [REMOVE, ADD]);
  });

  it("refuses when Claude Code has a different server of that name, and keeps that one", () => {
    commands.length = 0;
    for (const theirs of [
      said("User", "npx", "-y checkpoint-server"),
      said("User", "/theirs/checkpoint", "serve"),
      "checkpoint:\n  Scope: User config\n  Type: http\n  URL: https://a.b/mcp\n",
    ]) {
      server = theirs;
      assert.throws(() => apply(connectables[0]!, false), {
        code: "bad-input",
        problem: "agent-server-taken",
        data: { where: "Claude Code" },
      });
      apply(connectables[0]!, true);
    }
    // A server with local scope does not conflict, and hides any other.
    server = said("Local", "/data/with space/checkpoint");
    apply(connectables[0]!, false);
    assert.deepEqual(commands, [ADD]);
  });

  it("removes Claude Code's server of the user although the project has one too", () => {
    const ours = { command: where.launcher, args: ["mcp"] };
    const state = {
      mcpServers: { checkpoint: ours },
      projects: { [where.workspace]: { mcpServers: { checkpoint: ours } } },
    };
    put(path.join(where.home, ".claude.json"), JSON.stringify(state));
    // Its command shows only the project's.
    server = said("Local", where.launcher);
    commands.length = 0;
    apply(connectables[0]!, true);
    where = { ...where, scope: "project" };
    apply(connectables[0]!, true);
    const remove = ["claude", "mcp", "remove", "--scope"];
    assert.deepEqual(commands, [
      [...remove, "user", "checkpoint"],
      [...remove, "local", "checkpoint"],
    ]);
    put(path.join(where.home, ".claude.json"), "{}");
    assert.deepEqual(changeLines(plan(connectables[0]!, true), plain), [
      "Claude Code is not connected; there is nothing to remove.",
    ]);
  });
});

/** Returns the output of `claude mcp get checkpoint`. */
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

/** Asserts that the user's comments and settings from the old text are still there. */
function assertKept(after: string, before: string): void {
  const squeeze = (text: string) => text.replace(/\s+/g, "");
  const whole = squeeze(after);
  for (const piece of ["//keepthis", '"model":"opus"', "saydone", "/*here*/"])
    if (squeeze(before).includes(piece))
      assert.ok(whole.includes(piece), piece);
}
