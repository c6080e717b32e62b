import path from "node:path";
import * as vscode from "vscode";
import { errorText } from "../../agents/errorText";
import type { Folders } from "../folders";

const ID = "checkpoint.participant";

/** The `@checkpoint` participant: it answers by itself, without a language model. */
export function registerParticipant(
  context: vscode.ExtensionContext,
  folders: Folders,
): vscode.Disposable {
  const chat = vscode.chat as Partial<typeof vscode.chat> | undefined;
  if (typeof chat?.createChatParticipant !== "function")
    return new vscode.Disposable(() => {});
  const participant = chat.createChatParticipant(
    ID,
    async (request, _context, stream, token) => {
      const { answers } = await import("./participantAnswers");
      const answer = answers[request.command ?? "help"] ?? answers["help"];
      try {
        await answer?.(request.prompt.trim(), { folders, stream, token });
        return {};
      } catch (error) {
        if (token.isCancellationRequested) return {};
        return { errorDetails: { message: errorText(error) } };
      }
    },
  );
  participant.iconPath = vscode.Uri.file(
    path.join(context.extensionUri.fsPath, "media", "checkpoint.svg"),
  );
  participant.followupProvider = {
    provideFollowups: () => [
      { prompt: "", command: "list", label: vscode.l10n.t("List checkpoints") },
      { prompt: "", command: "diff", label: vscode.l10n.t("What changed?") },
    ],
  };
  return participant;
}
