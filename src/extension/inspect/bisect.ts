import * as vscode from "vscode";
import type { BisectAnswer, BisectStep } from "../../answers/verbs";
import { checkOfLine } from "../../host/checkCommands";
import type { Command, CommandContext } from "../commands/commandContext";
import { pickCheckpoints } from "../commands/pickCheckpoint";
import { openDiff, type Side } from "../compare/openDiff";
import { inform, noLinks, warn } from "../notify";
import type { FolderSession } from "../session/folders";
import { shorten } from "../text/markdown";
import { SaidError } from "../../wording/said";
import { runVerb } from "./checkpointProcess";
import { pointName, type PointOf } from "./point";
import { pointsFor } from "./pointFor";

const LAST_COMMAND = "checkpoint.bisect.command";

/**
 * Finds the checkpoint that broke something: asks for a state that worked, one that does not, and a
 * command that tells them apart; runs the command in a scratch copy of the states in between, and
 * opens what the culprit changed.
 */
export const bisect: Command = async (context, node) => {
  if (!vscode.workspace.isTrusted)
    throw new SaidError(
      "refused",
      vscode.l10n.t(
        "Commands run only in a trusted workspace. Trust it first, then try again.",
      ),
    );
  const title = vscode.l10n.t("Find What Broke It");
  const [good] = await pointsFor(context, node, {
    title,
    placeHolder: vscode.l10n.t("Choose a checkpoint at which it still worked"),
  });
  if (!good) return;
  const bad = await pickBad(good, title);
  if (bad === undefined) return;
  const line = await askForCommand(context, title);
  if (line === undefined) return;
  const answer = await narrowDown(context, { good, bad, line, title });
  await showResult(good.session, answer);
};

async function pickBad(
  good: PointOf,
  title: string,
): Promise<string | undefined> {
  const now = {
    label: vscode.l10n.t("Now"),
    description: vscode.l10n.t("the files as they are"),
    iconPath: new vscode.ThemeIcon("circle-filled"),
    ref: async (): Promise<string | undefined> => "workspace",
  };
  const other = {
    label: vscode.l10n.t("Choose a Checkpoint..."),
    iconPath: new vscode.ThemeIcon("history"),
    ref: async (): Promise<string | undefined> => {
      const [picked] = await pickCheckpoints([good.session], {
        title,
        placeHolder: vscode.l10n.t("Choose a checkpoint at which it is broken"),
      });
      return picked && `#${picked.checkpoint.number}`;
    },
  };
  const picked = await vscode.window.showQuickPick<
    vscode.QuickPickItem & typeof now
  >([now, { description: "", ...other }], {
    title,
    placeHolder: vscode.l10n.t(
      "It worked at {0}. Where is it broken?",
      pointName(good),
    ),
  });
  return picked?.ref();
}

async function askForCommand(
  { extension }: CommandContext,
  title: string,
): Promise<string | undefined> {
  const { workspaceState } = extension;
  const line = await vscode.window.showInputBox({
    title,
    value: workspaceState.get<string>(LAST_COMMAND) ?? "npm test",
    prompt: vscode.l10n.t(
      "A command that fails when it is broken. It runs in a copy of the folder; your files are not touched.",
    ),
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === "" ? vscode.l10n.t("Enter a command.") : null,
  });
  if (line !== undefined) await workspaceState.update(LAST_COMMAND, line);
  return line?.trim();
}

async function narrowDown(
  { extension }: CommandContext,
  request: { good: PointOf; bad: string; line: string; title: string },
): Promise<BisectAnswer> {
  const { good, bad, line, title } = request;
  const { session } = good;
  const output = outputFor();
  output.clear();
  output.show(true);
  const controller = new AbortController();
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: noLinks(title),
      cancellable: true,
    },
    async (progress, token) => {
      token.onCancellationRequested(() => controller.abort());
      await session.flush();
      const from = good.number === null ? `@${good.moment}` : `#${good.number}`;
      return runVerb<BisectAnswer>(
        extension,
        session,
        ["bisect", from, bad, ...labelFor(line), "--", ...shellFor(line)],
        {
          signal: controller.signal,
          onOutput: (text) => output.append(text),
          onMessage: (message) =>
            progress.report({ message: stepText(message as BisectStep) }),
        },
      );
    },
  );
}

let channel: vscode.OutputChannel | undefined;
function outputFor(): vscode.OutputChannel {
  return (channel ??= vscode.window.createOutputChannel("Checkpoint: Bisect"));
}

/** States that the recorded checks have judged need no test. */
function labelFor(line: string): string[] {
  const label = checkOfLine(line);
  return label === null || label.endsWith("…")
    ? ["--retest"]
    : ["--label", label];
}

/** The person's own line, for the shell that they would type it in. */
function shellFor(line: string): string[] {
  return process.platform === "win32"
    ? [
        ...["powershell.exe", "-NoProfile", "-NonInteractive", "-Command"],
        `${line}; exit $LASTEXITCODE`,
      ]
    : ["sh", "-c", line];
}

function stepText(step: BisectStep): string {
  if (step.type === "testing") {
    const label = shorten(step.point.label, 40);
    if (step.testsLeft === null) return vscode.l10n.t("Testing {0}", label);
    return step.testsLeft === 1
      ? vscode.l10n.t("Testing {0}, the last one", label)
      : vscode.l10n.t("Testing {0}, about {1} left", label, step.testsLeft);
  }
  const label = shorten(step.test.point.label, 40);
  switch (step.test.outcome) {
    case "good":
      return vscode.l10n.t("{0} works", label);
    case "bad":
      return vscode.l10n.t("{0} is broken", label);
    case "skip":
      return vscode.l10n.t("{0} cannot be tested", label);
  }
}

/** Opens what the culprit changed, and offers to revert it. */
async function showResult(
  session: FolderSession,
  { culprit, lastGood, suspects, diff }: BisectAnswer,
): Promise<void> {
  const last = suspects.at(-1) ?? lastGood;
  const side = ({ moment, label }: typeof last): Side => ({
    ...{ at: "moment", moment, label: shorten(label, 40) },
  });
  await openDiff(
    culprit
      ? vscode.l10n.t("What broke it: {0}", shorten(culprit.label, 60))
      : vscode.l10n.t("What may have broken it"),
    [{ session, diff, left: side(lastGood), right: side(last) }],
  );
  const output = vscode.l10n.t("Show Output");
  const revert = vscode.l10n.t("Revert Changes...");
  const checkpoint = culprit?.checkpoint;
  const answer = culprit
    ? inform(
        vscode.l10n.t("{0} is the first one that is broken.", culprit.label),
        ...(checkpoint ? [revert] : []),
        output,
      )
    : warn(
        vscode.l10n.t(
          "One of {0} checkpoints broke it; those in between cannot be tested.",
          suspects.length,
        ),
        output,
      );
  answer.then((pressed) => {
    if (pressed === output) outputFor().show();
    if (pressed === revert && checkpoint)
      void vscode.commands.executeCommand("checkpoint.revertChanges", {
        ...{ type: "member", target: { session, checkpoint } },
      });
  });
}
