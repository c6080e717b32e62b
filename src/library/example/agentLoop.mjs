// An agent loop that cannot break your project: it checkpoints the folder before each tool call,
// runs a check after it, and goes back if the check fails. The framework is the AI SDK
// (`npm install ai zod`); any other works the same way, since only the tools are wrapped.
//
//   node agentLoop.mjs FOLDER
import { generateText, stepCountIs, tool } from "ai";
import { CheckpointService } from "checkpoint";
import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { model } from "./model.mjs";

const [folder = "."] = process.argv.slice(2);
const run = promisify(execFile);

const tools = {
  write_file: tool({
    description: "Writes a file of the project",
    inputSchema: z.object({ path: z.string(), text: z.string() }),
    execute: ({ path: name, text }) =>
      fs.writeFile(path.join(folder, name), text),
  }),
  delete_file: tool({
    description: "Deletes a file of the project",
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path: name }) => fs.rm(path.join(folder, name)),
  }),
};

const checkpoints = new CheckpointService({ workspaceDir: folder });
try {
  const { text } = await generateText({
    model,
    tools: checkpointed(tools),
    stopWhen: stepCountIs(20),
    prompt: "Add a function `product` to math.mjs.",
  });
  console.log(text);
} finally {
  await checkpoints.close();
}

/** Returns the tools with a checkpoint before, and a check after, each call. */
function checkpointed(given) {
  return Object.fromEntries(
    Object.entries(given).map(([name, { execute, ...rest }]) => [
      name,
      {
        ...rest,
        execute: (input, options) =>
          guarded(name, input, () => execute(input, options)),
      },
    ]),
  );
}

async function guarded(name, input, work) {
  const before = await checkpoints.save(`Before ${name} ${input.path}`, {
    kind: "automatic",
    metadata: { tool: name, input },
  });
  await work();
  const problem = await check();
  if (!problem) return "Done; the check passed.";
  const { written, deleted } = await checkpoints.restore(before.id);
  console.log(
    `Went back to #${before.number}: ${[...written, ...deleted].join(", ")}`,
  );
  return `The check failed, so this was undone: ${problem}`;
}

/** Returns what is wrong with the project, or undefined. */
async function check() {
  try {
    await run(process.execPath, ["check.mjs"], { cwd: folder });
    return undefined;
  } catch (error) {
    return error.stderr.trim();
  }
}
