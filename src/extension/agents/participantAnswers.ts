import * as vscode from "vscode";
import { checkpointDiff } from "../../agents/tools/checkpointDiff";
import type { Checkpoint } from "../../engine/model/checkpoint";
import { titleOf } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import { restoreWords } from "../commands/restore";
import { restoreFlow, restoreStep } from "../commands/restoreFlow";
import { recordedSessions } from "../commands/sessions";
import type { Folders } from "../folders";
import { plain, shorten } from "../views/markdown";
import { whichFolder } from "./whichFolder";

export interface Asked {
  folders: Folders;
  stream: vscode.ChatResponseStream;
  token: vscode.CancellationToken;
}

type AnswerTo = (prompt: string, asked: Asked) => Promise<void>;

const LISTED = 15;
const MOST_PATCH = 20_000;

/** What `@checkpoint` does, by slash command. */
export const answers: Readonly<Record<string, AnswerTo>> = {
  async create(prompt, { folders, stream }) {
    const name = shorten(prompt, 200);
    const made = await vscode.commands.executeCommand<Checkpoint[] | undefined>(
      "checkpoint.create",
      name === "" ? {} : { name },
    );
    // The command has told the person what went wrong.
    if (!made)
      throw new CheckpointError("cancelled", "No checkpoint was made.");
    const sessions = recordedSessions(folders);
    for (const [i, checkpoint] of made.entries()) {
      const where =
        made.length > 1 ? ` (${plain(sessions[i]?.folder.name ?? "")})` : "";
      stream.markdown(
        `${vscode.l10n.t("Created")} ${lineOf(checkpoint)}${where}\n\n`,
      );
    }
  },

  async list(prompt, { folders, stream }) {
    const text = prompt === "" ? {} : { text: prompt };
    for (const session of recordedSessions(folders)) {
      await session.flush();
      const page = await session.engine.list({ ...text, limit: LISTED });
      if (folders.all.length > 1)
        stream.markdown(`**${plain(session.folder.name)}**\n\n`);
      const lines = page.checkpoints.map((one) => `- ${lineOf(one)}`);
      stream.markdown(
        lines.length > 0
          ? `${lines.join("\n")}\n\n`
          : `${vscode.l10n.t("No checkpoint matches.")}\n\n`,
      );
      if (page.next !== null)
        stream.markdown(
          `${vscode.l10n.t("{0} of {1}; the timeline has all.", page.checkpoints.length, page.total)}\n\n`,
        );
    }
    stream.button({
      command: "checkpoint.timeline.focus",
      title: vscode.l10n.t("Show the Timeline"),
    });
  },

  async diff(prompt, { folders, stream, token }) {
    const [from, to, ...rest] = prompt.split(/\s+/).filter(Boolean);
    if (rest.length > 0)
      throw new CheckpointError(
        "bad-input",
        vscode.l10n.t("/diff takes one checkpoint, or two."),
      );
    const session = whichFolder(folders, undefined);
    await session.flush();
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    const { value } = await checkpointDiff.run(
      {
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        maxPatchLength: MOST_PATCH,
      },
      {
        engine: session.engine,
        source: "editor",
        call: { signal: abort.signal },
        editors: () => session.unsavedTexts(),
        whileWriting: (work) => work(),
        showRestored: () => Promise.resolve(),
      },
    );
    stream.markdown(
      `${plain(value.from.label)} → ${plain(value.to.label)}: ${vscode.l10n.t("{0} files differ", value.files)}\n\n`,
    );
    if (value.patch) stream.markdown(fenced(value.patch, "diff"));
    if (value.truncated) stream.markdown(vscode.l10n.t("(cut short)"));
  },

  async restore(prompt, { folders, stream }) {
    if (prompt === "") {
      stream.markdown(
        vscode.l10n.t(
          "Say which checkpoint, for instance `/restore 12` or `/restore latest`; you will see what changes before anything is written.",
        ),
      );
      return answers["list"]?.("", {
        folders,
        stream,
        token: new vscode.CancellationTokenSource().token,
      });
    }
    const session = whichFolder(folders, undefined);
    const point = await session.engine.resolve(prompt);
    // The same way as everywhere: preview, question, guard, report with undo.
    const outcome = await restoreFlow(
      [restoreStep(session, { to: `@${point.moment}` })],
      restoreWords(point.label),
    );
    const report = outcome?.steps[0]?.report;
    if (!report?.applied) {
      stream.markdown(vscode.l10n.t("Nothing was changed."));
      return;
    }
    const { writes, deletes } = report.plan;
    stream.markdown(
      vscode.l10n.t(
        "Restored to {0}: {1} files written, {2} deleted.",
        plain(point.label),
        writes.length,
        deletes.length,
      ),
    );
    stream.button({
      command: "checkpoint.undoRestore",
      title: vscode.l10n.t("Undo"),
    });
  },

  async undo(_prompt, { folders, stream }) {
    const session = whichFolder(folders, undefined);
    const before = (await session.engine.restores(1))[0]?.id;
    await vscode.commands.executeCommand("checkpoint.undoRestore");
    const after = (await session.engine.restores(1))[0]?.id;
    stream.markdown(
      before === after
        ? vscode.l10n.t("Nothing was changed.")
        : vscode.l10n.t("The restore was undone."),
    );
  },

  async help(_prompt, { stream }) {
    stream.markdown(
      [
        vscode.l10n.t("I record this workspace and can rewind it:"),
        "",
        `- \`/create\` ${vscode.l10n.t("name: make a checkpoint of everything as it is")}`,
        `- \`/list\` ${vscode.l10n.t("text: the latest checkpoints")}`,
        `- \`/diff\` ${vscode.l10n.t("12: what changed since; with two, between them")}`,
        `- \`/restore\` ${vscode.l10n.t("12: go back; you see what changes first")}`,
        `- \`/undo\` ${vscode.l10n.t("the last restore")}`,
      ].join("\n"),
    );
  },
};

function lineOf(checkpoint: Checkpoint): string {
  const { added, modified, deleted } = checkpoint.filesChanged;
  const when = new Date(checkpoint.createdAt).toLocaleString(
    vscode.env.language,
  );
  const about = [
    checkpoint.kind,
    checkpoint.source,
    vscode.l10n.t("{0} files", added + modified + deleted),
    when,
  ];
  return `**#${checkpoint.number}** ${plain(shorten(titleOf(checkpoint), 80))} (${plain(about.join(", "))})`;
}

/** A fence longer than any in the text, so that the text cannot end it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(
    0,
    ...(text.match(/`+/g) ?? []).map((s) => s.length),
  );
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}\n\n`;
}
