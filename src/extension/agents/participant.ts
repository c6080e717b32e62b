import * as vscode from "vscode";
import type { Folders } from "../session/folders";
import { log } from "../log";
import { plain } from "../text/markdown";
import { registerLinks } from "./participantLinks";
import { spoken } from "../../wording/errors";
import { voice } from "../text/voice";

const ID = "checkpoint.participant";

/** The `@checkpoint` participant. It answers directly, without a language model. */
export function registerParticipant(folders: Folders): vscode.Disposable {
  const chat = vscode.chat as Partial<typeof vscode.chat> | undefined;
  if (typeof chat?.createChatParticipant !== "function")
    return new vscode.Disposable(() => {});
  const participant = chat.createChatParticipant(
    ID,
    async (request, _context, stream, token) => {
      const { answers } = await import("./participantAnswers");
      const command = request.command ?? "help";
      const answer = answers[command] ?? answers["help"];
      const metadata = { command };
      try {
        await answer?.(request.prompt.trim(), { folders, stream, token });
        return { metadata };
      } catch (error) {
        if (token.isCancellationRequested) return { metadata };
        return { metadata, ...answerProblem(error, stream) };
      }
    },
  );
  // A theme icon instead of our own image, because it follows the theme's colours.
  participant.iconPath = new vscode.ThemeIcon("history");
  participant.followupProvider = {
    provideFollowups: ({ metadata }) =>
      followups().filter(({ command }) => command !== metadata?.["command"]),
  };
  return vscode.Disposable.from(participant, registerLinks(folders));
}

/** Problems that a user can act on are answered in words; only bugs are errors. */
function answerProblem(
  error: unknown,
  stream: vscode.ChatResponseStream,
): vscode.ChatResult {
  const { code, message, hint } = spoken(error, voice);
  if (code === "internal") {
    log.error("Unexpected", error);
    return { errorDetails: { message: plain(message) } };
  }
  stream.markdown(plain(message));
  // In chat, the list is one of the participant's own commands.
  if (code === "not-found")
    stream.markdown(" " + vscode.l10n.t("Type `/list` to see what there is."));
  else if (hint !== null) stream.markdown(" " + plain(hint));
  return {};
}

function followups(): vscode.ChatFollowup[] {
  return [
    { prompt: "", command: "list", label: vscode.l10n.t("List checkpoints") },
    {
      // The latest checkpoint was created when work paused, so usually nothing changed since.
      prompt: "latest~1",
      command: "diff",
      label: vscode.l10n.t("What changed last?"),
    },
  ];
}
