import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import type { Folders } from "../folders";
import { log } from "../log";
import { plain } from "../views/markdown";
import { registerLinks } from "./participantLinks";

const ID = "checkpoint.participant";

/** The `@checkpoint` participant: it answers by itself, without a language model. */
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
        return { metadata, ...tellProblem(error, stream) };
      }
    },
  );
  // Not our own picture: an icon of the editor's takes the theme's colour.
  participant.iconPath = new vscode.ThemeIcon("history");
  participant.followupProvider = {
    provideFollowups: ({ metadata }) =>
      followups().filter(({ command }) => command !== metadata?.["command"]),
  };
  return vscode.Disposable.from(participant, registerLinks(folders));
}

/** What a person can act on is an answer in words; only a bug of ours is an error. */
function tellProblem(
  error: unknown,
  stream: vscode.ChatResponseStream,
): vscode.ChatResult {
  const { code, message, hint } = CheckpointError.from(error);
  if (code === "internal") {
    log.error("Unexpected", error);
    return { errorDetails: { message: plain(message) } };
  }
  stream.markdown(plain(message));
  // The engine's own hint is about the command line.
  if (code === "not-found")
    stream.markdown(" " + vscode.l10n.t("Type `/list` to see what there is."));
  else if (hint !== null) stream.markdown(" " + plain(hint));
  return {};
}

function followups(): vscode.ChatFollowup[] {
  return [
    { prompt: "", command: "list", label: vscode.l10n.t("List checkpoints") },
    {
      // Since the latest there is mostly nothing: it was made when work paused.
      prompt: "latest~1",
      command: "diff",
      label: vscode.l10n.t("What changed last?"),
    },
  ];
}
