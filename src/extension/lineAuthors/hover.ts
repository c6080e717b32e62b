import * as vscode from "vscode";
import type { LineVersion } from "../../engine/api";
import { authorIcon } from "../timeline/authors";
import type { AuthoredFiles } from "./authoredFiles";
import { actionsFor, refOf } from "./lineActions";
import { hoverText } from "./lineText";
import type { ShownLine } from "./shownLines";

type Place = NonNullable<ReturnType<AuthoredFiles["placeOf"]>>;

/**
 * Returns who wrote a line, and what can be done about it. Without marks in the gutter it appears
 * only on the note behind the line, so that it is not in the way of other hovers.
 */
export function hoverAt(
  files: AuthoredFiles,
  document: vscode.TextDocument,
  position: vscode.Position,
  isAnywhere: boolean,
): vscode.Hover | undefined {
  const line = files.linesOf(document)?.[position.line];
  const place = files.placeOf(document);
  if (!line || !place) return undefined;
  const { range } = document.lineAt(position.line);
  if (!isAnywhere && position.isBefore(range.end)) return undefined;
  return new vscode.Hover(markdownOf(line, place), range);
}

function markdownOf(line: ShownLine, place: Place): vscode.MarkdownString {
  const source = line.by === null ? "editor" : line.by.source;
  const icon = source === null ? undefined : authorIcon(source).id;
  const actions = line.by === null ? "" : linksOf(place, line.by);
  const text = hoverText(line, icon, vscode.env.language);
  const markdown = new vscode.MarkdownString(
    [text, actions].filter(Boolean).join("\n\n"),
    true,
  );
  // Names and prompts are escaped, so only these links are links.
  markdown.isTrusted = {
    enabledCommands: actionsFor(line.by).map(({ command }) => command),
  };
  return markdown;
}

function linksOf({ session, path }: Place, by: LineVersion): string {
  const given = encodeURIComponent(JSON.stringify([refOf(session, path, by)]));
  return actionsFor(by)
    .map(
      ({ command, title, icon }) =>
        `[$(${icon}) ${title}](command:${command}?${given})`,
    )
    .join(" &nbsp; ");
}
