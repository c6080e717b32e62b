import * as vscode from "vscode";
import type { BlameLine, BlameRequest } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import { lineAuthor } from "../../wording/blame";
import { linesCount } from "../../wording/counts";
import { shortTime } from "../../wording/times";
import { fileOf } from "../commands/sessions";
import { givenOrActive } from "../commands/targets";
import { fileUri } from "../documents/checkpointUri";
import type { FolderSession, Folders } from "../session/folders";
import { plain, shorten } from "../text/markdown";
import { voice } from "../text/voice";
import { lastingTimeStyle } from "../timeline/viewSettings";
import { linked, numberLink } from "./participantLinks";
import { SaidError } from "../../wording/said";

/** More would not be read; the editor shows all of them. */
const MOST_SPANS = 30;

/** Answers who wrote the lines of a file: `FILE`, `FILE:LINE` or `FILE:LINE-LINE`. */
export async function blameAnswer(
  chooseFolder: () => Promise<FolderSession>,
  prompt: string,
  {
    folders,
    stream,
    token,
  }: {
    folders: Folders;
    stream: vscode.ChatResponseStream;
    token: vscode.CancellationToken;
  },
): Promise<void> {
  const place =
    prompt === "" ? activePlace(folders) : { session: await chooseFolder() };
  const { session } = place;
  await session.flush();
  const abort = new AbortController();
  token.onCancellationRequested(() => abort.abort());
  const ask = (path: string, lines: BlameRequest = {}) =>
    session.engine.blame(path, lines, { signal: abort.signal });
  const { path, lines } =
    "path" in place
      ? await ask(place.path)
      : await blameOf(prompt.replaceAll("\\", "/"), ask);
  const spans = spansOf(lines);
  const shown = spans.slice(0, MOST_SPANS);
  stream.markdown(
    `**${plain(path)}**: ${plain(linesCount(lines.length, voice))}\n\n`,
  );
  stream.markdown(
    linked(`${shown.map((span) => spanText(session, span)).join("\n")}\n\n`),
  );
  if (shown.length < spans.length)
    stream.markdown(
      `${vscode.l10n.t("Only the beginning is shown here. “Toggle Line Authors” shows all of it in the editor.")}\n\n`,
    );
  stream.button({
    command: "vscode.open",
    title: vscode.l10n.t("Open File"),
    arguments: [fileUri(session, path)],
  });
}

function activePlace(folders: Folders): {
  session: FolderSession;
  path: string;
} {
  const uri = givenOrActive(undefined);
  if (uri) return fileOf(folders, uri);
  throw new SaidError(
    "bad-input",
    vscode.l10n.t("Name a file, for example {0}.", "/blame src/app.ts:10-20"),
  );
}

/** A file's name may end like line numbers, so the whole text is tried as a name first. */
async function blameOf<T>(
  text: string,
  ask: (path: string, lines?: BlameRequest) => Promise<T>,
): Promise<T> {
  const [, path, from, to] = /^(.+?):(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  if (path === undefined) return ask(text);
  try {
    return await ask(text);
  } catch (error) {
    const isNoFile = ["not-found", "bad-path"].includes(
      CheckpointError.from(error).code,
    );
    if (!isNoFile) throw error;
    return ask(path, { from: Number(from), to: Number(to ?? from) });
  }
}

interface Span {
  first: BlameLine;
  to: number;
}

/** Combines consecutive lines of one version. */
function spansOf(lines: readonly BlameLine[]): Span[] {
  const spans: Span[] = [];
  for (const line of lines) {
    const last = spans.at(-1);
    if (
      last?.first.moment === line.moment &&
      last.first.unsaved === line.unsaved
    )
      last.to = line.line;
    else spans.push({ first: line, to: line.line });
  }
  return spans;
}

function spanText(session: FolderSession, { first, to }: Span): string {
  const { line, source, checkpoint, recordedAt, prompt, unsaved } = first;
  const isDated = source !== null && !unsaved;
  const about = [
    isDated ? plain(shortTime(recordedAt, lastingTimeStyle(), voice)) : "",
    isDated && checkpoint !== null ? numberLink(session, checkpoint) : "",
    prompt === null ? "" : `“${plain(shorten(prompt, 120))}”`,
  ].filter(Boolean);
  const range = line === to ? `${line}` : `${line}–${to}`;
  const who = `- **${range}** ${plain(lineAuthor(first, voice))}`;
  return about.length === 0 ? who : `${who}  \n  ${about.join(" · ")}`;
}
