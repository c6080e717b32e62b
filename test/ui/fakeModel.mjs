// The chat view takes messages only when there is a language model: one that is
// made for these scenes, as an extension of its own.
import { createVSIX } from "@vscode/vsce";
import path from "node:path";
import { projectDir } from "../host/paths.mjs";

/** What the chat view shows once the model is there. */
export const modelName = "Parrot";

/** Packs it into the file, and returns that. */
export async function packFakeModel(file) {
  await createVSIX({
    cwd: path.join(projectDir, "test/fixtures/fakeModel"),
    packagePath: file,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return file;
}
