// The suites that run inside VS Code's extension host. `run` is what the host
// calls; it rejects when a test failed.
import Mocha from "mocha";
import * as vscode from "vscode";
import { until } from "./support";

export async function run(): Promise<void> {
  await untilFolders();
  // Set by test/run, which adds up the results of all suites.
  const { CHECKPOINT_TEST_REPORTER, CHECKPOINT_TEST_GREP: only } = process.env;
  const mocha = new Mocha({
    ui: "bdd",
    timeout: 60_000,
    slow: 5000,
    reporter: CHECKPOINT_TEST_REPORTER ?? "spec",
  });
  if (only) mocha.grep(only);
  // The suites are bundled, so what mocha would do when loading files is done here.
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  await import("./activation.hosttest");
  await import("./capture.hosttest");
  await import("./formatters.hosttest");
  await import("./guards.hosttest");
  await import("./settings.hosttest");
  await import("./folders.hosttest");
  await import("./exports.hosttest");
  await import("./beside.hosttest");
  await import("../inspect/inspect.hosttest");
  await import("../session/health.hosttest");
  await import("../session/recordedFolder.hosttest");
  await import("../status/statusBar.hosttest");
  await import("../commands/showProgress.hosttest");
  await import("../commands/pickCheckpoint.hosttest");
  await import("../commands/runCommand.hosttest");
  await import("../commands/create.hosttest");
  await import("../commands/editCheckpoint.hosttest");
  await import("../compare/compare.hosttest");
  await import("../compare/compareFile.hosttest");
  await import("../restore/restore.hosttest");
  await import("../restore/restorePath.hosttest");
  await import("../restore/restoreToMoment.hosttest");
  await import("../restore/editorsAfterRestore.hosttest");
  await import("../restore/restoreFlow.hosttest");
  await import("../lineAuthors/lineActions.hosttest");
  await import("../restore/reviewRestore.hosttest");
  await import("../restore/undoOffer.hosttest");
  await import("../revert/revertFlow.hosttest");
  await import("../threads/editFromHere.hosttest");
  await import("../threads/turns.hosttest");
  await import("../commands/targets.hosttest");
  await import("../commands/folderCommands.hosttest");
  await import("../search/searchHistory.hosttest");
  await import("../storage/storage.hosttest");
  await import("../documents/checkpointFileSystem.hosttest");
  await import("../documents/diffTabs.hosttest");
  await import("../documents/baseline.hosttest");
  await import("../verdicts/verdicts.hosttest");
  await import("../timeline/timelineItems.hosttest");
  await import("../timeline/timelineTree.hosttest");
  await import("../timeline/rowLabels.hosttest");
  await import("../timeline/eachFolder.hosttest");
  await import("../agents/agents.hosttest");
  await import("../agents/participant.hosttest");
  await import("../agents/connectAgent.hosttest");
  await import("../agents/mcpServers.hosttest");
  await new Promise<void>((resolve, reject) => {
    mocha.run((failures) =>
      failures ? reject(new Error(`${failures} tests failed`)) : resolve(),
    );
  });
}

/**
 * Waits for the folders of the window, which reads its .code-workspace file once it is
 * connected. On a busy machine the embedded VS Code sometimes fails to read it and does not
 * try again; then the window is reloaded, which starts this program again.
 */
async function untilFolders(): Promise<void> {
  const hasFolders = () => vscode.workspace.workspaceFolders?.length === 2;
  try {
    await until("the window has its folders", hasFolders, 20_000);
  } catch (error) {
    console.log(`${String(error)}: reloading it`);
    await vscode.commands.executeCommand("workbench.action.reloadWindow");
    await new Promise(() => {}); // The window ends this.
  }
}
