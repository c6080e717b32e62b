// The suites that run inside VS Code's extension host. `run` is what the host
// calls; it rejects when a test failed.
import Mocha from "mocha";

export async function run(): Promise<void> {
  // Given by test/run, which adds up the results of all suites.
  const { CHECKPOINT_TEST_REPORTER, CHECKPOINT_TEST_GREP: only } = process.env;
  const mocha = new Mocha({
    ui: "bdd",
    timeout: 60_000,
    slow: 5000,
    reporter: CHECKPOINT_TEST_REPORTER ?? "spec",
  });
  if (only) mocha.grep(only);
  // The suites are bundled: what mocha would do on reading files is done here.
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  await import("./activation.hosttest");
  await import("./capture.hosttest");
  await import("./guards.hosttest");
  await import("./settings.hosttest");
  await import("./folders.hosttest");
  await import("./exports.hosttest");
  await import("../health.hosttest");
  await import("../folderSession.hosttest");
  await import("../statusBar.hosttest");
  await import("../commands/showProgress.hosttest");
  await import("../commands/pickCheckpoint.hosttest");
  await import("../commands/runCommand.hosttest");
  await import("../commands/create.hosttest");
  await import("../commands/editCheckpoint.hosttest");
  await import("../commands/compare.hosttest");
  await import("../commands/compareFile.hosttest");
  await import("../commands/restore.hosttest");
  await import("../commands/restorePath.hosttest");
  await import("../commands/restoreToMoment.hosttest");
  await import("../commands/editorsAfterRestore.hosttest");
  await import("../commands/restoreFlow.hosttest");
  await import("../commands/reviewRestore.hosttest");
  await import("../commands/revertFlow.hosttest");
  await import("../commands/editFromHere.hosttest");
  await import("../commands/targets.hosttest");
  await import("../commands/folderCommands.hosttest");
  await import("../commands/searchHistory.hosttest");
  await import("../commands/storage.hosttest");
  await import("../documents/checkpointFileSystem.hosttest");
  await import("../documents/diffTabs.hosttest");
  await import("../views/timelineItems.hosttest");
  await import("../views/timelineTree.hosttest");
  await import("../views/eachFolder.hosttest");
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
