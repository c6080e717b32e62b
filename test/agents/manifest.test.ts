import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { allTools } from "../../src/agents/allTools";
import {
  READING_TOOLS,
  referenceName,
  TOOL_NAMES,
} from "../../src/agents/toolNames";
import { manifestInput } from "../../src/extension/agents/toolInput";
import { repository } from "../helpers/repository";

interface Contributed {
  languageModelTools: {
    name: string;
    toolReferenceName: string;
    modelDescription: string;
    inputSchema: unknown;
  }[];
  chatParticipants: { name: string; commands: { name: string }[] }[];
}

const { contributes } = JSON.parse(
  fs.readFileSync(path.join(repository, "package.json"), "utf8"),
) as { contributes: Contributed };

describe("the manifest's parts for agents", () => {
  it("knows which tools change nothing", () => {
    const reading = allTools.filter(({ hints }) => hints.readOnly);
    assert.deepEqual(
      reading.map(({ name }) => name).sort(),
      [...READING_TOOLS].sort(),
    );
  });

  it("matches the tools (run with UPDATE_MANIFEST=1 to rewrite it)", () => {
    const wanted = allTools.map((tool) => ({
      name: tool.name,
      toolReferenceName: referenceName(tool.name),
      modelDescription: tool.description,
      inputSchema: manifestInput(tool),
    }));
    if (process.env["UPDATE_MANIFEST"]) update(wanted);
    const told = contributes.languageModelTools.map(
      ({ name, toolReferenceName, modelDescription, inputSchema }) => ({
        name,
        toolReferenceName,
        modelDescription,
        inputSchema,
      }),
    );
    assert.deepEqual(told, JSON.parse(JSON.stringify(wanted)));
  });

  it("has the tool names that are announced", () => {
    assert.deepEqual(
      allTools.map(({ name }) => name),
      [...TOOL_NAMES],
    );
  });

  it("asks before exactly those tools that overwrite or delete", () => {
    for (const tool of allTools)
      assert.equal(
        tool.confirm !== undefined,
        tool.hints.destructive,
        tool.name,
      );
  });

  it("has the participant's commands", () => {
    const [participant] = contributes.chatParticipants;
    assert.deepEqual(
      participant?.commands.map(({ name }) => name),
      ["create", "list", "diff", "restore", "undo", "blame"],
    );
  });
});

function update(wanted: { name: string }[]): void {
  const file = path.join(repository, "package.json");
  const manifest = JSON.parse(fs.readFileSync(file, "utf8")) as {
    contributes: Contributed;
  };
  for (const tool of manifest.contributes.languageModelTools)
    Object.assign(
      tool,
      wanted.find(({ name }) => name === tool.name),
    );
  fs.writeFileSync(file, JSON.stringify(manifest, null, 2) + "\n");
}
