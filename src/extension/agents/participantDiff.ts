import * as vscode from "vscode";
import { checkpointDiff } from "../../agents/tools/checkpointDiff";
import type { Side } from "../../engine/model/changes";
import type { FolderSession } from "../session/folders";
import { plain, shorten } from "../text/markdown";
import { isWorkspace, openDiffButton } from "./participantLinks";
import { fenced } from "./participantText";
import { filesText } from "../../wording/counts";
import { voice } from "../text/voice";

const MOST_PATCH = 20_000;

/** Answers what changed since a checkpoint, or between two. */
export async function diffAnswer(
  session: FolderSession,
  prompt: string,
  {
    stream,
    token,
  }: { stream: vscode.ChatResponseStream; token: vscode.CancellationToken },
): Promise<void> {
  await session.flush();
  const [from, to] = await sidesOf(session, prompt);
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
  stream.markdown(`${headline(value.files, value.from, value.to)}\n\n`);
  if (value.files === 0) return;
  if (value.patch) stream.markdown(fenced(value.patch, "diff"));
  if (value.truncated)
    stream.markdown(
      `${vscode.l10n.t("Only the beginning is shown here. Open the diff editor to see everything.")}\n\n`,
    );
  stream.button(openDiffButton(session, value.from, value.to));
}

/**
 * Returns one reference or two. A name may contain spaces, so the whole text is tried as one
 * reference first: any name given to `/create` also works with `/diff`.
 */
async function sidesOf(
  session: FolderSession,
  prompt: string,
): Promise<[from?: string, to?: string]> {
  const words = prompt.split(/\s+/).filter(Boolean);
  const [first, second] = words;
  if (words.length < 2) return first === undefined ? [] : [first];
  try {
    await session.engine.resolve(prompt);
    return [prompt];
  } catch (error) {
    if (words.length === 2 && first && second) return [first, second];
    throw error;
  }
}

function headline(files: number, from: Side, to: Side): string {
  const name = ({ label }: Side): string => `**${plain(shorten(label, 80))}**`;
  const isSince = isWorkspace(to);
  if (files === 0)
    return isSince
      ? vscode.l10n.t("Nothing changed since {0}.", name(from))
      : vscode.l10n.t(
          "Nothing changed between {0} and {1}.",
          name(from),
          name(to),
        );
  return isSince
    ? vscode.l10n.t(
        "{0} changed since {1}",
        filesText(files, voice),
        name(from),
      )
    : vscode.l10n.t(
        "{0} changed between {1} and {2}",
        filesText(files, voice),
        name(from),
        name(to),
      );
}
