import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import manifest from "../../package.json";
import { claudeCode } from "../../src/agents/connect/claudeCode";
import { skillFiles } from "../../src/agents/connect/skillFile";
import { TOOL_NAMES } from "../../src/agents/toolNames";
import { cliForEach } from "../cli/runCli";
import { repository } from "../helpers/repository";

const plugin = path.join(repository, "src", "agents", "plugin");
const skillFile = path.join(plugin, "skills", "checkpoint-manager", "SKILL.md");
const skill = fs.readFileSync(skillFile, "utf8");
const place = {
  scope: "user" as const,
  launcher: "checkpoint",
  home: "/home/me",
  workspace: "/work",
  env: {},
  platform: "linux" as const,
};

describe("the skill", function () {
  this.timeout(120_000);
  const workspace = cliForEach();

  it("is short and has the name of its folder and a description within the limits", () => {
    const [, name, description] =
      /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(skill) ?? [];
    assert.equal(name, path.basename(path.dirname(skillFile)));
    assert.ok(description && description.length <= 1024);
    assert.ok(skill.length < 5000, `${skill.length} characters`);
    const [contributed] = manifest.contributes.chatSkills;
    assert.equal(path.join(repository, contributed!.path), skillFile);
  });

  it("names tools that exist", () => {
    const named = skill.match(/\b(checkpoint|thread)_[a-z_]+/g) ?? [];
    assert.ok(named.length >= 3);
    for (const name of named.filter((one) => !one.endsWith("_")))
      assert.ok((TOOL_NAMES as readonly string[]).includes(name), name);
  });

  it("has examples that work, in their order", async () => {
    const made = workspace({ "src/parser.txt": "function parse\n" });
    const examples = [...skill.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(
      ([, block]) => block!.trim().split("\n"),
    );
    assert.ok(examples.length >= 8, `${examples.length} examples`);
    const run = async (line: string) => {
      const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain!,
      );
      assert.equal(words[0], "checkpoint");
      const result = await made.run(words.slice(1));
      assert.equal(result.code, 0, `${line}\n${result.stderr}`);
      return result.stdout;
    };
    const [create, ...others] = examples;
    assert.match(await run(create!), /before the parser rewrite/);
    made.write("src/parser.txt", "broken\n");
    for (const line of others) {
      await run(line);
      const isRestored =
        line.startsWith("checkpoint restore") && line.endsWith("--yes");
      if (isRestored)
        assert.equal(made.text("src/parser.txt"), "function parse\n");
      if (line.startsWith("checkpoint undo")) {
        assert.equal(made.text("src/parser.txt"), "broken\n");
        // What the next ones look at: the agent's own work.
        made.write("src/mine.txt", "mine\n");
        await made.prints("create", "--source", "my-agent");
      }
    }
  });

  it("is installed for every agent that reads skills, and taken out with its folders", () => {
    for (const agent of [
      "claude-code",
      "codex",
      "gemini",
      "cursor",
      "copilot",
    ]) {
      const [file] = skillFiles(agent, place);
      const inFolder = path.join("skills", "checkpoint-manager", "SKILL.md");
      assert.ok(file!.file.endsWith(path.sep + inFolder), file!.file);
      assert.equal(file!.add(null), skill);
      assert.equal(file!.remove(skill), null);
      const theirs = skill + "More of my own.\n";
      assert.equal(file!.remove(theirs), theirs);
      assert.equal(file!.add(theirs), theirs);
    }
  });

  it("is written by connect and gone after --remove", async () => {
    const made = workspace();
    const skills = path.join(made.home, ".gemini", "skills");
    await made.prints("connect", "gemini", "--yes");
    const written = path.join(skills, "checkpoint-manager", "SKILL.md");
    assert.equal(fs.readFileSync(written, "utf8"), skill);
    fs.mkdirSync(path.join(skills, "own"));
    await made.prints("connect", "gemini", "--remove", "--yes");
    assert.deepEqual(fs.readdirSync(skills), ["own"]);
    await made.prints("connect", "gemini", "--yes");
    fs.rmdirSync(path.join(skills, "own"));
    await made.prints("connect", "gemini", "--remove", "--yes");
    assert.ok(!fs.existsSync(skills));
  });
});

describe("the plugin for Claude Code", () => {
  const read = (...names: string[]) =>
    JSON.parse(fs.readFileSync(path.join(plugin, ...names), "utf8")) as Record<
      string,
      unknown
    >;

  it("has this version and the same hooks and server as connect", () => {
    const { name, version } = read(".claude-plugin", "plugin.json");
    assert.deepEqual([name, version], ["checkpoint", manifest.version]);
    const [settings] = claudeCode.files(place);
    // Permissions belong to a person's settings; a plugin cannot grant itself any.
    const { hooks } = JSON.parse(settings!.add(null)) as { hooks: object };
    const file = path.join(plugin, "hooks", "hooks.json");
    if (process.env["UPDATE_ANSWERS"])
      fs.writeFileSync(file, JSON.stringify({ hooks }, null, 2) + "\n");
    assert.deepEqual(read("hooks", "hooks.json"), { hooks });
    const [command] = claudeCode.commands(place);
    const { command: program, args } = (
      read(".mcp.json")["mcpServers"] as Record<
        string,
        { command: string; args: string[] }
      >
    )["checkpoint"]!;
    assert.deepEqual(command!.add.slice(-2), [program, ...args]);
  });
});
