import * as vscode from "vscode";
import { CheckpointError, problem } from "../../engine/model/errors";
import { createAll } from "../commands/create";
import { pickFolder } from "../commands/pickFolder";
import { countPlans, didText, guardText } from "../../wording/plan";
import {
  nameOf as shortName,
  restoreWords,
  whatFolders,
} from "../restore/restore";
import { restoreFlow } from "../restore/restoreFlow";
import { restoreStep, type RestoreOutcome } from "../restore/restoreStep";
import { recordedSessions } from "../commands/sessions";
import { undoQuietly } from "../restore/undoRestore";
import type { Folders, FolderSession } from "../session/folders";
import { plain, shorten } from "../text/markdown";
import { blameAnswer } from "./participantBlame";
import { diffAnswer } from "./participantDiff";
import { linked, numberLink } from "./participantLinks";
import { helpText, itemOf, nameOf } from "./participantText";
import { whichFolder } from "./whichFolder";
import { filesText } from "../../wording/counts";
import { noMatchText } from "../../wording/search";
import { totalOf } from "../../engine/model/checkpoint";
import { voice } from "../text/voice";
import { SaidError } from "../../wording/said";

export interface Asked {
  folders: Folders;
  stream: vscode.ChatResponseStream;
  token: vscode.CancellationToken;
}

type AnswerTo = (prompt: string, asked: Asked) => Promise<void>;

const LISTED = 15;

/** The slash commands of `@checkpoint`. */
export const answers: Readonly<Record<string, AnswerTo>> = {
  async create(prompt, { folders, stream }) {
    const name = shorten(prompt, 200);
    // Not through the command, because errors belong in the answer.
    const made = await createAll({ folders }, name === "" ? {} : { name });
    for (const { session, checkpoint } of made) {
      const where = made.length > 1 ? [plain(session.folder.name)] : [];
      const count = totalOf(checkpoint.filesChanged);
      const since = vscode.l10n.t(
        "{0} changed since the previous checkpoint",
        filesText(count, voice),
      );
      const about = [...where, ...(count === 0 ? [] : [since])].join(": ");
      const text = vscode.l10n.t("Created {0}", nameOf(session, checkpoint));
      stream.markdown(linked(about === "" ? text : `${text}  \n${about}`));
      if (checkpoint.skippedCount > 0)
        stream.markdown(
          `  \n${vscode.l10n.t("{0} not recorded", filesText(checkpoint.skippedCount, voice))}`,
        );
      stream.markdown("\n\n");
    }
  },

  async list(prompt, { folders, stream }) {
    const text = prompt === "" ? {} : { text: prompt };
    for (const session of recordedSessions(folders)) {
      await session.flush();
      const page = await session.engine.list({ ...text, limit: LISTED });
      if (folders.all.length > 1)
        stream.markdown(`**${plain(session.folder.name)}**\n\n`);
      const items = page.checkpoints.map((one) => itemOf(session, one));
      stream.markdown(
        items.length > 0
          ? linked(`${items.join("\n")}\n\n`)
          : `${noMatchText(voice)}\n\n`,
      );
      if (page.next !== null)
        stream.markdown(
          `${vscode.l10n.t("{0} of {1}. The timeline has all of them.", page.checkpoints.length, page.total)}\n\n`,
        );
    }
    stream.button({
      command: "checkpoint.timeline.focus",
      title: vscode.l10n.t("Show the Timeline"),
    });
  },

  async diff(prompt, { folders, stream, token }) {
    await diffAnswer(await chooseFolder(folders), prompt, { stream, token });
  },

  async restore(prompt, asked) {
    const { folders, stream } = asked;
    if (prompt === "") {
      stream.markdown(
        `${vscode.l10n.t("Name a checkpoint, for example `/restore 12` or `/restore latest`. You will see the changes before anything is written.")}\n\n`,
      );
      return answers["list"]?.("", asked);
    }
    const session = await chooseFolder(folders);
    const { checkpoint, moment, label } = await session.engine.resolve(prompt);
    const [to, name] = checkpoint
      ? [`#${checkpoint.number}`, shortName({ session, checkpoint })]
      : [`@${moment}`, label];
    // Same steps as everywhere: preview, confirmation, guard. The answer reports the result and how
    // to undo it; a notification would repeat it.
    const words = restoreWords(name, whatFolders(folders, [session]));
    const outcome = await restoreFlow([restoreStep(session, { to })], words, {
      isQuiet: true,
    });
    if (outcome?.steps.length === 0) {
      stream.markdown(plain(words.nothing));
      return;
    }
    const target = checkpoint ? nameOf(session, checkpoint) : plain(label);
    answerOutcome(outcome, vscode.l10n.t("Restored to {0}", target), stream);
    if (isDone(outcome))
      stream.button({
        command: "checkpoint.undoRestore",
        title: vscode.l10n.t("Undo"),
        // Undo this restore in particular; there may be a later one when the user clicks.
        arguments: [outcome],
      });
  },

  async undo(_prompt, { folders, stream }) {
    const sessions = recordedSessions(folders);
    const states = sessions.map(({ engine }) => engine.status());
    if ((await Promise.all(states)).every(({ undo }) => undo === null))
      throw problem("nothing-to-undo", { verb: "undo" });
    const outcome = await undoQuietly(folders);
    answerOutcome(outcome, vscode.l10n.t("The restore was undone."), stream);
    if (isDone(outcome))
      stream.button({
        command: "checkpoint.redoRestore",
        title: vscode.l10n.t("Redo"),
        arguments: [outcome],
      });
  },

  async blame(prompt, { folders, stream, token }) {
    await blameAnswer(() => chooseFolder(folders), prompt, {
      ...{ folders, stream, token },
    });
  },

  async help(_prompt, { stream }) {
    stream.markdown(helpText());
  },
};

/** Unlike an agent, a person can be asked when there are several. */
async function chooseFolder(folders: Folders): Promise<FolderSession> {
  try {
    return whichFolder(folders, undefined);
  } catch (error) {
    if (!CheckpointError.is(error, "ambiguous")) throw error;
  }
  const sessions = recordedSessions(folders);
  const title = vscode.l10n.t("Which folder?");
  const picked = await pickFolder(sessions, title);
  if (picked) return picked;
  throw new SaidError("cancelled", vscode.l10n.t("Nothing was changed."));
}

function isDone(outcome: RestoreOutcome | undefined): boolean {
  return outcome?.steps.some(({ report }) => report.applied) === true;
}

/** Says what was changed and where the previous state is kept, or that nothing changed. */
function answerOutcome(
  outcome: RestoreOutcome | undefined,
  done: string,
  stream: vscode.ChatResponseStream,
): void {
  const steps = outcome?.steps.filter(({ report }) => report.applied) ?? [];
  if (steps.length === 0) {
    stream.markdown(vscode.l10n.t("Nothing was changed."));
    return;
  }
  const guards = steps
    .flatMap(({ session, report: { guard } }) =>
      guard ? [numberLink(session, guard.number)] : [],
    )
    .join(", ");
  const kept = guards ? guardText(guards, voice) : "";
  const counts = didText(
    countPlans(steps.map(({ report }) => report.plan)),
    voice,
  );
  stream.markdown(linked(`${done}  \n${counts} ${kept}`));
}
