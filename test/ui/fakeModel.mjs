// The chat view accepts messages only if there is a language model: a fake one for
// these scenes, as a separate extension.
import { createVSIX } from "@vscode/vsce";
import path from "node:path";
import { projectDir } from "../editor/paths.mjs";

/** What the chat view shows once the model is available. */
export const modelName = "Parrot";

/** Packs it into the file, and returns its path. */
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
